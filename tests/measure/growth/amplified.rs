//! Shapes of schemas whose parts multiply: references, combinations and long names of which little
//! text makes much work, unless somebody counts.

use serde_json::{Value, json};

use crate::shapes::{Shape, named, object};

/// The input schemas of tools.
pub(crate) const SHAPES: [Shape; 36] = [
    ("many anchors", 50, anchors),
    ("many definitions of one name", 50, same_endings),
    ("large definition often", 200, large_definition),
    ("definitions that double", 12, doubling),
    ("chain of properties", 20, property_chain),
    ("many allOf at the root", 50, root_all_of),
    ("conditions on itself at the root", 4, root_of_itself),
    ("deep allOf", 10, deep_all_of),
    ("deep unions", 10, deep_unions),
    ("recursive unions", 20, recursive_unions),
    ("recursive unions alike", 5, recursive_unions_alike),
    ("intersections that double", 3, intersections),
    ("lists that overlap", 20, overlapping),
    ("long key above many", 400, long_key_above_many),
    (
        "long key above many mistakes",
        400,
        long_key_above_many_mistakes,
    ),
    ("many headers", 50, headers),
    ("many defaults", 100, defaults),
    ("many unions of one name", 20, unions_of_one_name),
    ("many numbers", 400, numbers),
    ("many listed objects", 100, listed_objects),
    ("many divisors of one number", 20, divisors),
    ("many patterns of one text", 10, patterns_of_one),
    ("wide and recursive", 20, wide_recursive),
    ("documents inside documents", 2, documents),
    ("many names of one place", 50, many_names),
    ("copies of a list", 20, copied_list),
    ("chain of documents", 20, document_chain),
    ("ways through documents", 2, document_ways),
    ("references to all levels", 8, levels),
    ("long list of definitions", 500, long_list),
    ("many dynamic anchors", 400, dynamic_anchors),
    ("definitions of each other", 5, each_other),
    ("names beside patterns", 40, names_beside_patterns),
    ("branches with patterns", 30, branches_with_patterns),
    ("values with patterns", 100, values_with_patterns),
    ("alternatives of many names", 400, alternatives_of_names),
];

fn anchors(n: usize) -> Value {
    let mut schema = object(named(n, |i| json!({"$ref": format!("#anchor{i}")})));
    schema["$defs"] = named(
        n,
        |i| json!({"$anchor": format!("anchor{i}"), "type": "string"}),
    );
    schema
}

fn same_endings(n: usize) -> Value {
    let place = |i| json!({"$ref": format!("#/$defs/name{i}/properties/same")});
    let mut schema = object(named(n, place));
    schema["$defs"] = named(
        n,
        |i| json!({"properties": {"same": {"type": "object", "title": i.to_string()}}}),
    );
    schema["additionalProperties"] = json!(false);
    schema
}

/// Written out at every place, this is as long as the square of its size.
fn large_definition(n: usize) -> Value {
    let values: Vec<String> = (0..4 * n).map(|i| format!("value{i}")).collect();
    let mut schema = object(named(n, |_| json!({"$ref": "#/$defs/large"})));
    schema["$defs"] = json!({"large": {"type": "string", "enum": values}});
    schema
}

fn doubling(n: usize) -> Value {
    let mut schema = object(json!({"first": {"$ref": "#/$defs/name0"}}));
    schema["$defs"] = named(n, |i| match i + 1 {
        next if next < n => {
            let next = json!({"$ref": format!("#/$defs/name{next}")});
            json!({"allOf": [next, next]})
        }
        _ => json!({"type": "string", "minLength": 1}),
    });
    schema
}

fn property_chain(n: usize) -> Value {
    let mut schema = object(json!({"first": {"$ref": "#/$defs/name0"}}));
    schema["$defs"] = named(n, |i| match i + 1 {
        next if next < n => object(json!({"next": {"$ref": format!("#/$defs/name{next}")}})),
        _ => json!({"type": "string"}),
    });
    schema
}

