//! How many of the mistakes that the module is for are repaired, on real tools.

use std::collections::BTreeMap;

use serde_json::Value;
use toolmodel_runtime::{Tool, repair};
use toolmodel_tests::instances::{Choices, full_instance, instance};

use crate::mistakes::mistakes;

/// Mistakes of one kind that are made in one example of a tool's arguments.
const MOST: usize = 4;

#[derive(Default)]
struct Tally {
    made: usize,
    repaired: usize,
    /// Repaired to what was meant.
    as_meant: usize,
}

#[test]
fn nearly_all_mistakes_are_repaired_and_none_to_something_wrong() {
    let Some(tools) = toolmodel_tests::corpus() else {
        return;
    };
    let mut tallies: BTreeMap<&str, Tally> = BTreeMap::new();
    let mut missed = Vec::new();
    let step = toolmodel_tests::one_in(6);
    for (number, (_, json)) in tools.iter().enumerate().step_by(step) {
        let tool = Tool::from_value(json.clone()).unwrap();
        let schema = tool.input_schema.as_value();
        let judge = jsonschema::options()
            .should_validate_formats(false)
            .build(schema)
            .unwrap();
        let mut choices = Choices::new(number as u64);
        let right: [Value; 2] = [full_instance(schema), instance(schema, &mut choices)];
        let made = right.iter().flat_map(|right| mistakes(&tool, right, MOST));
        for (kind, wrong, meant) in made {
            assert!(!judge.is_valid(&wrong) && judge.is_valid(&meant));
            let tally = tallies.entry(kind).or_default();
            tally.made += 1;
            match repair::arguments(&tool, wrong) {
                Ok(repaired) => {
                    assert!(judge.is_valid(&repaired.arguments), "{}", tool.name);
                    tally.repaired += 1;
                    tally.as_meant += usize::from(repaired.arguments == meant);
                }
                Err(unrepaired) => {
                    missed.push(format!("{kind}: {}: {}", tool.name, unrepaired.arguments));
                }
            }
        }
    }
    let (mut made, mut repaired, mut as_meant) = (0, 0, 0);
    for (kind, tally) in &tallies {
        println!(
            "{kind}: {} of {} repaired, {} as meant",
            tally.repaired, tally.made, tally.as_meant
        );
        made += tally.made;
        repaired += tally.repaired;
        as_meant += tally.as_meant;
    }
    println!("all: {repaired} of {made} repaired, {as_meant} as meant");
    for missed in missed.iter().take(20) {
        println!("{missed}");
    }
    assert_eq!(tallies.len(), 8);
    for (kind, tally) in &tallies {
        assert!(
            tally.made * step >= 50,
            "{kind}: only {} are made",
            tally.made
        );
        assert!(tally.repaired * 100 >= tally.made * 95, "{kind}");
    }
    assert!(repaired * 100 >= made * 95, "{repaired} of {made}");
    assert!(as_meant * 100 >= repaired * 95, "{as_meant} of {repaired}");
}
