//! Generates tools and says how long it took.
//!
//! `generate PATH FOLDER` takes the tools at a path; `generate corpus FOLDER [COUNT]` takes the
//! first real tools, and `generate apart FOLDER COUNT` too, with no type shared.

use std::path::Path;
use std::time::Instant;

use toolmodel_build::{Config, Report, WireNames};

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

fn main() -> Fallible<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["corpus", folder] => corpus(Path::new(folder), usize::MAX, true),
        ["corpus", folder, count] => corpus(Path::new(folder), count.parse()?, true),
        ["apart", folder, count] => corpus(Path::new(folder), count.parse()?, false),
        [path, folder] => timed(Path::new(path), Path::new(folder), true),
        _ => Err("usage: generate PATH FOLDER | generate corpus FOLDER [COUNT] | generate apart FOLDER COUNT".into()),
    }
}

fn corpus(folder: &Path, count: usize, share: bool) -> Fallible<()> {
    match toolmodel_tests::corpus_file(folder, count) {
        Some(path) => timed(&path, folder, share),
        None => Ok(()),
    }
}

fn timed(path: &Path, folder: &Path, share: bool) -> Fallible<()> {
    let started = Instant::now();
    let report: Report = Config::new()
        .wire_names(WireNames::Prefixed)
        .share_types(share)
        .out_dir(folder)
        .generate(path)?;
    let milliseconds = started.elapsed().as_millis();
    println!("{} tools in {milliseconds} ms", report.tools.len());
    Ok(())
}
