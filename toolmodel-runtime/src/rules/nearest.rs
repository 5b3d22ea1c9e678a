//! "Did you mean": the candidate nearest to a mistyped word.

/// The candidate at the smallest edit distance from `word`, if it is near enough to be meant. Of candidates that
/// would take too long to compare, the first ones are compared.
pub(crate) fn nearest<'a>(
    word: &str,
    candidates: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let chars = word.chars().take(LONGEST + 1).count();
    if chars == 0 || chars > LONGEST {
        return None;
    }
    let word = fold(word);
    let mut allowed = (chars / 3).max(1);
    let mut steps = MOST_STEPS;
    let mut nearest = None;
    for candidate in candidates {
        if steps == 0 {
            break;
        }
        steps -= 1;
        if candidate.len() > LONGEST * 4 {
            continue;
        }
        let folded = fold(candidate);
        if folded.len().abs_diff(word.len()) > allowed {
            continue;
        }
        steps = steps.saturating_sub(word.len() * (2 * allowed + 1));
        let Some(distance) = distance(&word, &folded, allowed) else {
            continue;
        };
        nearest = Some(candidate);
        // The first of the nearest is meant.
        let Some(nearer) = distance.checked_sub(1) else {
            break;
        };
        allowed = nearer;
    }
    nearest
}

/// Words longer than this are data, not typing mistakes.
const LONGEST: usize = 64;

/// Pairs of characters compared for one word, all candidates together.
const MOST_STEPS: usize = 100_000;

/// ASCII case and the difference of `-` and `_` are ignored.
fn fold(text: &str) -> Vec<char> {
    let lower = |c: char| match c {
        '-' => '_',
        _ => c.to_ascii_lowercase(),
    };
    text.chars().map(lower).collect()
}

/// Edits (insert, delete, replace, swap of neighbours), if they are at most `most`.
fn distance(a: &[char], b: &[char], most: usize) -> Option<usize> {
    let beyond = most + 1;
    let mut before: Vec<usize> = Vec::new();
    let mut above: Vec<usize> = (0..=b.len()).map(|j| j.min(beyond)).collect();
    for i in 1..=a.len() {
        // Further from the diagonal there are more edits than allowed.
        let (first, last) = (i.saturating_sub(most).max(1), (i + most).min(b.len()));
        let mut row = vec![beyond; b.len() + 1];
        row[0] = i.min(beyond);
        for j in first..=last {
            let replace = above[j - 1] + usize::from(a[i - 1] != b[j - 1]);
            let mut best = replace.min(above[j] + 1).min(row[j - 1] + 1);
            if i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] {
                best = best.min(before[j - 2] + 1);
            }
            row[j] = best.min(beyond);
        }
        before = above;
        above = row;
    }
    above.last().copied().filter(|distance| *distance <= most)
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
        assert_eq!(nearest("Nmae", ["nome", "name"]), Some("name"));
        assert_eq!(nearest("same", ["some", "sane"]), Some("some"));
        assert_eq!(nearest("a", ["b", "ab"]), Some("b"));
        assert_eq!(nearest("a", ["bc"]), None);
    }

    #[test]
    fn many_long_words_are_compared_as_far_as_it_is_cheap() {
        let long = |i: usize| format!("{}{i:06}", "n".repeat(58));
        let names: Vec<String> = (0..100_000).map(long).collect();
        let names = || names.iter().map(String::as_str);
        assert_eq!(nearest(&long(5), names()), Some(&*long(5)));
        let start = std::time::Instant::now();
        for _ in 0..100 {
            let far = "m".repeat(64);
            assert_eq!(nearest(&far, names()), None);
        }
        assert!(start.elapsed().as_secs() < 30, "{:?}", start.elapsed());
    }
}
