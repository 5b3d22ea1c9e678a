//! Adapters: every format, and the truth about what was lost.

mod complaints;
mod corpus;
mod instances;
mod matrix;
mod meaning;
mod vectors;
