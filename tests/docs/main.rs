//! Tool docs in tiers.
