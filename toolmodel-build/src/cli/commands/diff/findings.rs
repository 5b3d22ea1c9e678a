//! A comparison as findings, each at its place.

use serde_json::{Value, json};
use toolmodel_runtime::compare::{
    Bump, Fate, Finding as Change, ListChange, SchemaChange, ToolChange, Verdict,
};

use crate::cli::finding::{Finding, Level};
use crate::cli::input::Input;

/// Most characters shown of a proof; JSON has all of it.
const LONGEST_PROOF: usize = 400;

/// In which of the two files findings are placed, and who must still work.
#[derive(Clone, Copy)]
pub(crate) enum Placing<'a> {
    /// In the old one: the new one is not a file.
    Old(&'a Input),
    /// In the new one, except for what only the old one has.
    New {
        old: &'a Input,
        new: &'a Input,
        /// The old version is that of servers, so `old` is what new callers know.
        servers: bool,
    },
}

/// Everything that differs: a breaking change is an error, an undecided one a warning, the rest are notes.
pub(crate) fn changes(change: &ListChange, placing: Placing<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for tool in &change.tools {
        fate(tool, placing, &mut findings);
        for (side, schema) in [("input", &tool.input), ("output", &tool.output)] {
            if let Some(schema) = schema {
                of_schema(tool, side, schema, placing, &mut findings);
            }
        }
        for change in &tool.findings {
            let (level, code) = grade(change.verdict, "other");
            let finding = Finding::new(
                code,
                level,
                format_args!("`{}`: {}", tool.name(), change.message),
            );
            findings.push(placing.place(tool, "", change, finding));
        }
        details(tool, placing, &mut findings);
    }
    findings
}

fn grade(verdict: Verdict, side: &str) -> (Level, &'static str) {
    match (verdict, side) {
        (Verdict::Breaking, "input") => (Level::Error, "breaking-input"),
        (Verdict::Breaking, "output") => (Level::Error, "breaking-output"),
        (Verdict::Breaking, _) => (Level::Error, "breaking"),
        (Verdict::Undecided, _) => (Level::Warning, "undecided"),
        _ => (Level::Note, "compatible"),
    }
}

fn fate(tool: &ToolChange, placing: Placing<'_>, findings: &mut Vec<Finding>) {
    let name = tool.name();
    let now = tool.new.as_deref().unwrap_or_default();
    let (code, message) = match tool.fate {
        Fate::Kept => return,
        Fate::Gone if placing.is_for_servers() => (
            "tool-gone",
            format!("servers of the old version have no `{name}`"),
        ),
        Fate::New if placing.is_for_servers() => (
            "tool-new",
            format!("only servers of the old version have `{name}`"),
        ),
        Fate::Gone => ("tool-gone", format!("`{name}` is gone")),
        Fate::New => ("tool-new", format!("`{name}` is new")),
        Fate::Renamed => ("tool-renamed", format!("`{name}` is now called `{now}`")),
        Fate::Moved => ("tool-moved", format!("`{name}` is now `{now}`")),
        _ => ("tool-changed", format!("`{name}` has changed")),
    };
    let level = match (tool.fate, tool.verdict) {
        (Fate::Gone | Fate::Renamed, _) | (Fate::Moved, Verdict::Breaking) => Level::Error,
        (Fate::Moved, Verdict::Undecided) => Level::Warning,
        _ => Level::Note,
    };
    let finding = Finding::new(code, level, message);
    findings.push(placing.whole(tool, finding));
}

fn of_schema(
    tool: &ToolChange,
    side: &str,
    schema: &SchemaChange,
    placing: Placing<'_>,
    findings: &mut Vec<Finding>,
) {
    let key = format!("/{side}Schema");
    for change in &schema.findings {
        let (level, code) = grade(change.verdict, side);
        let message = format!("`{}`: {}", tool.name(), change.message);
        let mut finding = Finding::new(code, level, message);
        if let Some(proof) = &change.proof {
            finding = with_proof(finding, side, proof);
        }
        findings.push(placing.place(tool, &key, change, finding));
    }
    for change in &schema.undeclared {
        let message = format!("`{}`: {}", tool.name(), change.message);
        let finding = Finding::new("undeclared", Level::Note, message)
            .note("only for those who use properties that the schema never declared");
        findings.push(placing.place(tool, &key, change, finding));
    }
    if schema.verdict == Verdict::Compatible && !schema.same {
        let message = format!(
            "`{}`: the {side} schema has changed, and all that was sent is still read",
            tool.name()
        );
        findings.push(placing.whole(tool, Finding::new("compatible", Level::Note, message)));
    }
}

fn with_proof(mut finding: Finding, side: &str, proof: &Value) -> Finding {
    let text = proof.to_string();
    let mut shown: String = text.chars().take(LONGEST_PROOF).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    let what = match side {
        "input" => "was accepted, and no longer is",
        _ => "may come back now, and was not possible before",
    };
    finding = finding.note(format_args!("this {what}: {shown}"));
    finding.data.insert("proof".to_owned(), proof.clone());
    finding
}

/// Texts and metadata, which no call depends on.
fn details(tool: &ToolChange, placing: Placing<'_>, findings: &mut Vec<Finding>) {
    if tool.bump == Bump::None {
        return;
    }
    let schemas = [
        ("/inputSchema", &tool.input),
        ("/outputSchema", &tool.output),
    ];
    let of_schemas = schemas.into_iter().flat_map(|(key, schema)| {
        let all = schema.iter().flat_map(|schema| &schema.annotations);
        all.map(move |detail| (format!("{key}{}", detail.pointer), detail.what))
    });
    let own = tool
        .details
        .iter()
        .map(|detail| (detail.pointer.clone(), detail.what));
    let places: Vec<(String, _)> = own.chain(of_schemas).collect();
    if places.is_empty() {
        return;
    }
    let shown: Vec<String> = places
        .iter()
        .take(6)
        .map(|(place, what)| format!("{place} {}", json!(what).as_str().unwrap_or_default()))
        .collect();
    let more = if places.len() > 6 { ", ..." } else { "" };
    let message = format!(
        "`{}`: texts or metadata differ: {}{more}",
        tool.name(),
        shown.join(", ")
    );
    findings.push(placing.whole(tool, Finding::new("metadata", Level::Note, message)));
}

impl Placing<'_> {
    fn is_for_servers(self) -> bool {
        matches!(self, Self::New { servers: true, .. })
    }

    /// The finding at the place of a change below a schema of the tool.
    fn place(self, tool: &ToolChange, schema: &str, change: &Change, finding: Finding) -> Finding {
        let (input, id, pointer) = match self {
            Self::Old(input) => (input, &tool.old, &change.old),
            Self::New { new, .. } => (new, &tool.new, &change.new),
        };
        let pointer = format!("{schema}{pointer}");
        put(input, id.as_deref(), &pointer, finding)
    }

    /// The finding at the tool itself, in whichever version has it.
    fn whole(self, tool: &ToolChange, finding: Finding) -> Finding {
        let (input, id) = match (self, &tool.new) {
            (Self::Old(input), _) => (input, &tool.old),
            (Self::New { new, .. }, Some(_)) => (new, &tool.new),
            (Self::New { old, .. }, None) => (old, &tool.old),
        };
        put(input, id.as_deref(), "", finding.of_tool(tool.name()))
    }
}

fn put(input: &Input, id: Option<&str>, pointer: &str, finding: Finding) -> Finding {
    let found = id.and_then(|id| input.tools.iter().find(|tool| tool.id == id));
    match found {
        Some(tool) => input.finding(tool, pointer, finding),
        None => finding,
    }
}
