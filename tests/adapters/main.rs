//! Adapters: every format, and the truth about what was lost.

mod corpus;
