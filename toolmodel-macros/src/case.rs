//! Tool names from type names, and property names as serde renames fields.

/// `GetRepo` is `get_repo`, `HTTPGet` is `http_get`, `GetV2` is `get_v2`.
pub(crate) fn snake_case(name: &str) -> String {
    let chars: Vec<char> = name.chars().collect();
    let mut snake = String::with_capacity(name.len() + 4);
    for (i, &c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).map(|i| chars[i]);
        let starts_word = c.is_uppercase()
            && before.is_some_and(|before| {
                let ends_acronym =
                    before.is_uppercase() && chars.get(i + 1).is_some_and(|c| c.is_lowercase());
                before.is_lowercase() || before.is_numeric() || ends_acronym
            });
        if starts_word {
            snake.push('_');
        }
        snake.extend(c.to_lowercase());
    }
    snake
}

/// The name of a field under a rule of `rename_all`; a rule unknown to serde changes nothing,
/// since serde reports it.
pub(crate) fn rename_field(rule: &str, field: &str) -> String {
    let words = || field.split('_');
    let capitalized = |word: &str| {
        let mut chars = word.chars();
        let first = chars.next().map(|c| c.to_ascii_uppercase());
        first.into_iter().chain(chars).collect::<String>()
    };
    let pascal = || words().map(capitalized).collect::<String>();
    match rule {
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => field.to_ascii_uppercase(),
        "PascalCase" => pascal(),
        "camelCase" => {
            let pascal = pascal();
            let mut chars = pascal.chars();
            let first = chars.next().map(|c| c.to_ascii_lowercase());
            first.into_iter().chain(chars).collect()
        }
        "kebab-case" => field.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => field.to_ascii_uppercase().replace('_', "-"),
        _ => field.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_names_become_snake_case() {
        for (name, snake) in [
            ("GetRepo", "get_repo"),
            ("HTTPGet", "http_get"),
            ("GetV2Repo", "get_v2_repo"),
            ("ParseJSON", "parse_json"),
            ("A", "a"),
            ("already_snake", "already_snake"),
        ] {
            assert_eq!(snake_case(name), snake);
        }
    }

    #[test]
    fn fields_are_renamed_as_serde_does() {
        for (rule, name) in [
            ("lowercase", "per_page"),
            ("UPPERCASE", "PER_PAGE"),
            ("PascalCase", "PerPage"),
            ("camelCase", "perPage"),
            ("snake_case", "per_page"),
            ("SCREAMING_SNAKE_CASE", "PER_PAGE"),
            ("kebab-case", "per-page"),
            ("SCREAMING-KEBAB-CASE", "PER-PAGE"),
        ] {
            assert_eq!(rename_field(rule, "per_page"), name, "{rule}");
        }
    }
}
