//! A server that is started as a child process and communicates over its standard streams.

use std::collections::VecDeque;
use std::io::{BufRead as _, BufReader, Read, Write as _};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SyncSender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::Value;

use super::{Deadline, Fault, Limits, Transport};
use crate::cli::excerpt::plain;

/// Bytes kept of standard error, from its end.
const KEPT_STDERR: usize = 4_000;

/// Non-JSON-RPC lines tolerated before giving up.
const MOST_GARBAGE: usize = 100;

/// How long a server may take to end by itself, and then after being asked to.
const PATIENCE: Duration = Duration::from_millis(1_500);

pub(super) struct Process {
    child: Child,
    /// `None` once the server should end.
    outgoing: Option<mpsc::Sender<Vec<u8>>>,
    incoming: Receiver<Incoming>,
    stderr: Arc<Mutex<VecDeque<u8>>>,
    garbage: Vec<String>,
    deadline: Deadline,
}

/// What the reading thread delivers.
enum Incoming {
    Line(Vec<u8>),
    TooMuch,
    End,
}

impl Process {
    pub(super) fn start(
        program: &str,
        arguments: &[String],
        environment: &[(String, String)],
        limits: Limits,
        deadline: Deadline,
    ) -> Result<Self, Fault> {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .envs(environment.iter().map(|(key, value)| (key, value)))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        own_group(&mut command);
        let mut child = command.spawn().map_err(|error| {
            let fault = Fault::new(format_args!("`{program}` cannot be started: {error}"));
            match error.kind() {
                std::io::ErrorKind::NotFound => fault.help("is it installed, and on the PATH?"),
                _ => fault,
            }
        })?;
        let (to_child, outgoing) = mpsc::channel();
        let (from_child, incoming) = mpsc::sync_channel(16);
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        if let Some(stream) = child.stdin.take() {
            thread::spawn(move || write(stream, &outgoing));
        }
        if let Some(stream) = child.stdout.take() {
            thread::spawn(move || read(stream, limits.bytes, &from_child));
        }
        if let Some(stream) = child.stderr.take() {
            let kept = Arc::clone(&stderr);
            thread::spawn(move || keep_end(stream, &kept));
        }
        Ok(Self {
            child,
            outgoing: Some(to_child),
            incoming,
            stderr,
            garbage: Vec::new(),
            deadline,
        })
    }

    /// The next line that is a message; others are kept for the report.
    fn next(&mut self) -> Result<Value, Fault> {
        loop {
            let line = match self.incoming.recv_timeout(self.deadline.left()?) {
                Ok(Incoming::Line(line)) => line,
                Ok(Incoming::TooMuch) => {
                    return Err(
                        Fault::new("sent more than is accepted").help("`--max-bytes` accepts more")
                    );
                }
                Ok(Incoming::End) | Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) => return Err(self.deadline.passed()),
            };
            let text = line.trim_ascii();
            if text.is_empty() {
                continue;
            }
            match serde_json::from_slice::<Value>(text) {
                Ok(message @ Value::Object(_)) => return Ok(message),
                _ => self.garbage.push(start_of(text)),
            }
            if self.garbage.len() > MOST_GARBAGE {
                return Err(Fault::new("speaks no JSON-RPC on its standard output"));
            }
        }
    }

    fn ended(&mut self) -> Fault {
        match self.wait(PATIENCE) {
            Some(status) => Fault::new(format_args!("ended before it answered: {status}")),
            None => Fault::new("closed its standard output before it answered"),
        }
    }

    fn wait(&mut self, most: Duration) -> Option<ExitStatus> {
        let start = Instant::now();
        loop {
            match self.child.try_wait() {
                Ok(Some(status)) => return Some(status),
                Ok(None) if start.elapsed() < most => thread::sleep(Duration::from_millis(5)),
                _ => return None,
            }
        }
    }
}

