//! The open traits, implemented as another crate would: with the public interface only.

mod adapter;
mod docs;
mod validator;
