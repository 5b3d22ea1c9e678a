//! The tools' arguments with plain derives of serde: the same shapes, nothing validated.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FindStation {
    pub(crate) network: String,
    pub(crate) station: String,
    #[serde(default)]
    pub(crate) platform: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct SearchParcels {
    pub(crate) text: String,
    pub(crate) depot: String,
    #[serde(default)]
    pub(crate) status: Option<Status>,
    #[serde(default)]
    pub(crate) order: Option<Order>,
    pub(crate) offset: i64,
    #[serde(default)]
    pub(crate) limit: Option<i64>,
    #[serde(default)]
    pub(crate) fill: Option<f64>,
    #[serde(default)]
    pub(crate) codes: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) insured: Option<bool>,
    #[serde(default)]
    pub(crate) window: Option<Window>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Status {
    Waiting,
    Moving,
    Delivered,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Order {
    Newest,
    Oldest,
    Heaviest,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Window {
    pub(crate) first: String,
    #[serde(default)]
    pub(crate) last: Option<String>,
    #[serde(default)]
    pub(crate) weekends: Option<bool>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct PlanRoute {
    pub(crate) stops: Vec<Stop>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Stop {
    pub(crate) number: i64,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) locked: Option<bool>,
    #[serde(default)]
    pub(crate) side: Option<Side>,
    #[serde(default)]
    pub(crate) load: Option<f64>,
    #[serde(default)]
    pub(crate) notes: Option<Vec<String>>,
    pub(crate) place: Place,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Side {
    Left,
    Right,
    Rear,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Place {
    pub(crate) east: f64,
    pub(crate) north: f64,
    #[serde(default)]
    pub(crate) label: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "action", rename_all = "lowercase", deny_unknown_fields)]
pub(crate) enum ChangeTicket {
    Open {
        subject: String,
        #[serde(default)]
        details: Option<String>,
    },
    Amend {
        ticket: i64,
        #[serde(default)]
        subject: Option<String>,
        #[serde(default)]
        urgency: Option<Urgency>,
    },
    Close {
        ticket: i64,
        #[serde(default)]
        silent: Option<bool>,
    },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Urgency {
    Low,
    High,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ListEvents {
    pub(crate) calendar: String,
    #[serde(default)]
    pub(crate) query: Option<String>,
    #[serde(default = "first")]
    pub(crate) page: i64,
    #[serde(default = "thirty")]
    pub(crate) size: i64,
    #[serde(default)]
    pub(crate) expand: bool,
    #[serde(default)]
    pub(crate) people: Option<Vec<String>>,
    #[serde(default)]
    pub(crate) labels: Option<BTreeMap<String, String>>,
}

fn first() -> i64 {
    1
}

fn thirty() -> i64 {
    30
}
