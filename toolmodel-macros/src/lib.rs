//! The derive of toolmodel.

#[allow(dead_code, reason = "shared with the runtime, which uses all of it")]
mod rules;
