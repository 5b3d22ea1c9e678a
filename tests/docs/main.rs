//! Tool docs in tiers.

mod budget;
mod caps;
mod copies;
mod corpus;
mod files;
mod folders;
mod hostile;
mod levels;
mod limits;
mod markdown;
mod page;
mod schema_info;
mod sources;
mod threads;
mod unions;
mod vectors;
