//! Adapters: every format, and the truth about what was lost.

mod batch;
mod canonical;
mod complaints;
mod corpus;
mod decisions;
mod hostile;
mod lowering;
mod matrix;
mod meaning;
mod threads;
mod vectors;
