//! Derived tools that are generic: a static cannot depend on a type parameter.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use super::derived::Derived;
use super::spec::Spec;

/// The derived tool of one instance of a generic type; made at the first call, then kept.
pub fn derived_of<T: 'static>(spec: fn() -> Spec) -> &'static Derived {
    static ALL: Mutex<BTreeMap<TypeId, &'static Derived>> = Mutex::new(BTreeMap::new());
    ALL.lock()
        .unwrap_or_else(PoisonError::into_inner)
        .entry(TypeId::of::<T>())
        .or_insert_with(|| Box::leak(Box::new(Derived::new(spec()))))
}
