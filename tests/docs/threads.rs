//! Stores under many threads: no deadlock, and no answer from before a change that has returned.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, mpsc};
use std::thread;
use std::time::Duration;

use serde_json::json;
use toolmodel_runtime::docs::{
    BoxError, Budget, Catalogue, DetailLevel, DocEntry, DocStore, InMemoryDocs, ToolIndex,
    ToolResolver,
};
use toolmodel_runtime::{Schema, Tool};

const IDS: usize = 5;
const VERSIONS: usize = 200;

/// Fails when the work is not done in a minute, instead of waiting for ever.
fn without_deadlock(work: impl FnOnce() + Send + 'static) {
    let (done, wait) = mpsc::channel();
    let worker = thread::spawn(move || {
        work();
        done.send(()).unwrap();
    });
    let waited = wait.recv_timeout(Duration::from_secs(60));
    assert!(
        waited != Err(mpsc::RecvTimeoutError::Timeout),
        "the threads wait for each other"
    );
    worker.join().unwrap();
}

/// A tool that tells its version in its schema.
fn tool(name: &str, version: usize) -> Tool {
    let schema =
        json!({"type": "object", "properties": {"v": {"type": "integer", "default": version}}});
    Tool::new(name, Schema::try_from(schema).unwrap())
}

/// The version that a description tells, which is the same everywhere in it.
fn version(docs: &impl DocStore, id: &str) -> Option<usize> {
    let doc = docs.describe(id, DetailLevel::Full).ok()?;
    let schema = doc.tool.unwrap().input_schema.as_value().clone();
    let told = doc.schema_info.unwrap().defaults["v"].clone();
    assert_eq!(schema["properties"]["v"]["default"], told);
    Some(usize::try_from(told.as_u64().unwrap()).unwrap())
}

#[test]
fn what_was_registered_is_what_is_told_from_then_on() {
    without_deadlock(|| {
        let docs = InMemoryDocs::new();
        let names: Vec<String> = (0..IDS).map(|i| format!("t{i}")).collect();
        // How far each tool has come; told only after the store has taken it.
        let published: Vec<AtomicUsize> = (0..IDS).map(|_| AtomicUsize::new(0)).collect();
        let check = |i: usize| {
            let before = published[i].load(Ordering::SeqCst);
            let now = version(&docs, &names[i]);
            assert!(now.unwrap_or(0) >= before, "{now:?} after {before}");
            now.unwrap_or(0)
        };
        thread::scope(|scope| {
            for i in 0..IDS {
                let (names, published, docs) = (&names, &published, &docs);
                scope.spawn(move || {
                    for version in 1..=VERSIONS {
                        let entry = DocEntry::new(version.to_string());
                        docs.register(tool(&names[i], version), entry).unwrap();
                        published[i].store(version, Ordering::SeqCst);
                    }
                });
            }
            for first in 0..12 {
                let (check, names, docs) = (&check, &names, &docs);
                scope.spawn(move || {
                    let mut turn = first;
                    while (0..IDS).map(check).min() < Some(VERSIONS) {
                        turn += 1;
                        match turn % 4 {
                            0 => drop(docs.describe_many(
                                names,
                                DetailLevel::Full,
                                Budget::Bytes(900),
                            )),
                            1 => drop(Catalogue::of("T", docs, DetailLevel::Schema)),
                            2 => drop(docs.ids()),
                            _ => drop(docs.register_doc("other", DocEntry::new("o"))),
                        }
                    }
                });
            }
        });
    });
}

#[test]
fn what_was_removed_is_gone() {
    without_deadlock(|| {
        let docs = InMemoryDocs::new();
        thread::scope(|scope| {
            for i in 0..16 {
                let docs = &docs;
                scope.spawn(move || {
                    let name = format!("own{i}");
                    for round in 1..100 {
                        docs.register(tool(&name, round), DocEntry::new("s"))
                            .unwrap();
                        docs.register(tool("shared", round), DocEntry::new("s"))
                            .unwrap();
                        assert_eq!(version(docs, &name), Some(round));
                        assert!(docs.remove(&name));
                        assert_eq!(version(docs, &name), None);
                        docs.remove("shared");
                    }
                });
            }
        });
    });
}

/// An index whose tools change while they are asked for. There are more of them than a store
/// remembers, so that it forgets and reads again all the time.
struct Changing {
    version: AtomicUsize,
}

impl ToolIndex for Changing {
    fn tool(&self, id: &str) -> Option<Tool> {
        Some(tool(id, self.version.load(Ordering::SeqCst)))
    }
}

#[test]
fn tools_of_an_index_are_told_as_they_are_now() {
    without_deadlock(|| {
        let index = Arc::new(Changing {
            version: AtomicUsize::new(0),
        });
        let docs = InMemoryDocs::new().with_index(Arc::clone(&index));
        thread::scope(|scope| {
            for first in 0..8 {
                let (docs, index) = (&docs, &index);
                scope.spawn(move || {
                    for i in 0..1500 {
                        if i % 10 == 0 {
                            index.version.fetch_add(1, Ordering::SeqCst);
                        }
                        let before = index.version.load(Ordering::SeqCst);
                        let told = version(docs, &format!("t{}", (first * 700 + i) % 5000));
                        assert!(told >= Some(before), "{told:?} after {before}");
                    }
                });
            }
        });
    });
}

/// Registers what it finds in the store that asks.
struct Registering(Arc<OnceLock<Arc<InMemoryDocs>>>);

impl ToolResolver for Registering {
    fn resolve(&self, id: &str) -> Result<Option<Tool>, BoxError> {
        let found = tool(id, 7);
        if let Some(docs) = self.0.get() {
            docs.register(found.clone(), DocEntry::new("found"))?;
            assert!(!docs.ids().is_empty());
        }
        Ok(Some(found))
    }
}

#[test]
fn a_resolver_may_use_the_store_that_asks_it() {
    without_deadlock(|| {
        let cell = Arc::new(OnceLock::new());
        let docs = Arc::new(InMemoryDocs::new().with_resolver(Registering(Arc::clone(&cell))));
        cell.set(Arc::clone(&docs)).unwrap();
        thread::scope(|scope| {
            for _ in 0..8 {
                let docs = &docs;
                scope.spawn(move || {
                    for i in 0..50 {
                        assert_eq!(version(docs.as_ref(), &format!("t{i}")), Some(7));
                    }
                });
            }
        });
        assert_eq!(docs.ids().len(), 50);
    });
}

#[test]
fn a_thread_that_panics_leaves_the_store_usable() {
    struct Panicking;
    impl ToolIndex for Panicking {
        fn tool(&self, id: &str) -> Option<Tool> {
            assert!(id != "bad", "an index that panics");
            Some(tool(id, 1))
        }
    }
    let docs = InMemoryDocs::new().with_index(Panicking);
    let panicked = thread::scope(|scope| scope.spawn(|| version(&docs, "bad")).join());
    assert!(panicked.is_err());
    assert_eq!(version(&docs, "good"), Some(1));
    docs.register(tool("new", 2), DocEntry::new("n")).unwrap();
    assert_eq!(version(&docs, "new"), Some(2));
}
