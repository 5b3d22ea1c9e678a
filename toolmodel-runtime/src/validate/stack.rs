//! Stack space for recursion: work that may go deep runs on a thread with a large enough stack.

use std::thread;

use crate::error::{Error, ErrorKind, Result};

/// Stack that any caller is expected to have left: a quarter of the 2 MB of a spawned thread.
const SPARE: usize = 512 << 10;

/// Stack that one nested subschema takes while it is compiled or checked against its meta-schema;
/// measured in debug builds at up to 10 KB.
pub(super) const COMPILE_LEVEL: usize = 16 << 10;

/// Stack that one step of validation takes; measured in debug builds at up to 2.5 KB.
pub(super) const VALIDATE_LEVEL: usize = 4 << 10;

/// Nested steps of validation that any caller has stack for.
pub(super) const SPARE_LEVELS: usize = SPARE / VALIDATE_LEVEL;

/// Runs `work`, which needs about `need` bytes of stack, on a thread of its own if that is more
/// than a caller can be expected to have left.
pub(super) fn with_stack<T: Send>(
    need: usize,
    work: impl FnOnce() -> Result<T> + Send,
) -> Result<T> {
    if need <= SPARE {
        return work();
    }
    thread::scope(|scope| {
        let size = need.saturating_add(SPARE);
        let thread = thread::Builder::new()
            .stack_size(size)
            .spawn_scoped(scope, work)
            .map_err(|error| {
                let message = format!("no thread with {size} bytes of stack to be had");
                let error = Error::new(ErrorKind::LimitExceeded, message).with_source(error);
                error.passing()
            })?;
        match thread.join() {
            Ok(result) => result,
            Err(panic) => std::panic::resume_unwind(panic),
        }
    })
}
