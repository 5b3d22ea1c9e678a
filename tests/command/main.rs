//! The `toolmodel` command, run as users run it.

mod live;
mod sessions;
mod support;
mod terminal;
