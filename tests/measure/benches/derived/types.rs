//! Derived tools for the documents of the `generated` benchmark.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use toolmodel_runtime::Tool;

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindStation {
    network: String,
    station: String,
    #[serde(default)]
    platform: Option<String>,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchParcels {
    #[schemars(length(min = 1, max = 200))]
    text: String,
    #[schemars(regex(pattern = "^[A-Z]{3}-[0-9]{4}$"))]
    depot: String,
    #[serde(default)]
    status: Option<Status>,
    #[serde(default)]
    order: Option<Order>,
    #[schemars(range(min = 0, max = 10_000))]
    offset: i64,
    #[serde(default)]
    #[schemars(range(min = 1, max = 100))]
    limit: Option<i64>,
    #[serde(default)]
    #[schemars(range(min = 0, max = 1))]
    fill: Option<f64>,
    #[serde(default)]
    #[schemars(length(max = 16), inner(regex(pattern = "^[A-Z][0-9]{1,4}$")))]
    codes: Option<Vec<String>>,
    #[serde(default)]
    insured: Option<bool>,
    #[serde(default)]
    window: Option<Window>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Status {
    Waiting,
    Moving,
    Delivered,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Order {
    Newest,
    Oldest,
    Heaviest,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Window {
    #[schemars(regex(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    first: String,
    #[serde(default)]
    #[schemars(regex(pattern = "^[0-9]{4}-[0-9]{2}-[0-9]{2}$"))]
    last: Option<String>,
    #[serde(default)]
    weekends: Option<bool>,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanRoute {
    #[schemars(length(min = 1, max = 500))]
    stops: Vec<Stop>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Stop {
    #[schemars(range(min = 0))]
    number: i64,
    #[schemars(length(min = 1))]
    name: String,
    #[serde(default)]
    locked: Option<bool>,
    #[serde(default)]
    side: Option<Side>,
    #[serde(default)]
    #[schemars(range(min = 0))]
    load: Option<f64>,
    #[serde(default)]
    notes: Option<Vec<String>>,
    place: Place,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Side {
    Left,
    Right,
    Rear,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Place {
    #[schemars(range(min = -180, max = 180))]
    east: f64,
    #[schemars(range(min = -90, max = 90))]
    north: f64,
    #[serde(default)]
    label: Option<String>,
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
pub(crate) struct ListEvents {
    calendar: String,
    #[serde(default)]
    query: Option<String>,
    #[serde(default = "first")]
    #[schemars(range(min = 1))]
    page: i64,
    #[serde(default = "thirty")]
    #[schemars(range(min = 1, max = 100))]
    size: i64,
    #[serde(default)]
    expand: bool,
    #[serde(default)]
    people: Option<Vec<String>>,
    #[serde(default)]
    labels: Option<BTreeMap<String, String>>,
}

fn first() -> i64 {
    1
}

fn thirty() -> i64 {
    30
}

#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "action", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum ChangeTicket {
    Open {
        #[schemars(length(min = 1))]
        subject: String,
        #[serde(default)]
        details: Option<String>,
    },
    Amend {
        #[schemars(range(min = 1))]
        ticket: i64,
        #[serde(default)]
        subject: Option<String>,
        #[serde(default)]
        urgency: Option<Urgency>,
    },
    Close {
        #[schemars(range(min = 1))]
        ticket: i64,
        #[serde(default)]
        silent: Option<bool>,
    },
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Urgency {
    Low,
    High,
}

/// An enum one level down, where most tools have theirs.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
pub(crate) struct Log {
    change: ChangeTicket,
}
