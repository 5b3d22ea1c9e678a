//! What a folder of documentation costs is bounded, and so is what is said of it.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use toolmodel_runtime::docs::{
    DocEntry, DocsError, FileDocs, FileProblems, MAX_EXAMPLES, MAX_REFERENCES,
};

use super::files::{folder, problems};

fn errors(folder: &Path) -> FileProblems {
    match FileDocs::load(folder) {
        Err(DocsError::Files(problems)) => problems,
        other => panic!("{other:?}"),
    }
}

/// A file of so many equal items between its start and its end.
fn listed(before: &str, item: &str, count: usize, after: &str) -> String {
    format!("{before}{}{after}", item.repeat(count))
}

#[test]
fn what_is_beyond_the_caps_is_not_kept() {
    let examples = listed(
        r#"{"summary":"s","examples":["#,
        r#"{"title":""},"#,
        79_000,
        "{}]}",
    );
    let empty = listed(r#"{"summary":"s","examples":["#, "{},", 340_000, "7]}");
    let references = listed(r#"{"summary":"s","references":["#, r#""","#, 330_000, "7]}");
    let files: [(&str, &[u8]); 3] = [
        ("examples.json", examples.as_bytes()),
        ("empty.json", empty.as_bytes()),
        ("references.json", references.as_bytes()),
    ];
    let folder = folder("beyond", &files);
    let start = Instant::now();
    let docs = FileDocs::load(&folder).unwrap();
    // Far more than is needed, even without optimisation.
    assert!(
        start.elapsed() < Duration::from_secs(10),
        "{:?}",
        start.elapsed()
    );
    let kept: Vec<_> = docs
        .entries()
        .map(|(id, entry)| (id, entry.examples.len(), entry.external_refs.len()))
        .collect();
    assert_eq!(
        kept,
        [
            ("empty", MAX_EXAMPLES, 0),
            ("examples", MAX_EXAMPLES, 0),
            ("references", 0, MAX_REFERENCES)
        ]
    );
    let warnings = docs.warnings().iter();
    let warnings: Vec<&str> = warnings.map(|warning| warning.message.as_str()).collect();
    assert_eq!(
        warnings,
        [
            "there are 340001 examples, the first 10 are kept",
            "there are 79001 examples, the first 10 are kept",
            "there are 330001 references, the first 100 are kept",
        ]
    );
    let alone = DocEntry::from_file(folder.join("references.json")).unwrap();
    assert_eq!(alone.external_refs.len(), MAX_REFERENCES);
}

#[test]
fn arguments_beyond_their_caps_are_measured() {
    let start = r#"{"summary":"s","examples":[{"title":"t","args":{"a":["#;
    let numbers = listed(start, "0,", 500_000, "0]}}]}");
    let objects = listed(start, "{},", 300_000, "{}]}}]}");
    let deep = listed(start, "[", 100, &format!("{}]}}}}]}}", "]".repeat(100)));
    let files: [(&str, &[u8]); 3] = [
        ("numbers.json", numbers.as_bytes()),
        ("objects.json", objects.as_bytes()),
        ("deep.json", deep.as_bytes()),
    ];
    let allowed = "at most 5 levels and 50 keys are allowed";
    assert_eq!(
        problems(&folder("wide-args", &files)),
        [
            format!("deep.json:1: arguments have 102 levels and 101 keys, {allowed}"),
            format!("numbers.json:1: arguments have 2 levels and 500002 keys, {allowed}"),
            format!("objects.json:1: arguments have 3 levels and 300002 keys, {allowed}"),
        ]
    );
}

/// Each file is short and within its caps, and holds many times its bytes.
#[test]
fn entries_that_hold_much_are_refused() {
    let example = format!(r#"{{"args":{{"a":[{}0]}}}}"#, "0,".repeat(48));
    let text = format!(
        r#"{{"summary":"s","examples":[{}]}}"#,
        vec![example; 10].join(",")
    );
    let folder = folder("heavy", &[]);
    for i in 0..4000 {
        fs::write(folder.join(format!("t{i}.json")), &text).unwrap();
    }
    assert_eq!(
        errors(&folder).problems()[0].message,
        "the entries hold more than 134217728 bytes"
    );
}

#[test]
fn files_of_a_folder_are_read_up_to_a_sum() {
    let folder = folder("sum", &[("t.md", &vec![b'a'; 1 << 20])]);
    for i in 0..32 {
        fs::hard_link(folder.join("t.md"), folder.join(format!("t{i}.md"))).unwrap();
    }
    let text = errors(&folder).to_string();
    assert!(
        text.ends_with("this takes more than 33554432 steps of work"),
        "{text}"
    );
}

#[test]
fn of_many_problems_a_hundred_are_told() {
    let folder = folder("flooded", &[]);
    let keys: Vec<String> = (0..150).map(|i| format!("\"k\\u0000{i}\":1")).collect();
    let text = format!("{{{}}}", keys.join(","));
    for i in 0..101 {
        fs::write(folder.join(format!("t{i}.json")), &text).unwrap();
    }
    let problems = errors(&folder);
    let text = problems.to_string();
    assert_eq!(text.lines().count(), 101);
    assert!(text.ends_with("\nand 10101 more"), "{text}");
    assert!(text.len() < 50_000, "{} bytes", text.len());
    assert_eq!(problems.problems().len(), 10_000);
    assert_eq!(problems.untold(), 201);
}

#[test]
fn keys_are_escaped_and_no_secrets() {
    let json = r#"{"token=hunter2": 1, "token=hunter2": 1, "\u001b[31m": 1, "password": 1}"#;
    let long = format!("---\n{{}}\npassword=hunter2{}\n---\n", "x".repeat(100_000));
    let cut = format!("---\n{{}}\n{}\n---\n", "x\u{1b}".repeat(100_000));
    let files: [(&str, &[u8]); 3] = [
        ("a.json", json.as_bytes()),
        ("b.md", long.as_bytes()),
        ("c.md", cut.as_bytes()),
    ];
    let known = "known are `summary`, `notes`, `examples`, `references`";
    let mut shown = String::new();
    (0..30).for_each(|_| write!(shown, "x\\u{{1b}}").unwrap());
    assert_eq!(
        problems(&folder("hostile-keys", &files)),
        [
            format!("a.json:1: unknown key of 13 characters; {known}"),
            format!("a.json:1: unknown key `\\u{{1b}}[31m`; {known}"),
            format!("a.json:1: unknown key `password`; {known}"),
            "a.json:1: key of 13 characters comes twice, and only the last one would count".into(),
            "b.md:2: a string of 100016 characters follows the JSON object".into(),
            format!("c.md:2: `{shown}…` follows the JSON object"),
        ]
    );
}

#[cfg(unix)]
#[test]
fn names_of_files_are_escaped_and_no_secrets() {
    let files: [(&str, &[u8]); 6] = [
        ("a\u{1b}[31mb.md", b"s"),
        ("b\n\u{202e}/x.md", b"s"),
        ("b\n\u{202e}/x.json", b"{}"),
        ("b\n\u{202e}/y .md", b"s"),
        ("AKIAIOSFODNN7EXAMPLE.json", b"{}"),
        ("AKIAIOSFODNN7EXAMPLE.md", b"s"),
    ];
    let folder = folder("hostile-names", &files);
    let text = errors(&folder).to_string();
    assert!(!text.contains("AKIA"), "{text}");
    assert!(
        text.contains("hostile-names/…: this id is already documented in "),
        "{text}"
    );
    assert!(text.contains("hostile-names/a\\u{1b}[31mb.md: "), "{text}");
    assert!(
        text.contains("hostile-names/b\\n\\u{202e}/x.md: "),
        "{text}"
    );
    assert!(!text.replace('\n', "").contains(char::is_control), "{text}");
}
