//! Declared properties, found by name.

/// Most objects are written in the order of their declaration, so the field after the last one is
/// tried first.
#[derive(Debug)]
pub(super) struct Fields<T> {
    pub(super) list: Box<[Field<T>]>,
    /// Indices of the fields, sorted by name.
    sorted: Box<[usize]>,
}

#[derive(Debug)]
pub(super) struct Field<T> {
    pub(super) name: Box<str>,
    pub(super) what: T,
    /// The bit that is set when the field was seen; zero where there are more than 64 fields.
    pub(super) bit: u64,
}

/// Up to this many fields are searched one by one.
const FEW: usize = 16;

impl<T> Fields<T> {
    pub(super) fn new(list: Vec<Field<T>>) -> Self {
        let mut sorted: Vec<usize> = (0..list.len()).collect();
        sorted.sort_by(|a, b| list[*a].name.cmp(&list[*b].name));
        Self {
            list: list.into(),
            sorted: sorted.into(),
        }
    }

    /// Where reading starts.
    #[inline]
    pub(super) fn expected(&self) -> Expected<'_, T> {
        self.list.iter()
    }

    /// A field by its name; `next` holds the fields expected next, which are searched first.
    #[inline]
    pub(super) fn find<'a>(
        &'a self,
        next: &mut Expected<'a, T>,
        name: &str,
    ) -> Option<&'a Field<T>> {
        match next.as_slice().first() {
            Some(field) if same(&field.name, name) => next.next(),
            _ => {
                // By value, so that the expected fields can stay in a register.
                *next = self.search(next.len(), name)?;
                next.next()
            }
        }
    }

    /// What is expected at a name. Fields after those already met are searched first, because
    /// optional ones are skipped in order too.
    #[inline(never)]
    fn search(&self, left: usize, name: &str) -> Option<Expected<'_, T>> {
        let number = if self.list.len() <= FEW {
            let (before, behind) = self.list.split_at(self.list.len().checked_sub(left)?);
            let is_it = |field: &Field<T>| same(&field.name, name);
            match behind.iter().position(is_it) {
                Some(at) => before.len() + at,
                None => before.iter().position(is_it)?,
            }
        } else {
            let by_name = |at: &usize| (*self.list[*at].name).cmp(name);
            self.sorted[self.sorted.binary_search_by(by_name).ok()?]
        };
        Some(self.list.get(number..)?.iter())
    }
}

/// The fields expected next, if all are present and in order.
pub(super) type Expected<'a, T> = std::slice::Iter<'a, Field<T>>;

/// Whether two short texts are equal. Names are compared for every member, and a call to compare
/// eight bytes takes three times as long as comparing them here.
#[inline]
pub(super) fn same(a: &str, b: &str) -> bool {
    let (a, b) = (a.as_bytes(), b.as_bytes());
    if a.len() != b.len() {
        return false;
    }
    // Both ends, which overlap in texts that are shorter than two of them.
    if a.len() >= 8 {
        ends::<8>(a) == ends::<8>(b) && (a.len() <= 16 || a == b)
    } else if a.len() >= 4 {
        ends::<4>(a) == ends::<4>(b)
    } else {
        a.iter().eq(b)
    }
}

#[inline]
fn ends<const N: usize>(text: &[u8]) -> (Option<&[u8; N]>, Option<&[u8; N]>) {
    (text.first_chunk(), text.last_chunk())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_the_same_when_every_byte_is() {
        let text = "abcdefghijklmnopqrstuvwxyz";
        for length in 0..text.len() {
            let text = &text[..length];
            assert!(same(text, text));
            assert!(!same(text, &format!("{text}.")));
            for at in 0..length {
                let mut other = text.to_owned();
                other.replace_range(at..=at, ".");
                assert!(!same(text, &other), "{text} {other}");
            }
        }
    }

    #[test]
    fn a_field_is_found_wherever_it_is_looked_for_first() {
        for count in [0, 1, 3, 16, 17, 40] {
            let field = |number: usize| Field {
                name: format!("name{number}").into(),
                what: number,
                bit: 0,
            };
            let fields = Fields::new((0..count).map(field).collect());
            for before in 0..=count {
                let mut next = fields.list[before..].iter();
                for number in (0..count).chain((0..count).rev()) {
                    let found = fields.find(&mut next, &format!("name{number}"));
                    assert_eq!(found.map(|field| field.what), Some(number));
                    assert_eq!(next.len(), count - number - 1);
                }
                assert!(fields.find(&mut next, "nam").is_none());
            }
        }
    }
}
