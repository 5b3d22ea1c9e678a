//! Repair of arguments: the laws that hold for any arguments, the share of mistakes that are
//! repaired on real tools, and single cases.

mod cases;
mod hostile;
mod laws;
mod mistakes;
mod share;
