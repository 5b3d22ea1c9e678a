//! What a conversion, a check and mapping arguments back may cost.

use crate::meter::Allowance;
use crate::schema::MAX_NESTING;

/// Lowering one schema in one mode. What exceeds this in a strict mode is sent as a plain tool; what
/// exceeds it in the plain mode is an error.
pub(crate) const LOWERING: Allowance = Allowance {
    work: 500_000,
    depth: 64,
    bytes: 4_000_000,
};

/// The warnings of one conversion, or the complaints about one tool.
pub(crate) const TELLING: Allowance = Allowance {
    work: 4_000_000,
    depth: 200,
    bytes: 8_000_000,
};

/// Mapping back the arguments of one call, and reading the model's response that contains them.
pub(crate) const RESTORING: Allowance = Allowance {
    work: 20_000_000,
    depth: 400,
    bytes: 64_000_000,
};

/// Levels of a response, of an event of a stream and of a result. Arguments are nested up to seven levels deep
/// in a response.
pub(crate) const DEEPEST_MESSAGE: usize = MAX_NESTING + 8;
