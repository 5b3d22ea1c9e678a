//! Derived tools that are generic: a static cannot depend on a type parameter.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::derived::Derived;

type Kept = &'static (dyn Any + Send + Sync);

/// The derived tool of one instance of a generic type; created at the first call, then kept.
pub fn derived_of<T: 'static, O: 'static>(make: fn() -> Derived<T, O>) -> &'static Derived<T, O> {
    static ALL: Mutex<BTreeMap<TypeId, Kept>> = Mutex::new(BTreeMap::new());
    let kept: Kept = *ALL
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .entry(TypeId::of::<Derived<T, O>>())
        .or_insert_with(|| Box::leak(Box::new(make())));
    kept.downcast_ref().unwrap_or_else(|| {
        // The key is the type, so this is never reached; a new one works just as well.
        Box::leak(Box::new(make()))
    })
}
