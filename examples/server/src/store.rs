//! Issues in SQLite.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rusqlite::{Connection, OptionalExtension as _, Result, Row, params};

use crate::tools::{Issue, State};

pub struct Store(Mutex<Connection>);

impl Store {
    /// Opens a database, or makes one; in memory without a path.
    pub fn open(path: Option<&str>) -> Result<Self> {
        let connection = match path {
            Some(path) => Connection::open(path)?,
            None => Connection::open_in_memory()?,
        };
        connection.execute_batch(
            "CREATE TABLE IF NOT EXISTS issue (
                 number INTEGER PRIMARY KEY, title TEXT NOT NULL, closed INTEGER NOT NULL DEFAULT 0,
                 labels TEXT NOT NULL)",
        )?;
        Ok(Self(Mutex::new(connection)))
    }

    fn lock(&self) -> MutexGuard<'_, Connection> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub fn create(&self, title: &str, labels: &[String]) -> Result<Issue> {
        let insert = "INSERT INTO issue (title, labels) VALUES (?, ?) RETURNING *";
        let labels = labels.join("\n");
        self.lock().query_row(insert, params![title, labels], issue)
    }

    pub fn list(&self, state: Option<State>, limit: u32) -> Result<Vec<Issue>> {
        let connection = self.lock();
        let mut select = connection.prepare_cached(
            "SELECT * FROM issue WHERE ?1 IS NULL OR closed = ?1 ORDER BY number DESC LIMIT ?2",
        )?;
        let closed = state.map(|state| state == State::Closed);
        let issues = select.query_map(params![closed, limit], issue)?;
        issues.collect()
    }

    pub fn close(&self, number: i64) -> Result<Option<Issue>> {
        let update = "UPDATE issue SET closed = 1 WHERE number = ? RETURNING *";
        self.lock().query_row(update, [number], issue).optional()
    }
}

fn issue(row: &Row<'_>) -> Result<Issue> {
    let labels: String = row.get("labels")?;
    let closed: bool = row.get("closed")?;
    Ok(Issue {
        number: row.get("number")?,
        title: row.get("title")?,
        state: if closed { State::Closed } else { State::Open },
        labels: labels.lines().map(str::to_owned).collect(),
    })
}
