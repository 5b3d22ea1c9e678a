//! What one of several things is called.

/// Words whose singular no rule finds.
const IRREGULAR: &[(&str, &str)] = &[
    ("analyses", "analysis"),
    ("axes", "axis"),
    ("children", "child"),
    ("criteria", "criterion"),
    ("indices", "index"),
    ("leaves", "leaf"),
    ("matrices", "matrix"),
    ("men", "man"),
    ("movies", "movie"),
    ("people", "person"),
    ("vertices", "vertex"),
    ("women", "woman"),
];

/// Words that look like a plural and are none, or that are both.
const UNCHANGED: &[&str] = &[
    "access",
    "address",
    "alias",
    "analysis",
    "axis",
    "basis",
    "bias",
    "bonus",
    "bus",
    "canvas",
    "census",
    "class",
    "cors",
    "css",
    "dns",
    "does",
    "focus",
    "gas",
    "gps",
    "has",
    "https",
    "is",
    "js",
    "kubernetes",
    "lens",
    "news",
    "os",
    "plus",
    "process",
    "progress",
    "series",
    "sms",
    "species",
    "status",
    "success",
    "this",
    "tls",
    "was",
    "windows",
    "yes",
];

/// The singular of a name whose last word is a plural; `None` when it does not look like one.
pub(crate) fn singular(name: &str) -> Option<String> {
    let start = name
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_ascii_lowercase())
        .last();
    // A capital letter begins a word in `lineItems`.
    let start = start.map_or(name.len(), |(at, _)| at);
    let start = match name[..start].chars().next_back() {
        Some(c) if c.is_ascii_uppercase() => start - 1,
        _ => start,
    };
    let (before, word) = name.split_at(start);
    let one = singular_word(&word.to_ascii_lowercase())?;
    let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
    let one = if capital {
        let (first, rest) = one.split_at(1);
        first.to_ascii_uppercase() + rest
    } else {
        one
    };
    Some(format!("{before}{one}"))
}

fn singular_word(word: &str) -> Option<String> {
    if UNCHANGED.contains(&word) || word.len() < 3 {
        return None;
    }
    if let Some((_, one)) = IRREGULAR.iter().find(|(many, _)| *many == word) {
        return Some((*one).to_owned());
    }
    if let Some(stem) = word.strip_suffix("ies") {
        return (stem.len() > 1).then(|| format!("{stem}y"));
    }
    for ending in ["sses", "shes", "ches", "xes", "zzes", "uses"] {
        if word.ends_with(ending) && word != "uses" && word != "causes" && word != "caches" {
            return Some(word[..word.len() - 2].to_owned());
        }
    }
    let stem = word.strip_suffix('s')?;
    (!stem.ends_with(['s', 'u', 'i'])).then(|| stem.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plurals_are_found_and_other_words_are_left() {
        for (many, one) in [
            ("labels", "label"),
            ("line_items", "line_item"),
            ("lineItems", "lineItem"),
            ("Entries", "Entry"),
            ("addresses", "address"),
            ("boxes", "box"),
            ("branches", "branch"),
            ("statuses", "status"),
            ("children", "child"),
            ("access-rules", "access-rule"),
            ("keys", "key"),
            ("types", "type"),
            ("caches", "cache"),
            ("values", "value"),
        ] {
            assert_eq!(singular(many).as_deref(), Some(one), "{many}");
        }
        for word in [
            "status",
            "data",
            "address",
            "list",
            "ids2",
            "",
            "S",
            "kubernetes",
            "menu",
        ] {
            assert_eq!(singular(word), None, "{word}");
        }
        assert_eq!(singular("ids").as_deref(), Some("id"));
    }
}
