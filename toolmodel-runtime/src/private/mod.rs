//! What expansions and generated code name. Not a public interface: it changes without notice.

pub mod derive;
