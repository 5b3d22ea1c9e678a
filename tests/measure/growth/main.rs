//! How much more it costs when an input from outside doubles.
//!
//! A family is a shape of input at an entry point. `growth list` names all of them; `growth run 1,2,4 NAME...`
//! takes some at N, 2N and 4N, and prints for each the name, the size, the bytes allocated and whether
//! it was refused. `run.sh` has valgrind count the instructions of each and prints the table.

mod amplified;
mod arguments;
mod calls;
mod entries;
mod files;
mod shapes;
mod texts;

use std::alloc::System;

use stats_alloc::{Region, StatsAlloc};

#[global_allocator]
static ALLOCATOR: StatsAlloc<System> = StatsAlloc::system();

/// What became of an input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Outcome {
    /// There was an answer, though it may be that the input is wrong.
    Answered,
    /// A limit was exceeded.
    Refused,
}

/// One thing to do with an input that is ready.
pub(crate) type Work = Box<dyn FnOnce() -> Outcome>;

/// A shape of input at an entry point.
pub(crate) struct Family {
    pub(crate) name: String,
    /// The smallest of the three sizes.
    pub(crate) size: usize,
    pub(crate) prepare: Box<dyn Fn(usize) -> Work>,
}

fn families() -> Vec<Family> {
    let mut families = entries::families();
    families.extend(texts::families());
    families.extend(files::families());
    families.extend(arguments::families());
    families.extend(calls::families());
    families
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["list"] => families()
            .iter()
            .for_each(|family| println!("{}", family.name)),
        ["run", factors, names @ ..] => {
            let factors: Vec<usize> = factors.split(',').flat_map(str::parse).collect();
            families()
                .iter()
                .filter(|family| names.contains(&family.name.as_str()))
                .for_each(|family| run(family, &factors));
        }
        _ => eprintln!("usage: growth list | growth run FACTOR,... NAME..."),
    }
}

fn run(family: &Family, factors: &[usize]) {
    // What is made once per process is no cost of the first size.
    counted_work((family.prepare)(1));
    for size in factors.iter().map(|factor| factor * family.size) {
        let work = (family.prepare)(size);
        let region = Region::new(&ALLOCATOR);
        let outcome = counted_work(work);
        // A buffer that grows counts by what it grows by.
        let bytes = region.change().bytes_allocated;
        println!("{}\t{size}\t{bytes}\t{outcome:?}", family.name);
    }
}

/// The counter looks for this function by its name.
#[inline(never)]
fn counted_work(work: Work) -> Outcome {
    work()
}
