//! The canonical tool model.

mod corpus;