fn root_all_of(n: usize) -> Value {
    let part = |i| json!({"properties": {"one": {"minimum": i}}});
    json!({"type": "object", "allOf": (0..n).map(part).collect::<Vec<_>>()})
}

fn deep_all_of(n: usize) -> Value {
    let leaf = json!({"type": "object", "properties": {"end": {"type": "integer"}}});
    let around =
        |below, i| json!({"allOf": [below, {"properties": {format!("p{i}"): {"type": "string"}}}]});
    object(json!({"a": (0..n).fold(leaf, around)}))
}

fn deep_unions(n: usize) -> Value {
    let leaf = json!({"type": "integer"});
    let around =
        |below, i| json!({"anyOf": [below, {"type": "object", "required": [format!("p{i}")]}]});
    object(json!({"a": (0..n).fold(leaf, around)}))
}

/// Every part leads to the root again, and has something that only words can say.
fn root_of_itself(n: usize) -> Value {
    let part = |i| json!({"$ref": "#", "dependentSchemas": {format!("p{i}"): {"$ref": "#"}}});
    json!({"type": "object", "allOf": (0..n).map(part).collect::<Vec<_>>()})
}

fn recursive_unions(n: usize) -> Value {
    let branch = |i| {
        json!({
            "type": "object",
            "properties": {"below": {"$ref": "#/$defs/node"}, format!("p{i}"): {"type": "string"}},
            "required": ["below"]
        })
    };
    let mut schema = object(json!({"a": {"$ref": "#/$defs/node"}}));
    schema["$defs"] = json!({"node": {"anyOf": (0..n).map(branch).collect::<Vec<_>>()}});
    schema
}

/// Only what is in the texts tells the alternatives apart.
fn recursive_unions_alike(n: usize) -> Value {
    let branch = |i| {
        object(json!({
            "below": {"$ref": "#/$defs/node"}, "p1": {"type": "string", "pattern": format!("^{i}")}
        }))
    };
    let mut schema = object(json!({"a": {"$ref": "#/$defs/node"}}));
    schema["$defs"] = json!({"node": {"anyOf": (0..n).map(branch).collect::<Vec<_>>()}});
    schema
}

/// Each property is what two of the definitions say, and so on from there.
fn intersections(n: usize) -> Value {
    let reference = |i: usize| json!({"$ref": format!("#/$defs/name{i}")});
    let mut schema = object(json!({"first": reference(0)}));
    schema["$defs"] = named(n + 1, |i| match i {
        0 => object(json!({"a": {"allOf": [reference(0), reference(1)]}, "b": reference(0)})),
        last if last == n => json!({"type": "object", "required": ["z"]}),
        _ => object(json!({"a": reference(i + 1), "b": reference(i + 1)})),
    });
    schema
}

fn overlapping(n: usize) -> Value {
    let part = |i| {
        let values: Vec<String> = (i..i + 20).map(|value| format!("value{value}")).collect();
        json!({"enum": values})
    };
    object(json!({"a": {"anyOf": (0..n).map(part).collect::<Vec<_>>()}}))
}

fn long_key_above_many(n: usize) -> Value {
    let below = object(named(
        n,
        |_| json!({"type": "string", "pattern": "(?<=a)b", "not": {}}),
    ));
    object(json!({"k".repeat(10 * n): below}))
}

fn long_key_above_many_mistakes(n: usize) -> Value {
    let below = object(named(
        n,
        |_| json!({"type": "strin", "required": "x", "anyOf": {}}),
    ));
    object(json!({"k".repeat(10 * n): below}))
}

fn headers(n: usize) -> Value {
    object(named(
        n,
        |i| json!({"type": "string", "x-mcp-header": format!("Name-{i}")}),
    ))
}