impl Transport for Process {
    fn send(&mut self, message: &Value, _: &[(String, String)]) -> Result<(), Fault> {
        let mut line = message.to_string().into_bytes();
        line.push(b'\n');
        if let Some(outgoing) = &self.outgoing {
            // If the server is gone, that is noticed when its answer does not come.
            let _ = outgoing.send(line);
        }
        Ok(())
    }

    fn receive(&mut self) -> Result<Value, Fault> {
        self.next()
    }

    fn agreed(&mut self, _: &str) {}

    fn close(&mut self) {
        // Closing its standard input asks a server to end.
        self.outgoing = None;
        if self.wait(PATIENCE).is_some() {
            return;
        }
        end_group(&mut self.child, false);
        if self.wait(PATIENCE).is_none() {
            end_group(&mut self.child, true);
            let _ = self.wait(PATIENCE);
        }
    }

    fn explain(&mut self, mut fault: Fault) -> Fault {
        if let Some(first) = self.garbage.first() {
            let count = self.garbage.len();
            fault = fault.note(format_args!(
                "lines on its standard output that are no JSON-RPC: {count}, the first: {first}"
            ));
        }
        // Its last output may still be on its way.
        thread::sleep(Duration::from_millis(20));
        let kept = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let bytes: Vec<u8> = kept.iter().copied().collect();
        let text = String::from_utf8_lossy(&bytes);
        if text.trim().is_empty() {
            return fault;
        }
        fault.note(format_args!("its standard error:\n{}", text.trim_end()))
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            end_group(&mut self.child, true);
            let _ = self.child.wait();
        }
    }
}

fn start_of(line: &[u8]) -> String {
    let text = String::from_utf8_lossy(line.get(..200).unwrap_or(line));
    let shown: String = plain(&text).chars().take(80).collect();
    format!("`{shown}`")
}

fn write(mut stream: ChildStdin, outgoing: &Receiver<Vec<u8>>) {
    for line in outgoing {
        if stream
            .write_all(&line)
            .and_then(|()| stream.flush())
            .is_err()
        {
            return;
        }
    }
}

fn read(stream: ChildStdout, most: usize, incoming: &SyncSender<Incoming>) {
    let mut reader = BufReader::new(stream).take(most as u64);
    loop {
        let mut line = Vec::new();
        let end = match reader.read_until(b'\n', &mut line) {
            Ok(0) | Err(_) if reader.limit() == 0 => Incoming::TooMuch,
            Ok(0) | Err(_) => Incoming::End,
            // A line that was cut by the limit is not a message.
            Ok(_) if reader.limit() == 0 && !line.ends_with(b"\n") => Incoming::TooMuch,
            Ok(_) => match incoming.send(Incoming::Line(line)) {
                Ok(()) => continue,
                Err(_) => return,
            },
        };
        let _ = incoming.send(end);
        return;
    }
}

fn keep_end(mut stream: ChildStderr, kept: &Mutex<VecDeque<u8>>) {
    let mut part = [0; 4096];
    while let Ok(count @ 1..) = stream.read(&mut part) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(part.iter().take(count));
        let over = kept.len().saturating_sub(KEPT_STDERR);
        kept.drain(..over);
    }
}

/// A launcher starts further processes: all of them form one group, which is ended together.
#[cfg(unix)]
fn own_group(command: &mut Command) {
    use std::os::unix::process::CommandExt as _;
    command.process_group(0);
}

#[cfg(not(unix))]
fn own_group(_: &mut Command) {}

#[cfg(unix)]
fn end_group(child: &mut Child, at_once: bool) {
    use rustix::process::{Pid, Signal, kill_process_group};
    let signal = if at_once { Signal::KILL } else { Signal::TERM };
    let group = i32::try_from(child.id()).ok().and_then(Pid::from_raw);
    if let Some(group) = group {
        let _ = kill_process_group(group, signal);
    }
}

#[cfg(not(unix))]
fn end_group(child: &mut Child, _: bool) {
    let _ = child.kill();
}
