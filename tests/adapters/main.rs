//! Adapters: every format, and the truth about what was lost.

mod complaints;
mod corpus;
mod matrix;