fn defaults(n: usize) -> Value {
    let one = json!({"a": [1, 2, {"b": "text"}]});
    object(named(
        n,
        |_| json!({"type": "object", "default": one, "examples": [one, one]}),
    ))
}

fn unions_of_one_name(n: usize) -> Value {
    let branch = |i| json!({"title": "Same", "type": "object", "properties": {format!("p{i}"): {"type": "string"}}, "required": [format!("p{i}")]});
    object(named(n, |i| json!({"oneOf": [branch(i), branch(i + 1)]})))
}

fn numbers(n: usize) -> Value {
    object(json!({"a": {"type": "array", "items": {"enum": (0..n).collect::<Vec<_>>()}}}))
}

fn listed_objects(n: usize) -> Value {
    let values = (0..n).map(|i| json!({"k": i, "v": [i]}));
    object(json!({"a": {"enum": values.collect::<Vec<_>>()}}))
}

fn divisors(n: usize) -> Value {
    let parts = (0..n).map(|i| json!({"multipleOf": i + 2}));
    object(json!({"a": {"type": "integer", "allOf": parts.collect::<Vec<_>>()}}))
}

fn patterns_of_one(n: usize) -> Value {
    let parts = (0..n).map(|i| json!({"pattern": format!("^[a-z]*{i}?$")}));
    object(json!({"a": {"type": "string", "allOf": parts.collect::<Vec<_>>()}}))
}

/// Each is compiled for every chain of documents that leads to it.
fn documents(n: usize) -> Value {
    let around = |below, i| {
        let own = json!({"$ref": format!("#a{i}")});
        let outermost = json!({"$ref": "https://example.com/#outermost"});
        let mut schema = object(json!({"down": below, "own": own, "outermost": outermost}));
        schema["$id"] = json!(format!("d{i}/"));
        schema["$anchor"] = json!(format!("a{i}"));
        schema
    };
    let mut schema = object(json!({"first": (0..n).fold(object(json!({})), around)}));
    schema["$id"] = json!("https://example.com/");
    schema["$anchor"] = json!("outermost");
    schema
}

fn many_names(n: usize) -> Value {
    let reference = |i: usize| json!({"$ref": format!("#/allOf/{}", "0".repeat(i % 100 + 1))});
    let mut schema = object(named(n, reference));
    schema["allOf"] = json!([object(named(n, |_| json!({"type": "string"})))]);
    schema
}

/// Documents that each lead to one with many values, which is compiled for each.
fn copied_list(n: usize) -> Value {
    let mut schema = object(named(n, |i| json!({"$ref": format!("d{i}")})));
    let values: Vec<String> = (0..n).map(|i| format!("value{i}")).collect();
    schema["$defs"] = named(n, |i| {
        let mut document = object(json!({"a": {"$ref": "large"}}));
        document["$id"] = json!(format!("d{i}"));
        document
    });
    schema["$defs"]["large"] = json!({"$id": "large", "enum": values});
    schema["$id"] = json!("https://example.com/");
    schema
}

/// Each leads to the next, and all have the same anchors.
fn document_chain(n: usize) -> Value {
    let mut schema = object(json!({"first": {"$ref": "d0"}}));
    schema["$id"] = json!("https://example.com/");
    schema["$defs"] = named(n, |i| {
        let next = format!("d{}", (i + 1) % n);
        let members = json!({"next": {"$ref": next}, "item": {"$dynamicRef": "#item"}});
        let mut document = object(members);
        document["$id"] = json!(format!("d{i}"));
        document["$defs"] = json!({"item": {"$dynamicAnchor": "item", "type": "string"}});
        document
    });
    schema
}

