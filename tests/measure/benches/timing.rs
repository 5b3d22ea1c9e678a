//! Nanoseconds per call. The ways to do one thing take turns in short rounds, so that a busy machine
//! slows all of them, and the shortest round of each counts, which other work disturbs least.

use std::time::{Duration, Instant};

/// Something to time, by name.
pub(crate) type Way<'a> = (String, Box<dyn FnMut() + 'a>);

/// A way whose result is thrown away, though not before it was made.
pub(crate) fn way<'a, T>(name: impl Into<String>, mut call: impl FnMut() -> T + 'a) -> Way<'a> {
    let run = move || {
        std::hint::black_box(call());
    };
    (name.into(), Box::new(run))
}

/// How long a round should take at least.
const ROUND: Duration = Duration::from_millis(1);

/// Times the ways, and prints each with its ratio to the first.
pub(crate) fn race(title: &str, mut ways: Vec<Way<'_>>) -> Vec<f64> {
    let sizes: Vec<(u32, u32)> = ways.iter_mut().map(|(_, run)| size(run)).collect();
    let mut least = vec![f64::MAX; ways.len()];
    for number in 0..60 {
        for (((_, run), (calls, rounds)), least) in ways.iter_mut().zip(&sizes).zip(&mut least) {
            if number < *rounds {
                let took = round(run, *calls).as_secs_f64() / f64::from(*calls);
                *least = least.min(took * 1e9);
            }
        }
    }
    println!("{title}");
    for ((name, _), nanoseconds) in ways.iter().zip(&least) {
        println!(
            "  {name:<40} {nanoseconds:>12.0} ns {:>8.2}",
            nanoseconds / least[0]
        );
    }
    least
}

fn round(run: &mut dyn FnMut(), calls: u32) -> Duration {
    let started = Instant::now();
    for _ in 0..calls {
        run();
    }
    started.elapsed()
}

/// How many calls make a round, and how many rounds are not too many.
fn size(run: &mut dyn FnMut()) -> (u32, u32) {
    let mut calls = 1;
    loop {
        let took = round(run, calls);
        if took >= ROUND {
            let rounds = Duration::from_secs(2).as_nanos() / took.as_nanos();
            return (calls, u32::try_from(rounds).unwrap_or(60).clamp(5, 60));
        }
        calls *= 2;
    }
}
