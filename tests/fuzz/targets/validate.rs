//! `[schema, instance]`: what is compiled decides, the same way each time, and never for long.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use toolmodel_runtime::{DefaultValidator, Error, ErrorKind, Schema, SchemaValidator};

toolmodel_fuzz::json_mutator!();

static WITH_FORMATS: LazyLock<DefaultValidator> = LazyLock::new(|| {
    let builder = DefaultValidator::builder().formats(true);
    builder.cache_capacity(16).build().expect("a validator")
});

fuzz_target!(|data: &[u8]| {
    let Some([schema, instance]) = toolmodel_fuzz::parts(data) else {
        return;
    };
    let Ok(schema) = Schema::try_from(schema) else {
        return;
    };
    let _ = WITH_FORMATS.validate(&schema, &instance).map_err(tell);
    let validator = DefaultValidator::shared();
    let compiled = match validator.compile(&schema) {
        Ok(compiled) => compiled,
        Err(error) => {
            let again = validator
                .check_schema(&schema)
                .expect_err("the same answer");
            assert_eq!(again.to_string(), error.to_string());
            return tell(error);
        }
    };
    let verdict = compiled.validate(&instance);
    match (&verdict, compiled.is_valid(&instance)) {
        (Ok(()), Ok(valid)) => assert!(valid),
        (Err(error), Ok(valid)) => {
            assert!(
                !valid || error.kind() == ErrorKind::LimitExceeded,
                "{error}"
            );
        }
        (_, Err(error)) => assert_eq!(error.kind(), ErrorKind::LimitExceeded),
    }
    let again = validator.validate(&schema, &instance);
    let text = |result: &Result<(), Error>| result.as_ref().err().map(ToString::to_string);
    assert_eq!(text(&again), text(&verdict));
    let _ = verdict.map_err(tell);
});

fn tell(error: Error) {
    assert!(!error.to_string().is_empty());
    let text = error.to_tool_error().to_string();
    assert!(text.len() < 256 << 10, "{} bytes for a model", text.len());
}