/// The ways to the last double with every document, and on each way other ones answer to the names.
fn document_ways(n: usize) -> Value {
    let document = |level: usize, side: &str| {
        let next = |side| json!({"$ref": format!("{side}{}", level + 1)});
        let mut document = object(json!({"a": next("a"), "b": next("b")}));
        if level == n {
            document = object(named(n, |i| json!({"$dynamicRef": format!("#n{i}")})));
            document["$defs"] = named(n, |i| json!({"$dynamicAnchor": format!("n{i}")}));
        } else {
            let own = json!({"$dynamicAnchor": format!("n{level}"), "const": side});
            document["$defs"] = json!({"own": own});
        }
        document["$id"] = json!(format!("{side}{level}"));
        document
    };
    let mut schema = object(json!({"first": {"$ref": "a0"}}));
    schema["$id"] = json!("https://example.com/");
    let sides = named(
        n + 1,
        |level| json!({"$defs": {"a": document(level, "a"), "b": document(level, "b")}}),
    );
    schema["$defs"] = sides;
    schema
}

/// Objects within each other, and within the innermost references to all of them.
fn levels(n: usize) -> Value {
    let place = |i| json!({"$ref": format!("#{}", "/properties/down".repeat(i))});
    (0..n).fold(object(named(n, place)), |below, _| {
        let mut level = object(named(20, |_| json!({"type": "string"})));
        level["properties"]["down"] = below;
        level
    })
}

fn long_list(n: usize) -> Value {
    let mut schema = object(json!({"first": {"$ref": "#/$defs/name0"}}));
    schema["$defs"] = named(n, |i| {
        object(json!({"next": {"$ref": format!("#/$defs/name{}", (i + 1) % n)}}))
    });
    schema
}

/// Every reference goes by the name of one of them.
fn dynamic_anchors(n: usize) -> Value {
    let mut schema = object(named(n, |i| json!({"$dynamicRef": format!("#anchor{i}")})));
    schema["$defs"] = named(
        n,
        |i| json!({"$dynamicAnchor": format!("anchor{i}"), "type": "string"}),
    );
    schema
}

/// Whatever is no object of one of them may be an item of a list of the next, and so on.
fn each_other(n: usize) -> Value {
    let reference = |i| json!({"$ref": format!("#/$defs/name{}", i % n)});
    let mut schema = object(json!({"a": reference(0)}));
    schema["$defs"] = named(n, |i| {
        let mut members = object(named(5, |j| reference(3 * i + j + 1)));
        members["required"] = (0..5).map(|j| format!("name{j}")).collect();
        let list = json!({"type": "array", "items": reference(i + 1)});
        json!({"anyOf": [members, list, {"type": "null"}]})
    });
    schema
}

fn wide_recursive(n: usize) -> Value {
    object(named(n, |_| json!({"$ref": "#"})))
}

/// Patterns that need the engine.
fn names_beside_patterns(n: usize) -> Value {
    let mut schema = object(named(n, |_| json!({"type": "integer"})));
    let patterns = (0..n).map(|i| (format!("^x(a|bc){i}"), json!({})));
    schema["patternProperties"] = Value::Object(patterns.collect());
    schema
}

fn branches_with_patterns(n: usize) -> Value {
    let branch = || {
        let mut branch = names_beside_patterns(n);
        branch["required"] = (0..n).map(|i| format!("name{i}")).collect();
        branch
    };
    object(json!({"a": {"oneOf": [branch(), branch()]}}))
}

fn values_with_patterns(n: usize) -> Value {
    let parts = (0..30).map(|i| json!({"pattern": format!("^(a|bc)+v|x{i}")}));
    let values = (0..n).map(|i| format!("abcv{i}"));
    let listed: Vec<String> = values.collect();
    object(json!({"a": {"type": "string", "enum": listed, "allOf": parts.collect::<Vec<_>>()}}))
}

fn alternatives_of_names(n: usize) -> Value {
    let requires = |letter: &str| {
        let names: Vec<String> = (0..n).map(|i| format!("{letter}{i}")).collect();
        json!({"type": "object", "required": names})
    };
    object(json!({"a": {"anyOf": [requires("b"), requires("c")]}}))
}
