//! Tools and lists of tools: gone, new, renamed, and what changes nothing.

use serde_json::{Value, json};
use toolmodel_runtime::Tool;
use toolmodel_runtime::compare::{self, Bump, Fate, Side, Verdict};

fn tool(value: Value) -> Tool {
    Tool::from_value(value).unwrap()
}

fn named(name: &str) -> Value {
    json!({
        "name": name,
        "description": format!("Does {name}."),
        "inputSchema": {
            "type": "object",
            "properties": {"id": {"type": "integer"}},
            "required": ["id"],
            "additionalProperties": false,
        },
        "outputSchema": {"type": "object", "properties": {"ok": {"type": "boolean"}}, "required": ["ok"]},
    })
}

#[test]
fn texts_hints_and_metadata_are_harmless() {
    let old = tool(named("a"));
    let mut changed = named("a");
    changed["description"] = json!("Does it better.");
    changed["title"] = json!("A");
    changed["annotations"] = json!({"readOnlyHint": true});
    changed["_meta"] = json!({"example.com/x": 1});
    changed["version"] = json!("1.2.3");
    changed["inputSchema"]["properties"]["id"]["description"] = json!("Which one.");
    let change = compare::tools(&old, &tool(changed));
    assert_eq!(
        (change.verdict, change.bump),
        (Verdict::Compatible, Bump::Patch)
    );
    assert_eq!(change.fate, Fate::Kept);
    assert_eq!(
        change.to_string(),
        "a: compatible\n  \
         input: compatible\n    harmless: /properties/id/description added\n  \
         harmless: /_meta added\n  harmless: /annotations added\n  \
         harmless: /description changed\n  harmless: /title added\n  harmless: /version added"
    );
    let same = compare::tools(&old, &old.clone());
    assert!(same.is_unchanged());
    assert_eq!(same.to_string(), "a: unchanged");
}

#[test]
fn a_hint_that_changes_is_told_by_its_place() {
    let mut before = named("a");
    before["annotations"] = json!({"readOnlyHint": true, "title": "A"});
    let mut after = named("a");
    after["annotations"] = json!({"readOnlyHint": false, "title": "A"});
    let change = compare::tools(&tool(before), &tool(after));
    let told: Vec<String> = change.details.iter().map(ToString::to_string).collect();
    assert_eq!(told, ["/annotations/readOnlyHint changed"]);
    assert_eq!(change.bump, Bump::Patch);
}

#[test]
fn lists_tell_what_is_gone_new_moved_and_renamed() {
    let mut moved = named("moved");
    moved["namespace"] = json!("old");
    let old: Vec<Tool> = [named("kept"), named("gone"), moved.clone(), named("before")]
        .into_iter()
        .map(tool)
        .collect();
    moved["namespace"] = json!("new");
    let mut renamed = named("before");
    renamed["name"] = json!("after");
    let mut added = named("new");
    added["inputSchema"] = json!({"type": "object"});
    let new: Vec<Tool> = [added, renamed, moved, named("kept")]
        .into_iter()
        .map(tool)
        .collect();
    let change = compare::lists(&old, &new);
    let fates: Vec<(&str, Fate, Verdict, Bump)> = change
        .tools
        .iter()
        .map(|it| (it.name(), it.fate, it.verdict, it.bump))
        .collect();
    assert_eq!(
        fates,
        [
            ("kept", Fate::Kept, Verdict::Compatible, Bump::None),
            ("gone", Fate::Gone, Verdict::Breaking, Bump::Major),
            ("old:moved", Fate::Moved, Verdict::Compatible, Bump::Minor),
            ("before", Fate::Renamed, Verdict::Breaking, Bump::Major),
            ("new", Fate::New, Verdict::Compatible, Bump::Minor),
        ]
    );
    assert_eq!(
        (change.verdict, change.bump),
        (Verdict::Breaking, Bump::Major)
    );
    assert_eq!(change.with_verdict(Verdict::Breaking).count(), 2);
    assert_eq!(
        change.to_string(),
        "gone: breaking: the tool is gone\n\
         old:moved: compatible: the tool is now `new:moved`\n\
         before: breaking: the tool is now `after`\n\
         new: compatible: the tool is new\n\
         breaking; suggested version bump: major"
    );
    let only_new = compare::lists(&old[..1], [&old[0], &new[0]]);
    assert_eq!(
        (only_new.verdict, only_new.bump),
        (Verdict::Compatible, Bump::Minor)
    );
}

#[test]
fn a_servers_list_knows_no_namespaces() {
    let mut ours = named("a");
    ours["namespace"] = json!("gh");
    let change = compare::lists([&tool(ours)], [&tool(named("a"))]);
    assert_eq!(change.tools[0].fate, Fate::Kept);
    assert!(change.is_unchanged(), "{change}");
    assert_eq!(change.to_string(), "nothing has changed");
}

