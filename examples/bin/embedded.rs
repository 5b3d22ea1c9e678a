//! Tools without a server, a network or async: a program that keeps a thermostat, and a model's calls as
//! JSON that it got from wherever.

use std::sync::Mutex;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use toolmodel_runtime::{Answer, SyncHandler, Tool, ToolFailure, tool_set};

/// Read the room's temperature and what it should be.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "home", read_only, output = Reading)]
#[serde(deny_unknown_fields)]
struct ReadThermostat {}

/// Set what the room's temperature should be.
#[derive(Tool, Serialize, Deserialize, JsonSchema)]
#[tool(namespace = "home", idempotent, output = Reading)]
#[serde(deny_unknown_fields)]
struct SetThermostat {
    /// In degrees Celsius.
    #[schemars(range(min = 5, max = 30))]
    target: f64,
}

#[derive(Clone, Copy, Serialize, Deserialize, JsonSchema)]
struct Reading {
    now: f64,
    target: f64,
}

struct Home {
    thermostat: Mutex<Reading>,
    locked: bool,
}

impl SyncHandler<Home> for ReadThermostat {
    fn handle_sync(self, home: &Home) -> Result<Reading, ToolFailure> {
        let reading = home
            .thermostat
            .lock()
            .map_err(|_| "the thermostat is broken")?;
        Ok(*reading)
    }
}

impl SyncHandler<Home> for SetThermostat {
    fn handle_sync(self, home: &Home) -> Result<Reading, ToolFailure> {
        if home.locked {
            Err("the thermostat is locked; ask the landlord")?;
        }
        let mut reading = home
            .thermostat
            .lock()
            .map_err(|_| "the thermostat is broken")?;
        reading.target = self.target;
        Ok(*reading)
    }
}

tool_set![ReadThermostat, SetThermostat];

/// Answers a call, whatever is wrong with it: the model reads why.
fn answer(home: &Home, name: &str, arguments: &Value) -> Answer {
    match ToolCall::parse_named(name, arguments) {
        Ok(call) => call.handle_sync(home),
        Err(error) => error.into(),
    }
}

fn main() {
    let home = |locked| Home {
        thermostat: Mutex::new(Reading {
            now: 19.5,
            target: 20.0,
        }),
        locked,
    };
    println!("offered: {}", ToolCall::NAMES.join(", "));
    let calls = [
        (false, "read_thermostat", json!({})),
        (false, "set_thermostat", json!({"target": 21})),
        (false, "set_thermostat", json!({"target": 90, "unit": "F"})),
        (true, "set_thermostat", json!({"target": 21})),
        (false, "set_thermostate", json!({"target": 21})),
    ];
    for (locked, name, arguments) in calls {
        println!("\n{name} {arguments}");
        println!("{:#}", answer(&home(locked), name, &arguments).to_value());
    }
}
