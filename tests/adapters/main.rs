//! Adapters: every format, and the truth about what was lost.

mod complaints;
mod corpus;
mod hostile;
mod instances;
mod lowering;
mod matrix;
mod meaning;
mod vectors;