#[test]
fn two_tools_of_one_id_are_compared_in_their_order() {
    let mut other = named("a");
    other["inputSchema"] = json!({"type": "object"});
    let list = [tool(named("a")), tool(other)];
    assert!(compare::lists(&list, &list).is_unchanged());
    let change = compare::lists(&list, &list[..1]);
    assert_eq!(change.tools[1].fate, Fate::Gone);
}

#[test]
fn an_output_schema_that_comes_is_a_promise_and_one_that_goes_breaks_it() {
    let with = tool(named("a"));
    let mut without = named("a");
    without
        .as_object_mut()
        .unwrap()
        .shift_remove("outputSchema");
    let without = tool(without);
    let came = compare::tools(&without, &with);
    assert_eq!(
        (came.verdict, came.bump),
        (Verdict::Compatible, Bump::Minor)
    );
    let went = compare::tools(&with, &without);
    assert_eq!((went.verdict, went.bump), (Verdict::Breaking, Bump::Major));
    let output = went.output.unwrap();
    assert_eq!(output.proof(), Some(&json!({})));
    let mut anything = named("a");
    anything["outputSchema"] = json!(true);
    assert_eq!(
        compare::tools(&tool(anything), &without).verdict,
        Verdict::Compatible
    );
}

#[test]
fn whether_calls_may_be_tasks_cannot_be_shown_by_an_instance() {
    let support = |support: &str| {
        let mut value = named("a");
        value["execution"] = json!({"taskSupport": support});
        tool(value)
    };
    let plain = tool(named("a"));
    let verdict = |old: &Tool, new: &Tool| compare::tools(old, new).verdict;
    assert_eq!(verdict(&plain, &support("forbidden")), Verdict::Compatible);
    assert_eq!(verdict(&plain, &support("optional")), Verdict::Compatible);
    assert_eq!(verdict(&plain, &support("required")), Verdict::Undecided);
    assert_eq!(verdict(&support("optional"), &plain), Verdict::Undecided);
}

#[test]
fn a_header_of_a_parameter_is_no_harmless_annotation() {
    let mut with = named("a");
    with["inputSchema"]["properties"]["id"]["x-mcp-header"] = json!("Id");
    let change = compare::tools(&tool(named("a")), &tool(with.clone()));
    assert_eq!(
        (change.verdict, change.bump),
        (Verdict::Undecided, Bump::Major)
    );
    assert_eq!(
        change.findings[0].to_string(),
        "/inputSchema/properties/id/x-mcp-header: the header of a parameter was added"
    );
    assert!(change.input.unwrap().annotations.is_empty());
    assert!(compare::tools(&tool(with.clone()), &tool(with)).is_unchanged());
}

#[test]
fn results_serialise_for_other_programs() {
    let old = tool(named("a"));
    let mut new = named("a");
    new["inputSchema"]["properties"]["id"] = json!({"type": "integer", "maximum": 9});
    let change = compare::lists([&old], [&tool(new)]);
    let json = serde_json::to_value(&change).unwrap();
    assert_eq!(json["verdict"], "breaking");
    assert_eq!(json["bump"], "major");
    assert_eq!(
        json["tools"][0]["input"]["findings"],
        json!([{
            "verdict": "breaking",
            "old": "/properties/id",
            "new": "/properties/id",
            "message": "the number 10 may be sent, and is not accepted",
            "proof": {"id": 10},
        }])
    );
    assert_eq!(json["tools"][0]["output"]["same"], true);
}

#[test]
fn both_sides_of_a_result_are_judged_in_their_own_direction() {
    let old = tool(named("a"));
    let mut new = named("a");
    new["inputSchema"]["properties"]["id"] = json!({"type": ["integer", "string"]});
    new["outputSchema"]["properties"]["ok"] = json!({"type": ["boolean", "null"]});
    let change = compare::tools(&old, &tool(new.clone()));
    assert_eq!(change.input.unwrap().verdict, Verdict::Compatible);
    let output = change.output.unwrap();
    assert_eq!(output.verdict, Verdict::Breaking);
    assert_eq!(output.proof(), Some(&json!({"ok": null})));
    let back = compare::tools(&tool(new), &old);
    assert_eq!(back.input.unwrap().verdict, Verdict::Breaking);
    assert_eq!(back.output.unwrap().verdict, Verdict::Compatible);
    assert_eq!(
        (Side::Input.to_string(), Side::Output.to_string()),
        ("input".into(), "output".into())
    );
}
