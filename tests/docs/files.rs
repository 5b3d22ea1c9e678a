//! Documentation in files.

use std::fs;
use std::path::{Path, PathBuf};

use toolmodel_runtime::docs::{
    DetailLevel, DocEntry, DocStore, DocsError, FileDocs, FileProblems, InMemoryDocs, MAX_EXAMPLES,
};
use toolmodel_runtime::{Schema, Tool};

/// A folder with these files, made anew.
pub(super) fn folder(name: &str, files: &[(&str, &[u8])]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("docs")
        .join(name);
    if folder.exists() {
        fs::remove_dir_all(&folder).unwrap();
    }
    fs::create_dir_all(&folder).unwrap();
    for (path, text) in files {
        let path = folder.join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}

/// The problems of a folder, one line each, without the folder.
pub(super) fn problems(folder: &Path) -> Vec<String> {
    let DocsError::Files(problems) = FileDocs::load(folder).unwrap_err() else {
        panic!("another error");
    };
    lines(folder, &problems)
}

fn lines(folder: &Path, problems: &FileProblems) -> Vec<String> {
    let prefix = format!("{}{}", folder.display(), std::path::MAIN_SEPARATOR);
    problems
        .to_string()
        .lines()
        .map(|line| line.replace(&prefix, ""))
        .collect()
}

const GET_REPO: &[u8] = br#"---
{
  "summary": "Fetch repository metadata: name, stars.",
  "references": ["https://example.com/a", "https://example.com/b"],
  "examples": [
    {"id": "rust", "title": "The compiler", "args": {"owner": "rust-lang"},
     "description": "Big.", "resultHint": "{\"stars\": 1}"},
    {"title": "None", "args": null}
  ]
}
---

Archived repositories are found too.
"#;

#[test]
fn markdown_and_json_files_are_read() {
    let folder = folder(
        "good",
        &[
            ("gh/get_repo.md", GET_REPO),
            (
                "gh/find.json",
                br#"{"summary": "Find.", "notes": "N", "references": ["r"]}"#,
            ),
            ("org/team/deep.name.md", b"First\nparagraph.\n\nRest.\n"),
            (
                "plain.md",
                "\u{feff}---\r\n{\"summary\": \"Quoted: é\"}\r\n---\r\nNotes\r\n".as_bytes(),
            ),
            ("README.md", b"---\nnot: docs\n---\n"),
            (".hidden/x.md", b"---\nnot: docs\n---\n"),
            ("gh/picture.png", b"\xff"),
        ],
    );
    let docs = FileDocs::load(&folder).unwrap();
    assert_eq!(
        docs.ids(),
        ["gh:find", "gh:get_repo", "org/team:deep.name", "plain"]
    );
    assert_eq!(docs.warnings(), []);
    let (_, entry) = docs.entries().find(|(id, _)| *id == "gh:get_repo").unwrap();
    assert_eq!(entry.summary, "Fetch repository metadata: name, stars.");
    assert_eq!(entry.notes, "Archived repositories are found too.");
    assert_eq!(
        entry.external_refs,
        ["https://example.com/a", "https://example.com/b"]
    );
    assert_eq!(entry.examples.len(), 2);
    assert_eq!(entry.examples[0].args["owner"], "rust-lang");
    assert_eq!(entry.examples[0].result_hint, "{\"stars\": 1}");
    let summary = |id: &str| docs.describe(id, DetailLevel::Summary).unwrap().summary;
    assert_eq!(summary("plain"), "Quoted: é");
    assert_eq!(summary("org/team:deep.name"), "First paragraph.");
    assert_eq!(summary("gh:find"), "Find.");
}

#[test]
fn tools_come_from_elsewhere() {
    let folder = folder("tools", &[("get_repo.md", GET_REPO)]);
    let tool = Tool::new("get_repo", Schema::no_params());
    let docs = FileDocs::load(&folder).unwrap();
    let error = docs.describe("get_repo", DetailLevel::Full).unwrap_err();
    assert!(matches!(error, DocsError::NoTool { .. }));
    let index = std::collections::HashMap::from([("get_repo".to_owned(), tool.clone())]);
    let docs = docs.with_index(index);
    let full = docs.describe("get_repo", DetailLevel::Full).unwrap();
    assert_eq!(full.examples, docs.list_examples("get_repo", 9).unwrap());
    let other = InMemoryDocs::new();
    other.register_tool(tool).unwrap();
    for (id, entry) in docs.entries() {
        other.register_doc(id, entry.clone()).unwrap();
    }
    assert_eq!(other.describe("get_repo", DetailLevel::Full).unwrap(), full);
}

#[test]
fn everything_wrong_is_told_with_its_line() {
    let folder = folder(
        "bad",
        &[
            (
                "a.md",
                b"---\n{\"sumary\": 0,\n\"examples\": [\n  {\"titel\": 1},\n  {\"title\": 1,\n   \"args\": [],\n   \
                  \"description\": {}},\n  7\n],\n\"references\": {\"a\": 1},\n\"summary\": [1]}\n---\n",
            ),
            ("b.md", b"---\n{\"summary\": \"x\",\n\"examples\": [1,\n  2\n---\nNotes\n"),
            ("c.md", b"---\n{\"summary\": \"never closed\"}\n"),
            ("d.json", b"{\"summary\": 1,\n \"examples\": [\n{\"args\": {\"a\": {\"b\": {\"c\": {\"d\": {\"e\": {}}}}}},\n\"x\": 1}],\n\"refs\": []}"),
            ("e.json", b"{\n\"summary\": \"x\",\n}"),
            ("f.json", b"[]"),
            ("g.md", b"one\ntwo \xff\n"),
            ("h.md", b"x"),
            ("h.json", b"{}"),
            ("i.json", b"{\"summary\": \"a\",\n\"summary\": \"b\"}"),
            ("not a name.md", b"x"),
            ("n:s/x.md", b"x"),
        ],
    );
    assert_eq!(
        problems(&folder),
        [
            "a.md:2: unknown key `sumary`; did you mean `summary`?",
            "a.md:4: unknown key `titel`; did you mean `title`?",
            "a.md:5: `title` must be a string, found a number",
            "a.md:6: `args` must be an object, found an array",
            "a.md:7: `description` must be a string, found an object",
            "a.md:8: item 2 must be an object, found a number",
            "a.md:10: `references` must be an array, found an object",
            "a.md:11: `summary` must be a string, found an array",
            "b.md:5: not JSON: expected `,` or `]`",
            "c.md:1: front matter has no closing `---`",
            "d.json:1: `summary` must be a string, found a number",
            "d.json:3: arguments have 6 levels and 5 keys, at most 5 levels and 50 keys are allowed",
            "d.json:4: unknown key `x`; known are `id`, `title`, `description`, `args`, `resultHint`",
            "d.json:5: unknown key `refs`; known are `summary`, `notes`, `examples`, `references`",
            "e.json:3: not JSON: trailing comma",
            "f.json:1: expected an object, found an array",
            "g.md:2: not UTF-8",
            "h.md: `h` is already documented in h.json",
            "i.json:2: key `summary` comes twice, and only the last one would count",
            "n:s/x.md: namespace contains `:`, which separates namespace and name in an id",
            "not a name.md: name contains ` `; allowed are A-Z, a-z, 0-9, `_`, `.` and `-`",
        ]
    );
}

#[test]
fn one_file_is_read_alone() {
    let json = br#"{"summary": "s", "externalRefs": ["r"]}"#;
    let files: [(&str, &[u8]); 4] = [
        ("a.md", GET_REPO),
        ("b.json", json),
        ("c.txt", b""),
        ("d.json", b"{\n\"x\": 1}"),
    ];
    let folder = folder("alone", &files);
    let read = |name: &str| DocEntry::from_file(folder.join(name));
    assert_eq!(read("a.md").unwrap().examples.len(), 2);
    let entry = read("b.json").unwrap();
    assert_eq!(entry, DocEntry::new("s").with_reference("r"));
    assert_eq!(
        serde_json::to_vec(&entry).unwrap(),
        br#"{"summary":"s","externalRefs":["r"]}"#
    );
    assert_eq!(
        lines(&folder, &read("c.txt").unwrap_err()),
        ["c.txt: expected a file that ends in `.md` or `.json`"]
    );
    assert!(lines(&folder, &read("d.json").unwrap_err())[0].starts_with("d.json:2: unknown key"));
    assert!(read("missing.md").is_err());
}

#[test]
fn texts_beyond_their_cap_are_warned_about() {
    let long = format!(
        "---\n{{\"summary\": \"{}\"}}\n---\n\n\n{}",
        "é".repeat(201),
        "n".repeat(2001)
    );
    let folder = folder("long", &[("t.md", long.as_bytes())]);
    let docs = FileDocs::load(&folder).unwrap();
    let warnings: Vec<String> = docs.warnings().iter().map(ToString::to_string).collect();
    let file = folder.join("t.md").display().to_string();
    assert_eq!(
        warnings,
        [
            format!("{file}:2: `summary` has 201 characters and is cut after 200"),
            format!("{file}:6: `notes` has 2001 characters and is cut after 2000"),
        ]
    );
    let summary = docs.describe("t", DetailLevel::Summary).unwrap().summary;
    assert_eq!(summary, "é".repeat(200));
}

#[test]
fn a_missing_folder_and_a_huge_file_are_errors() {
    let missing = Path::new(env!("CARGO_TARGET_TMPDIR")).join("docs/no-such-folder");
    let error = FileDocs::load(&missing).unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with(&format!("{}:", missing.display())),
        "{error}"
    );
    let folder = folder("huge", &[("t.md", &vec![b'a'; (1 << 20) + 1])]);
    assert_eq!(
        problems(&folder),
        ["t.md: 1048577 bytes, at most 1048576 are read"]
    );
}

