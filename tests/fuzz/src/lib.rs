//! What the fuzz targets share: changes to JSON that leave it JSON, and scratch folders.

pub mod mutate;

use std::path::PathBuf;

use serde_json::Value;

/// Has inputs of a target changed as JSON, most of the time.
#[macro_export]
macro_rules! json_mutator {
    () => {
        libfuzzer_sys::fuzz_mutator!(|data: &mut [u8], size: usize, most: usize, seed: u32| {
            match $crate::mutate::changed(&data[..size], most, seed) {
                Some(text) => {
                    data[..text.len()].copy_from_slice(&text);
                    text.len()
                }
                None => libfuzzer_sys::fuzzer_mutate(data, size, most),
            }
        });
    };
}

/// The parts of a JSON array, or nothing.
pub fn parts<const N: usize>(data: &[u8]) -> Option<[Value; N]> {
    let values: Vec<Value> = serde_json::from_slice(data).ok()?;
    values.try_into().ok()
}

/// An empty folder of this process.
///
/// # Panics
/// When there is no room for one.
#[must_use]
pub fn scratch(name: &str) -> PathBuf {
    let shared = std::path::Path::new("/dev/shm");
    let base = if shared.is_dir() {
        shared.to_owned()
    } else {
        std::env::temp_dir()
    };
    let folder = base.join(format!("toolmodel-fuzz-{name}-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a scratch folder");
    folder
}
