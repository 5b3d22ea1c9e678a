//! Adapters: every format, and the truth about what was lost.

mod batch;
mod bounded;
mod calls;
mod canonical;
mod complaints;
mod corpus;
mod decisions;
mod grafted;
mod hostile;
mod lowering;
mod matrix;
mod meaning;
mod recognised;
mod threads;
mod truth;
mod vectors;
