//! What others have made of a schema, found again through the schema itself for as long as they keep it.

use std::any::Any;
use std::sync::{Arc, OnceLock, Weak};

use super::Schema;

/// The first that was made. It is not kept alive, and what is made later is not noted, so that noting takes no
/// lock: whoever makes things of schemas has other ways to find them.
#[derive(Default)]
pub(super) struct Made(OnceLock<Weak<dyn Any + Send + Sync>>);

impl Schema {
    /// Notes what was made of this schema, unless something was made before.
    pub(crate) fn note_made<T: Any + Send + Sync>(&self, made: &Arc<T>) {
        self.0.made.0.get_or_init(|| {
            let made: Weak<T> = Arc::downgrade(made);
            made
        });
    }

    /// What was made of this schema, where someone keeps it.
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