#[test]
fn examples_beyond_the_cap_are_left_out_with_a_warning() {
    let examples: Vec<_> = (0..MAX_EXAMPLES + 2)
        .map(|i| serde_json::json!({"title": format!("t{i}")}))
        .collect();
    let json = serde_json::json!({"summary": "s", "examples": examples}).to_string();
    let folder = folder("many", &[("t.json", json.as_bytes())]);
    let docs = FileDocs::load(&folder).unwrap();
    assert_eq!(
        docs.list_examples("t", usize::MAX).unwrap().len(),
        MAX_EXAMPLES
    );
    assert!(
        docs.warnings()[0]
            .message
            .starts_with("there are 12 examples, the first 10 are kept"),
        "{:?}",
        docs.warnings()
    );
}

/// Of a file that is wrong throughout, not every mistake is told.
#[test]
fn a_flood_of_problems_is_cut() {
    let keys: Vec<String> = (0..20_000).map(|i| format!("\"k{i}\": 1")).collect();
    let json = format!("{{{}}}", keys.join(",\n"));
    let folder = folder("flood", &[("t.json", json.as_bytes())]);
    let told = problems(&folder);
    assert_eq!(told.len(), 101);
    assert!(told[99].starts_with("t.json:100: unknown key `k99`"));
    assert_eq!(told[100], "and 1 more");
    let Err(DocsError::Files(problems)) = FileDocs::load(&folder) else {
        panic!("another error");
    };
    assert_eq!(problems.problems().len(), 101);
    assert_eq!(
        problems.problems()[100].message,
        "and more that are not told"
    );
}

