//! Schemas by hand: the usual patterns, with the helpers of `Schema`, and what they accept.

use serde_json::{Value, json};
use toolmodel_runtime::{DefaultValidator, Result, Schema, SchemaBuilder, SchemaValidator, Tool};

fn required_string() -> SchemaBuilder {
    Schema::object()
        .required("path", Schema::string().description("File path"))
        .closed()
}

fn optional_enum_with_default() -> SchemaBuilder {
    let encoding = Schema::one_of_texts(["utf8", "ascii"]).default_value("utf8");
    Schema::object().optional("encoding", encoding).closed()
}

fn array_of_objects() -> SchemaBuilder {
    let item = Schema::object()
        .required("id", Schema::string())
        .optional("value", Schema::number())
        .closed();
    Schema::object()
        .optional("items", Schema::array(item))
        .closed()
}

fn one_of_variants() -> SchemaBuilder {
    let mode = Schema::one_of([
        Schema::one_of_texts(["fast", "safe"]),
        Schema::number().at_least(1).at_most(10),
    ]);
    Schema::object().optional("mode", mode)
}

fn show(name: &str, schema: SchemaBuilder, calls: [Value; 2]) -> Result<()> {
    let tool = Tool::builder(name).input_schema(schema).build()?;
    println!("{name}: {}", tool.input_schema);
    for arguments in calls {
        match DefaultValidator::shared().validate_input(&tool, &arguments) {
            Ok(()) => println!("  {arguments}: accepted"),
            Err(error) => println!("  {arguments}: {error}"),
        }
    }
    Ok(())
}

fn main() -> Result<()> {
    show(
        "read_file",
        required_string(),
        [json!({"path": "notes.txt"}), json!({})],
    )?;
    show(
        "decode",
        optional_enum_with_default(),
        [json!({}), json!({"encoding": "latin1"})],
    )?;
    show(
        "store",
        array_of_objects(),
        [
            json!({"items": [{"id": "a", "value": 1.5}]}),
            json!({"items": [{"value": 2}]}),
        ],
    )?;
    show(
        "run",
        one_of_variants(),
        [json!({"mode": "fast"}), json!({"mode": 11})],
    )?;
    let none = Tool::builder("ping").no_params().build()?;
    println!("ping: {}", none.input_schema);
    Ok(())
}
