//! The parts that are the same in every generated type, written once. Generated code is a table of names and
//! rules; these macros turn it into implementations.

mod call;
mod methods;
mod object;
mod pattern;
mod text_enum;
mod tool;
mod tuple;
mod union;
