//! The catalogue as one self-contained HTML page.

use std::fmt::Write as _;

use super::Catalogue;
use super::html_text::escaped;
use super::html_tool::tool;
use super::prose::short;

/// The style sheet of the page.
const STYLE: &str = include_str!("page.css");
/// The script of the page: it filters what is already there.
const SCRIPT: &str = include_str!("page.js");

// Only this style and this script may run, whatever else might get into the page. The hashes are
// those of the two files; a test compares them.
const POLICY: &str = "default-src 'none'; \
     style-src 'sha256-q4T2FYqf4jNUo/Q3EoQV24vEAbKjA+O0NQfPF1SLTQ0='; \
     script-src 'sha256-3xecgUMrRIAk+pYpO2zCbiLRAWnlmM6jPMaMF7/Tw0E='; \
     base-uri 'none'; form-action 'none'";

/// The whole page.
pub(super) fn page(catalogue: &Catalogue) -> String {
    let title = escaped(&short(&catalogue.title));
    let count = catalogue.docs.len();
    let noun = if count == 1 { "tool" } else { "tools" };
    let mut html = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"{POLICY}\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta name=\"color-scheme\" content=\"light dark\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<div class=\"bar\">\n<h1>{title}</h1>\n\
         <form id=\"controls\" role=\"search\" hidden>\n\
         <label for=\"query\">Search</label>\n\
         <input id=\"query\" type=\"search\" placeholder=\"Search tools\" autocomplete=\"off\" \
         spellcheck=\"false\" aria-describedby=\"status\">\n\
         <label for=\"namespace\">Namespace</label>\n<select id=\"namespace\">\n\
         <option value=\"\">All namespaces</option>\n"
    );
    for (namespace, docs) in catalogue.namespaces() {
        let value = key(namespace);
        let name = namespace.map_or_else(|| "(none)".to_owned(), escaped);
        let _ = writeln!(
            html,
            "<option value=\"{value}\">{name} ({})</option>",
            docs.len()
        );
    }
    let _ = writeln!(
        html,
        "</select>\n</form>\n<p id=\"status\" role=\"status\">{count} {noun}</p>\n</div>\n\
         </header>\n<main>"
    );
    for (i, (namespace, docs)) in catalogue.namespaces().enumerate() {
        let name = namespace.map_or_else(|| "No namespace".to_owned(), escaped);
        let _ = writeln!(
            html,
            "<section data-namespace=\"{}\" aria-labelledby=\"namespace-{i}\">\n\
             <h2 id=\"namespace-{i}\">{name} <span class=\"count\">{}</span></h2>",
            key(namespace),
            docs.len()
        );
        for doc in docs {
            tool(&mut html, doc);
        }
        html.push_str("</section>\n");
    }
    let _ = write!(
        html,
        "<p id=\"nothing\" hidden>No tool matches. <button type=\"button\" id=\"clear\">Clear the \
         search</button></p>\n</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n"
    );
    html
}

/// The key of a namespace in the filter; no namespace is not the same as all of them.
fn key(namespace: Option<&str>) -> String {
    match namespace {
        Some(namespace) => format!("n:{}", escaped(namespace)),
        None => "-".to_owned(),
    }
}
