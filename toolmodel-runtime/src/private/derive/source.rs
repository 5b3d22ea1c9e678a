//! The schema of a type as schemars writes it, before it is normalised for tools.

use std::borrow::Cow;

use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value};

use super::bounds::{DescribedArguments, DescribedOutput};

/// A root schema, and the name of the type, which schemars uses as its title.
#[derive(Debug)]
pub struct Source {
    pub(super) schema: Map<String, Value>,
    pub(super) name: Cow<'static, str>,
}

/// What `T` is read from.
#[must_use]
pub fn input<T: DescribedArguments>() -> Source {
    generate::<T>(Contract::Deserialize)
}

/// What `T` is written as.
#[must_use]
pub fn output<T: DescribedOutput>() -> Source {
    generate::<T>(Contract::Serialize)
}

fn generate<T: JsonSchema>(contract: Contract) -> Source {
    let schema = settings(contract)
        .into_generator()
        .into_root_schema_for::<T>();
    Source {
        schema: match Value::from(schema) {
            Value::Object(schema) => schema,
            // A root schema is always an object: schemars gives it a title.
            _ => Map::new(),
        },
        name: T::schema_name(),
    }
}

fn settings(contract: Contract) -> SchemaSettings {
    SchemaSettings::draft2020_12().with(|settings| {
        // 2020-12 is the default of MCP, and some providers refuse `$schema`.
        settings.meta_schema = None;
        settings.contract = contract;
    })
}
