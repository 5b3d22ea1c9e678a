//! Versions, constraints and the compatibility matrix, compared with the Go original.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};
use toolmodel_runtime::version::{
    Compatibility, CompatibilityMatrix, Constraint, Operator, Requirement, Version,
};
use toolmodel_runtime::{Error, ErrorKind};

use crate::differences::{Outcome, run, same};

#[test]
fn versions_behave_as_in_go() {
    run("version.json", |vector| {
        let input = &vector["input"];
        let here = match vector["op"].as_str().unwrap() {
            "Parse" => Version::parse(text(input)).map(|version| describe(&version)),
            "Compare" => compare(text(&input[0]), text(&input[1])),
            "ParseConstraint" => Constraint::parse(text(input)).map(|constraint| {
                json!({
                    "op": constraint.operator().as_str(),
                    "string": constraint.to_string(),
                    "version": describe(constraint.version()),
                })
            }),
            "ConstraintCheck" => Constraint::parse(text(&input["constraint"]))
                .and_then(|constraint| check_all(&constraint, &input["versions"])),
            "ConstraintOp" => constraint_of_parts(input),
            "Matrix" => matrix(input),
            other => panic!("unknown operation {other}"),
        };
        let here = here.map_err(|error| {
            assert_eq!(error.kind(), ErrorKind::InvalidVersion);
            "InvalidVersion".to_owned()
        });
        let go = match vector["error"].as_str() {
            Some(error) => Err(error.to_owned()),
            None => Ok(vector["output"].clone()),
        };
        outcome(vector, &go, &here)
    });
}

fn outcome(vector: &Value, go: &Result<Value, String>, here: &Result<Value, String>) -> Outcome {
    let (Ok(go), Ok(here), "Matrix") = (go, here, text(&vector["op"])) else {
        return same(go, here);
    };
    let mut go = go.clone();
    for row in go["negotiate"].as_array_mut().unwrap() {
        // Here there is no such error: nothing was negotiated.
        let row = row.as_object_mut().unwrap();
        row.shift_remove("message");
        row.shift_remove("error");
    }
    same(&go, here)
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap()
}

fn describe(version: &Version) -> Value {
    assert_eq!(version.to_string().parse::<Version>().unwrap(), *version);
    json!({
        "build": version.build(),
        "major": version.major(),
        "minor": version.minor(),
        "patch": version.patch(),
        "prerelease": version.prerelease(),
        "string": version.to_string(),
    })
}

fn compare(a: &str, b: &str) -> Result<Value, Error> {
    let (a, b) = (Version::parse(a)?, Version::parse(b)?);
    let compare = match a.cmp(&b) {
        Ordering::Less => -1,
        Ordering::Equal => 0,
        Ordering::Greater => 1,
    };
    Ok(json!({
        "compare": compare,
        "compatible": a.is_compatible_with(&b),
        "equal": a == b,
        "greater": a > b,
        "less": a < b,
    }))
}

fn check_all(constraint: &Constraint, versions: &Value) -> Result<Value, Error> {
    let mut checks = Map::new();
    for version in versions.as_array().unwrap() {
        let matches = constraint.matches(&Version::parse(text(version))?);
        checks.insert(text(version).to_owned(), json!(matches));
    }
    Ok(Value::Object(checks))
}

fn constraint_of_parts(input: &Value) -> Result<Value, Error> {
    let operator = match text(&input["op"]) {
        "" | "=" => Operator::Equal,
        ">" => Operator::Greater,
        ">=" => Operator::GreaterOrEqual,
        "<" => Operator::Less,
        "<=" => Operator::LessOrEqual,
        "^" => Operator::Compatible,
        "~" => Operator::Approximate,
        other => return Err(Constraint::parse(&format!("{other}1.0.0")).unwrap_err()),
    };
    let constraint = Constraint::new(operator, Version::parse(text(&input["version"]))?);
    Ok(json!({
        "check": check_all(&constraint, &input["check"])?,
        "string": constraint.to_string(),
    }))
}

fn matrix(input: &Value) -> Result<Value, Error> {
    let mut matrix = CompatibilityMatrix::new();
    for entry in input["entries"].as_array().unwrap() {
        let min = Version::parse(text(&entry["min"]))?;
        let mut requirement = Requirement::new(text(&entry["component"]), min);
        if let Some(max) = entry["max"].as_str() {
            requirement = requirement.with_max(Version::parse(max)?);
        }
        if entry["deprecated"] == true {
            requirement = requirement.with_deprecation(text(&entry["message"]));
        }
        matrix.require(requirement);
    }
    let mut checks = Vec::new();
    for pair in input["check"].as_array().unwrap() {
        let (component, version) = (text(&pair[0]), Version::parse(text(&pair[1]))?);
        let verdict = matrix.check(component, &version);
        let message = match verdict {
            Compatibility::Deprecated { message } => message.to_owned(),
            Compatibility::BelowMinimum { min } => {
                format!("version {version} is below minimum {min}")
            }
            Compatibility::AboveMaximum { max } => {
                format!("version {version} exceeds maximum {max}")
            }
            _ => String::new(),
        };
        checks.push(json!({
            "component": component,
            "message": message,
            "ok": verdict.is_compatible(),
            "version": pair[1],
        }));
    }
    let mut negotiated = Vec::new();
    for pair in input["negotiate"].as_array().unwrap() {
        let offered = pair[1].as_array().unwrap().iter();
        let offered: Vec<Version> = offered
            .map(|version| Version::parse(text(version)))
            .collect::<Result<_, _>>()?;
        let mut row = json!({"available": pair[1], "component": pair[0]});
        if let Some(best) = matrix.negotiate(text(&pair[0]), &offered) {
            row["best"] = json!(best.to_string());
        }
        negotiated.push(row);
    }
    Ok(json!({"check": checks, "negotiate": negotiated}))
}