#[cfg(unix)]
mod special_files {
    use super::{FileDocs, Path, folder, problems};
    use std::os::unix::fs::symlink;
    use std::process::Command;
    use toolmodel_runtime::docs::{DocEntry, DocStore};

    #[test]
    fn only_regular_files_are_read() {
        let folder = folder("special", &[("a.md", b"x")]);
        let made = Command::new("mkfifo").arg(folder.join("pipe.md")).status();
        assert!(made.unwrap().success());
        symlink("/dev/zero", folder.join("zero.md")).unwrap();
        symlink("/dev/zero", folder.join("zero.txt")).unwrap();
        std::fs::create_dir(folder.join("folder.md")).unwrap();
        let outside = "leads out of the folder; such links are not followed";
        assert_eq!(
            problems(&folder),
            [
                "pipe.md: not a regular file".to_owned(),
                format!("zero.md: {outside}"),
            ]
        );
        let error = FileDocs::load_following_links(&folder).unwrap_err();
        assert!(error.to_string().contains("zero.md: not a regular file"));
        for name in ["pipe.md", "zero.md", "folder.md"] {
            let error = DocEntry::from_file(folder.join(name)).unwrap_err();
            assert_eq!(error.problems()[0].message, "not a regular file", "{name}");
        }
    }

    #[test]
    fn each_folder_is_read_once_and_at_its_own_place() {
        let folder = folder("loops", &[("t.md", b"t"), ("z/u.md", b"u")]);
        for i in 0..5 {
            symlink(".", folder.join(format!("l{i}"))).unwrap();
        }
        symlink("z", folder.join("a")).unwrap();
        symlink("t.md", folder.join("v.md")).unwrap();
        for docs in [
            FileDocs::load(&folder),
            FileDocs::load_following_links(&folder),
        ] {
            assert_eq!(docs.unwrap().ids(), ["t", "v", "z:u"]);
        }
    }

    #[test]
    fn links_out_of_the_folder_are_followed_only_when_asked() {
        let outside = folder("outside", &[("secret.md", b"secret"), ("ns/s.md", b"s")]);
        let folder = folder("inside", &[("t.md", b"t")]);
        symlink(outside.join("secret.md"), folder.join("p.md")).unwrap();
        symlink(outside.join("ns"), folder.join("ns")).unwrap();
        symlink(Path::new(".."), folder.join("up")).unwrap();
        let problems = problems(&folder);
        assert_eq!(problems.len(), 3, "{problems:?}");
        assert!(problems.iter().all(|problem| problem.contains("leads out")));
        std::fs::remove_file(folder.join("up")).unwrap();
        let docs = FileDocs::load_following_links(&folder).unwrap();
        assert_eq!(docs.ids(), ["ns:s", "p", "t"]);
    }
}

mod any_text {
    use super::{FileDocs, folder};
    use proptest::prelude::*;

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(150))]

        #[test]
        fn never_panics(
            markdown in r#"(---\n)?([a-z]{0,9}:? ?|[\[\]{}",:\\]|é|\n|---\n|"summary": |"examples": ?\[?|\{\}?){0,40}"#,
            json in r#"\{("summary"|"examples"|[\[\]{}",:\\]|é|\n|1|null){0,30}\}?"#,
        ) {
            let folder = folder(
                "any",
                &[("a.md", markdown.as_bytes()), ("b.json", json.as_bytes())],
            );
            let _ = FileDocs::load(folder);
        }
    }
}
