//! "Did you mean": the candidate nearest to a mistyped word.

/// The candidate at the smallest edit distance from `word`, if it is near enough to be meant.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let chars = word.chars().take(LONGEST + 1).count();
    if chars == 0 || chars > LONGEST {
        return None;
    }
    let allowed = (chars / 3).max(1);
    candidates
        .into_iter()
        .filter(|candidate| candidate.len() <= LONGEST * 4)
        .map(|candidate| (distance(word, candidate), candidate))
        .filter(|(distance, _)| *distance <= allowed)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, candidate)| candidate)
}

/// Words longer than this are data, not typing mistakes.
const LONGEST: usize = 64;

/// Edits (insert, delete, replace, swap of neighbours), ignoring ASCII case and `-`/`_`.
fn distance(a: &str, b: &str) -> usize {
    let fold = |s: &str| -> Vec<char> {
        let lower = |c: char| {
            if c == '-' {
                '_'
            } else {
                c.to_ascii_lowercase()
            }
        };
        s.chars().map(lower).collect()
    };
    let (a, b) = (fold(a), fold(b));
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).collect();
    for i in 1..=a.len() {
        let mut row = vec![i];
        for j in 1..=b.len() {
            let replace = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row.push(best);
        }
        before = above;
        above = row;
    }
    above[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn near_words_are_found_and_far_ones_are_not() {
        let words = ["namespace", "name", "version"];
        assert_eq!(nearest("namepsace", words), Some("namespace"));
        assert_eq!(nearest("nmae", words), Some("name"));
        assert_eq!(nearest("colour", words), None);
        assert_eq!(nearest("", words), None);
        assert_eq!(nearest("per-page", ["per_page"]), Some("per_page"));
    }
}
