//! The name of one of several things.

/// Words whose singular no rule finds.
const IRREGULAR: &[(&str, &str)] = &[
    ("analyses", "analysis"),
    ("appendices", "appendix"),
    ("axes", "axis"),
    ("caches", "cache"),
    ("calories", "calorie"),
    ("calves", "calf"),
    ("canoes", "canoe"),
    ("children", "child"),
    ("cookies", "cookie"),
    ("crises", "crisis"),
    ("criteria", "criterion"),
    ("diagnoses", "diagnosis"),
    ("excuses", "excuse"),
    ("feet", "foot"),
    ("fuses", "fuse"),
    ("geese", "goose"),
    ("halves", "half"),
    ("hypotheses", "hypothesis"),
    ("indices", "index"),
    ("knives", "knife"),
    ("leaves", "leaf"),
    ("lives", "life"),
    ("loaves", "loaf"),
    ("matrices", "matrix"),
    ("men", "man"),
    ("mice", "mouse"),
    ("movies", "movie"),
    ("parentheses", "parenthesis"),
    ("people", "person"),
    ("phenomena", "phenomenon"),
    ("quizzes", "quiz"),
    ("reuses", "reuse"),
    ("selfies", "selfie"),
    ("shelves", "shelf"),
    ("shoes", "shoe"),
    ("synopses", "synopsis"),
    ("teeth", "tooth"),
    ("theses", "thesis"),
    ("thieves", "thief"),
    ("toes", "toe"),
    ("uses", "use"),
    ("vertices", "vertex"),
    ("wives", "wife"),
    ("wolves", "wolf"),
    ("women", "woman"),
    ("zombies", "zombie"),
];

/// Words that look plural but are not, or are both singular and plural.
const UNCHANGED: &[&str] = &[
    "access",
    "address",
    "alias",
    "always",
    "analysis",
    "analytics",
    "atlas",
    "aws",
    "axis",
    "basis",
    "bias",
    "bonus",
    "bus",
    "campus",
    "canvas",
    "census",
    "chaos",
    "class",
    "cors",
    "css",
    "dns",
    "does",
    "economics",
    "ethics",
    "focus",
    "gas",
    "genomics",
    "gps",
    "has",
    "headquarters",
    "https",
    "ios",
    "is",
    "jenkins",
    "js",
    "kubernetes",
    "lens",
    "logistics",
    "macos",
    "mathematics",
    "news",
    "os",
    "perhaps",
    "physics",
    "plus",
    "politics",
    "postgres",
    "process",
    "progress",
    "rss",
    "series",
    "sms",
    "species",
    "status",
    "success",
    "this",
    "tls",
    "virus",
    "was",
    "windows",
    "yes",
];

/// The singular of a name whose last word is a plural; `None` if it does not look like one.
pub(crate) fn singular(name: &str) -> Option<String> {
    if let Some(one) = name.strip_suffix('s') {
        // `IDs` and `taskURLs`: only the `s` is lower case.
        let capitals = one.chars().rev().take_while(char::is_ascii_uppercase);
        if capitals.count() > 1 {
            return Some(one.to_owned());
        }
    }
    let start = name
        .char_indices()
        .rev()
        .take_while(|(_, c)| c.is_ascii_lowercase())
        .last();
    // A capital letter starts a word in `lineItems`.
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
    if let Some(stem) = word.strip_suffix("es")
        && UNCHANGED.contains(&stem)
    {
        return Some(stem.to_owned());
    }
    if let Some(stem) = word.strip_suffix("ies")
        && stem.len() > 1
    {
        return Some(format!("{stem}y"));
    }
    let ends = |ending: &str| word.ends_with(ending);
    // `houses` and `clauses` have their `e` in the singular, too.
    let keeps = ["ouses", "auses"].into_iter().any(ends);
    let drops = ["sses", "shes", "ches", "xes", "zzes", "uses", "oes"];
    if !keeps && drops.into_iter().any(ends) {
        return Some(word[..word.len() - 2].to_owned());
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
            ("IDs", "ID"),
            ("taskURLs", "taskURL"),
            ("aliases", "alias"),
            ("archives", "archive"),
            ("clauses", "clause"),
            ("cookies", "cookie"),
            ("databases", "database"),
            ("heroes", "hero"),
            ("houses", "house"),
            ("knives", "knife"),
            ("lenses", "lens"),
            ("mice", "mouse"),
            ("moves", "move"),
            ("potatoes", "potato"),
            ("quizzes", "quiz"),
            ("responses", "response"),
            ("shelves", "shelf"),
            ("shoes", "shoe"),
            ("ties", "tie"),
            ("uses", "use"),
            ("viruses", "virus"),
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
            "analytics",
            "iOS",
            "media",
            "postgres",
            "series",
        ] {
            assert_eq!(singular(word), None, "{word}");
        }
        assert_eq!(singular("ids").as_deref(), Some("id"));
    }
}
