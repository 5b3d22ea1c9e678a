//! What to choose where a schema leaves a choice.

/// A deterministic source of choices: always the same variant, or chance.
#[derive(Debug)]
pub struct Choices(Source);

#[derive(Debug)]
enum Source {
    Variant(usize),
    Chance(u64),
}

impl Choices {
    /// Choices by chance.
    #[must_use]
    pub fn new(seed: u64) -> Self {
        Self(Source::Chance(seed.wrapping_mul(2).wrapping_add(1)))
    }

    /// Always the branch, value or type of this number, counted from the front again at the end.
    pub(super) fn variant(number: usize) -> Self {
        Self(Source::Variant(number))
    }

    /// A number below another one, which is not zero.
    pub fn below(&mut self, limit: usize) -> usize {
        match &mut self.0 {
            Source::Variant(number) => *number % limit.max(1),
            Source::Chance(state) => {
                *state ^= *state << 13;
                *state ^= *state >> 7;
                *state ^= *state << 17;
                usize::try_from(*state % limit.max(1) as u64).unwrap_or(0)
            }
        }
    }

    /// Whether to have each of several optional properties: all, none, or some of them.
    pub(super) fn some_of(&mut self, count: usize) -> Vec<bool> {
        match self.0 {
            Source::Variant(0) => vec![true; count],
            Source::Variant(1) => vec![false; count],
            Source::Variant(number) => (0..count).map(|i| (i + number).is_multiple_of(2)).collect(),
            Source::Chance(_) => {
                let often = self.below(3);
                (0..count).map(|_| self.below(2) < often).collect()
            }
        }
    }

    /// How many items beyond the least a list has.
    pub(super) fn more_items(&mut self, least: usize) -> usize {
        match self.0 {
            Source::Variant(_) => usize::from(least == 0),
            Source::Chance(_) => self.below(3),
        }
    }
}
