//! A foreign tool, met at run time.

fn main() {}
