//! What others have derived from a schema, found again through the schema itself for as long as they keep it.

use std::any::Any;
use std::sync::{Arc, OnceLock, Weak};

use super::Schema;

/// The first value derived. It is not kept alive, and later ones are not recorded, so that recording takes no
/// lock: those who derive values have other ways to find them.
#[derive(Default)]
pub(super) struct Made(OnceLock<Weak<dyn Any + Send + Sync>>);

impl Schema {
    /// Records what was derived from this schema, unless something was recorded before.
    pub(crate) fn note_made<T: Any + Send + Sync>(&self, made: &Arc<T>) {
        self.0.made.0.get_or_init(|| {
            let made: Weak<T> = Arc::downgrade(made);
            made
        });
    }

    /// What was derived from this schema, if someone keeps it.
    #[inline]
    pub(crate) fn made<T: Any + Send + Sync>(&self) -> Option<Arc<T>> {
        self.0.made.0.get()?.upgrade()?.downcast().ok()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_made_first_is_found_while_it_is_kept() {
        let schema = Schema::no_params();
        assert_eq!(schema.made::<u8>(), None);
        let first = Arc::new(1u8);
        schema.note_made(&first);
        schema.note_made(&Arc::new(2u8));
        assert_eq!(schema.clone().made(), Some(Arc::clone(&first)));
        assert_eq!(schema.made::<u16>(), None);
        drop(first);
        assert_eq!(schema.made::<u8>(), None);
    }
}
