//! The `toolmodel` command, run as users run it.

// By its path: depending on the other tests would build all that they need.
#[allow(dead_code, unreachable_pub, reason = "shared with the other tests")]
#[path = "../support/fixture.rs"]
mod fixture;
mod live;
mod sessions;
mod support;
mod terminal;
