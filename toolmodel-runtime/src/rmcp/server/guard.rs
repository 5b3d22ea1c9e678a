//! Runs a handler so that neither a panic nor a cancellation reaches the SDK, which would not reply.

use std::any::Any;
use std::future::poll_fn;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::pin::pin;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::Poll;

/// How a handler ended.
pub(super) enum Ended<T> {
    With(T),
    Cancelled,
    /// With the message of the panic.
    Panicked(String),
}

/// Runs `work` until it ends or panics, or until `cancelled` ends and nothing `heeds` that.
///
/// Nothing is boxed: both futures are pinned here.
pub(super) async fn guard<T>(
    work: impl Future<Output = T>,
    cancelled: impl Future<Output = ()>,
    heeds: &AtomicBool,
) -> Ended<T> {
    let mut work = pin!(work);
    let mut cancelled = pin!(cancelled);
    let mut is_cancelled = false;
    poll_fn(move |context| {
        // After a panic the state is dropped and not used again.
        let polled = catch_unwind(AssertUnwindSafe(|| work.as_mut().poll(context)));
        match polled {
            Ok(Poll::Ready(output)) => return Poll::Ready(Ended::With(output)),
            Ok(Poll::Pending) => {}
            Err(panic) => return Poll::Ready(Ended::Panicked(message(&*panic))),
        }
        is_cancelled = is_cancelled || cancelled.as_mut().poll(context).is_ready();
        if is_cancelled && !heeds.load(Ordering::Relaxed) {
            return Poll::Ready(Ended::Cancelled);
        }
        Poll::Pending
    })
    .await
}

fn message(panic: &(dyn Any + Send)) -> String {
    let text = panic.downcast_ref::<&str>().copied();
    let text = text.or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("no message").to_owned()
}
