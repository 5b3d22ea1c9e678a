//! Rules for what a tool may have several of: tags, icons, metadata, references, examples.

use syn::LitStr;

use crate::errors::Errors;
use crate::ir::{Icon, ToolInput};
use crate::rules::icon::check_icon_src;
use crate::rules::meta_key::{check_meta_key, is_reserved};
use crate::rules::tag::{MAX_TAG_CHARS, MAX_TAGS, normalize_tag};

pub(super) fn check(tool: &ToolInput, errors: &mut Errors) {
    check_tags(&tool.tags, errors);
    for icon in &tool.icons {
        check_icon(icon, errors);
    }
    check_meta(tool, errors);
    for reference in &tool.references {
        check_reference(reference, errors);
    }
    check_example_ids(tool, errors);
}

/// A tag must not become empty, cut or a duplicate when it is normalised; the runtime would drop
/// or cut it silently.
fn check_tags(tags: &[LitStr], errors: &mut Errors) {
    let mut seen: Vec<(String, String)> = Vec::new();
    for tag in tags {
        let text = tag.value();
        let chars = text.trim().chars().count();
        let Some(normalized) = normalize_tag(&text) else {
            let message = format!(
                "tag `{}` has no letter or digit; allowed are a-z, 0-9, `-`, `_` and `.`",
                text.escape_debug()
            );
            errors.at(tag.span(), message);
            continue;
        };
        if chars > MAX_TAG_CHARS {
            let message =
                format!("the tag has {chars} characters, at most {MAX_TAG_CHARS} are allowed");
            errors.at(tag.span(), message);
        } else if let Some((_, first)) = seen.iter().find(|(seen, _)| *seen == normalized) {
            let message = format!("tag `{text}` repeats `{first}`: both are `{normalized}`");
            errors.at(tag.span(), message);
        } else {
            seen.push((normalized, text));
            if seen.len() == MAX_TAGS + 1 {
                let message = format!("a tool has at most {MAX_TAGS} tags");
                errors.at(tag.span(), message);
            }
        }
    }
}

/// An icon is a web or base64 URI, its media type is `type/subtype`, its sizes are `WxH` or `any`.
fn check_icon(icon: &Icon, errors: &mut Errors) {
    if let Err(problem) = check_icon_src(&icon.src.value()) {
        errors.at(icon.src.span(), problem);
    }
    if let Some(mime_type) = &icon.mime_type {
        let text = mime_type.value();
        let is_type = text.split_once('/').is_some_and(|(kind, subtype)| {
            let part = |text: &str| {
                !text.is_empty()
                    && text
                        .chars()
                        .all(|c| c.is_ascii_alphanumeric() || "!#$&-^_.+".contains(c))
            };
            part(kind) && part(subtype)
        });
        if !is_type {
            let message = format!("`{text}` is not a media type such as `image/png`");
            errors.at(mime_type.span(), message);
        }
    }
    for size in &icon.sizes {
        let text = size.value();
        let is_number = |text: &str| {
            !text.is_empty() && text.len() <= 6 && text.chars().all(|c| c.is_ascii_digit())
        };
        let is_size = text == "any"
            || text
                .split_once('x')
                .is_some_and(|(width, height)| is_number(width) && is_number(height));
        if !is_size {
            let message = format!("`{text}` is not an icon size such as `48x48` or `any`");
            errors.at(size.span(), message);
        }
    }
}

/// A key of `_meta` follows the grammar of the specification, has no prefix that the specification
/// reserves, and occurs once.
fn check_meta(tool: &ToolInput, errors: &mut Errors) {
    let mut seen = Vec::new();
    for meta in &tool.meta {
        let key = meta.key.value();
        if key.is_empty() {
            errors.at(meta.key.span(), "the key is empty");
        } else if let Err(problem) = check_meta_key(&key) {
            errors.at(meta.key.span(), problem);
        } else if is_reserved(&key) {
            let message = format!("the prefix of `{key}` is reserved for MCP itself");
            errors.at(meta.key.span(), message);
        }
        if seen.contains(&key) {
            errors.at(meta.key.span(), format_args!("`{key}` is given twice"));
        }
        seen.push(key);
    }
}

/// A reference is a link that can be followed.
fn check_reference(reference: &LitStr, errors: &mut Errors) {
    let text = reference.value();
    let is_link = text.split_once(':').is_some_and(|(scheme, rest)| {
        scheme.starts_with(|c: char| c.is_ascii_alphabetic())
            && scheme
                .chars()
                .all(|c| c.is_ascii_alphanumeric() || "+-.".contains(c))
            && !rest.is_empty()
            && !rest.contains(char::is_whitespace)
    });
    if !is_link {
        let message = format!(
            "`{}` is not a link such as `https://example.com/docs`",
            text.escape_debug()
        );
        errors.at(reference.span(), message);
    }
}

/// An id identifies an example among those of its tool.
fn check_example_ids(tool: &ToolInput, errors: &mut Errors) {
    let mut seen = Vec::new();
    for example in &tool.examples {
        let Some(id) = example.id.as_ref().and_then(|id| id.literal()) else {
            continue;
        };
        let text = id.value();
        if text.is_empty() {
            errors.at(id.span(), "the id of an example is empty");
        } else if seen.contains(&text) {
            let message = format!("another example has the id `{text}`");
            errors.at(id.span(), message);
        }
        seen.push(text);
    }
}
