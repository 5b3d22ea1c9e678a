//! A comparison as a table: each tool, and both of its sides.

use std::fmt::Write as _;

use toolmodel_runtime::compare::{Bump, Fate, ListChange, SchemaChange, ToolChange, Verdict};

use crate::cli::commands::count;
use crate::cli::format::text::{BAD, GOOD, ODD, styled};

/// The tools that differ, or all of them, and how the version number should change.
pub(super) fn render(change: &ListChange, who: &str, all: bool) -> String {
    let mut out = String::new();
    for tool in change
        .tools
        .iter()
        .filter(|tool| all || !tool.is_unchanged())
    {
        let word = format!("{:<10}", word(tool.verdict));
        let name = match (&tool.old, &tool.new) {
            (Some(old), Some(new)) if old != new => format!("{old} -> {new}"),
            _ => tool.name().to_owned(),
        };
        let _ = writeln!(
            out,
            "{}  {name}{}",
            styled(style(tool.verdict), &word),
            sides(tool)
        );
    }
    let of = |verdict: Verdict| {
        let changed = change.with_verdict(verdict);
        changed.filter(|tool| !tool.is_unchanged()).count()
    };
    let same = change
        .tools
        .iter()
        .filter(|tool| tool.is_unchanged())
        .count();
    let bump = match change.bump {
        Bump::None => "none",
        Bump::Patch => "patch",
        Bump::Minor => "minor",
        _ => "major",
    };
    let whose = match who {
        "servers" => "servers of the old version with new callers",
        _ => "callers of the old version with new servers",
    };
    let tools = count(change.tools.len(), "tool");
    let _ = writeln!(
        out,
        "{whose}: {}\n{tools}: {} breaking, {} undecided, {} compatible, {same} unchanged\nsuggested version bump: {bump}",
        styled(style(change.verdict), word(change.verdict)),
        of(Verdict::Breaking),
        of(Verdict::Undecided),
        of(Verdict::Compatible),
    );
    out
}

fn word(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Compatible => "compatible",
        Verdict::Breaking => "breaking",
        _ => "undecided",
    }
}

fn style(verdict: Verdict) -> anstyle::Style {
    match verdict {
        Verdict::Compatible => GOOD,
        Verdict::Breaking => BAD,
        _ => ODD,
    }
}

fn sides(tool: &ToolChange) -> String {
    match tool.fate {
        Fate::Gone => return "  (gone)".to_owned(),
        Fate::New => return "  (new)".to_owned(),
        _ => {}
    }
    let side = |name: &str, schema: &Option<SchemaChange>| {
        let schema = schema.as_ref()?;
        let state = if schema.is_unchanged() {
            "unchanged"
        } else {
            word(schema.verdict)
        };
        Some(format!("{name} {state}"))
    };
    let sides: Vec<String> = [side("input", &tool.input), side("output", &tool.output)]
        .into_iter()
        .flatten()
        .collect();
    format!("  ({})", sides.join(", "))
}
