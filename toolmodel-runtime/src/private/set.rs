//! What sets of tools need in addition to the tools themselves.

use std::fmt;
use std::pin::Pin;
use std::sync::OnceLock;

use serde::Serialize;

pub use serde_json::Value;

use super::refusal::check_written;
use super::write::{Writable, WriteError, Written, write};
use crate::adapter::Call;
use crate::docs::DocEntry;
use crate::error::excerpt::first_of;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::model::Tool;
use crate::rules::nearest::nearest;
use crate::typed::{
    ContextHandler, DefinitionRules, Reply, SyncHandler, ToolEntry, ToolFailure, ToolSet, TypedTool,
};

pub use crate::typed::{Answer, Prefixed};

/// The error for an id that no tool of a set has.
#[must_use]
pub fn unknown_tool(id: &str, known: &[&'static str]) -> Error {
    unknown("has the id", id, known)
}

/// The names of all tools of a set on the wire.
#[must_use]
pub const fn names<const N: usize>(tools: &[ToolEntry]) -> [&'static str; N] {
    let mut names = [""; N];
    let mut at = 0;
    while at < N {
        names[at] = tools[at].wire_name();
        at += 1;
    }
    names
}

/// The ids of all tools of a set.
#[must_use]
pub const fn ids<const N: usize>(tools: &[ToolEntry]) -> [&'static str; N] {
    let mut ids = [""; N];
    let mut at = 0;
    while at < N {
        ids[at] = tools[at].id();
        at += 1;
    }
    ids
}

/// The id of the tool with a name on the wire.
///
/// # Errors
/// [`ErrorKind::UnknownTool`], listing the names that can be called.
pub fn id_of(name: &str, tools: &[ToolEntry]) -> Result<&'static str> {
    let found = tools.iter().find(|tool| tool.wire_name() == name);
    found.map(ToolEntry::id).ok_or_else(|| {
        let names: Vec<&str> = tools.iter().map(ToolEntry::wire_name).collect();
        unknown("is called", name, &names)
    })
}

fn unknown(how: &str, word: &str, known: &[&'static str]) -> Error {
    let shown: String = word.chars().take(80).collect();
    let shown = shown.escape_debug();
    let message = match nearest(word, known.iter().copied()) {
        Some(near) => format!("no tool {how} `{shown}`; did you mean `{near}`?"),
        None if known.is_empty() => format!("no tool {how} `{shown}`; the set is empty"),
        None => format!("no tool {how} `{shown}`; known are {}", listed(word, known)),
    };
    Error::new(ErrorKind::UnknownTool, message)
}

/// At most eight, those with the same name or namespace first.
fn listed(word: &str, known: &[&'static str]) -> String {
    const SHOWN: usize = 8;
    let mut known: Vec<&str> = known.to_vec();
    known.sort_by_key(|known| {
        let other_name = known.rsplit(':').next() != word.rsplit(':').next();
        (
            other_name,
            known.split(':').next() != word.split(':').next(),
        )
    });
    first_of(known.iter(), SHOWN)
}

/// Reads a call that a provider's model requests, by the tool's id.
///
/// # Errors
/// What is wrong with its arguments, or that no tool of the set has the id.
pub fn read_call<S: ToolSet>(call: &Call) -> Result<S> {
    match call.arguments() {
        Ok(arguments) => S::parse(&call.tool, arguments),
        Err(error) => {
            let problems = error.problems().to_vec();
            Error::check(error.kind(), problems)?;
            Err(Error::new(error.kind(), "the call cannot be read"))
        }
    }
}

/// The definitions of a set, collected at the first use.
#[derive(Debug)]
pub struct Definitions(OnceLock<Vec<&'static Tool>>);

impl Definitions {
    /// Not collected yet.
    #[allow(
        clippy::new_without_default,
        reason = "a static needs a constant, which a default is not"
    )]
    #[must_use]
    pub const fn new() -> Self {
        Self(OnceLock::new())
    }

    /// The definitions of the tools, which are the same at every call.
    pub fn of(&self, tools: &[ToolEntry]) -> &[&'static Tool] {
        self.0
            .get_or_init(|| tools.iter().map(ToolEntry::definition).collect())
    }
}

/// The definition and the docs of every tool.
#[must_use]
pub fn docs(tools: &[ToolEntry]) -> Vec<(&'static Tool, DocEntry)> {
    let docs = tools.iter().map(|tool| (tool.definition(), tool.docs()));
    docs.collect()
}

/// Runs the example checks of all tools of a set and lists every problem.
///
/// # Errors
/// [`ErrorKind::InvalidArguments`], with the problems of all tools.
pub fn check_examples(tools: &[ToolEntry]) -> Result<()> {
    let mut problems = Vec::new();
    for tool in tools {
        if let Err(error) = tool.check_examples() {
            problems.extend(problems_of(tool, &error));
        }
    }
    Error::check(ErrorKind::InvalidArguments, problems)
}

/// Checks the definitions of all tools of a set and lists every problem, or every warning.
///
/// # Errors
/// [`ErrorKind::InvalidTool`], with the problems of all tools.
pub fn check_definitions(tools: &[ToolEntry], rules: &DefinitionRules) -> Result<Vec<Problem>> {
    let (mut problems, mut warnings) = (Vec::new(), Vec::new());
    for tool in tools {
        match tool.check_definition(rules) {
            Ok(found) => warnings.extend(found.iter().map(|warning| of_tool(tool, warning))),
            Err(error) => problems.extend(problems_of(tool, &error)),
        }
    }
    Error::check(ErrorKind::InvalidTool, problems).map(|()| warnings)
}

/// The problems of a tool, or its error where there are none.
fn problems_of(tool: &ToolEntry, error: &Error) -> Vec<Problem> {
    if error.problems().is_empty() {
        return vec![of_tool(tool, error)];
    }
    let problems = error.problems().iter();
    problems.map(|problem| of_tool(tool, problem)).collect()
}

fn of_tool(tool: &ToolEntry, text: &impl fmt::Display) -> Problem {
    Problem::new("", format_args!("`{}`: {text}", tool.id()))
}

/// Arguments passed to a set.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "only sets read")]
pub enum Arguments<'a> {
    /// Parsed already.
    Value(&'a Value),
    /// JSON text.
    Bytes(&'a [u8]),
}

impl Arguments<'_> {
    /// Reads a call, in one function, so that a set goes over its tools once.
    ///
    /// # Errors
    /// As the functions that read.
    #[inline]
    pub fn read<T, Call>(
        self,
        parse: fn(&Value) -> Result<T>,
        from_slice: fn(&[u8]) -> Result<T>,
        call: fn(T) -> Call,
    ) -> Result<Call> {
        let read = match self {
            Self::Value(value) => parse(value),
            Self::Bytes(bytes) => from_slice(bytes),
        };
        match read {
            Ok(read) => Ok(call(read)),
            Err(error) => Err(error),
        }
    }
}

/// What is requested for a call that was built by hand.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "only sets ask")]
pub enum Wanted {
    /// Whether the tool's schema accepts it; `null` if it does.
    Verdict,
    /// Its arguments.
    Arguments,
}

/// Returns what is requested for a call, in one function, so that a set goes over its tools once.
///
/// # Errors
/// What `checked` lists.
pub fn answered<T: Serialize>(call: &T, checked: Result<()>, wanted: Wanted) -> Result<Value> {
    answer(call, checked, wanted)
}

fn answer(call: &dyn Writable, checked: Result<()>, wanted: Wanted) -> Result<Value> {
    checked?;
    match wanted {
        Wanted::Verdict => Ok(Value::Null),
        Wanted::Arguments => json(write(call), ErrorKind::InvalidArguments),
    }
}

/// The JSON of a value that was validated before.
fn json(written: Result<Written, WriteError>, kind: ErrorKind) -> Result<Value> {
    check_written(written, kind, &|_| Ok(()))
}

/// What a handler returned, with the output validated against the tool's schema.
fn answer_of<T: TypedTool<Output: Serialize>>(
    given: Result<Reply<T::Output>, ToolFailure>,
) -> Answer {
    match given {
        Ok(reply) => {
            let kind = ErrorKind::InvalidOutput;
            let written =
                T::check_output(&reply.output).and_then(|()| json(write(&reply.output), kind));
            let has_schema = T::definition().output_schema.is_some();
            Answer::of_output(written, has_schema, reply.content, reply.meta)
        }
        Err(failure) => failure.into(),
    }
}

/// The answer to a call, to be awaited.
pub type Answering<'app> = Pin<Box<dyn Future<Output = Answer> + Send + 'app>>;

/// A tool that has a handler, for the bounds of sets.
///
/// [`ContextHandler`] is also a [`TypedTool`]; for a type that is not a tool the compiler would report every
/// bound that requires both, in addition to the place that matters.
pub trait Answers<App: ?Sized, Context> {
    /// Passes a call to the handler of its tool.
    ///
    /// In a box, so that the future of a set is no larger than that of the called tool, and its states are not
    /// compiled again for every tool.
    fn answer<'app>(self, app: &'app App, context: Context) -> Answering<'app>
    where
        Self: 'app,
        Context: 'app;
}

impl<App, Context, T> Answers<App, Context> for T
where
    App: ?Sized + Sync,
    Context: Send,
    T: ContextHandler<App, Context>,
{
    fn answer<'app>(self, app: &'app App, context: Context) -> Answering<'app>
    where
        Self: 'app,
        Context: 'app,
    {
        Box::pin(async move { answer_of::<T>(self.handle_in(app, context).await) })
    }
}

/// A tool with a handler that awaits nothing; as [`Answers`].
pub trait AnswersSync<App: ?Sized> {
    /// Passes a call to the handler of its tool.
    fn answer_sync(self, app: &App) -> Answer;
}

impl<App: ?Sized, T: SyncHandler<App>> AnswersSync<App> for T {
    fn answer_sync(self, app: &App) -> Answer {
        answer_of::<T>(self.handle_sync(app).map(Reply::new))
    }
}

/// Prints a call of a set as its id and its arguments.
///
/// # Errors
/// When the formatter does.
pub fn debug_call<T: Serialize>(
    f: &mut fmt::Formatter<'_>,
    name: &str,
    id: &str,
    call: &T,
) -> fmt::Result {
    let arguments = serde_json::to_string(call).unwrap_or_default();
    f.debug_tuple(name)
        .field(&format_args!("{id}"))
        .field(&format_args!("{arguments}"))
        .finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(id: &'static str, wire_name: &'static str) -> ToolEntry {
        fn definition() -> &'static Tool {
            unreachable!()
        }
        ToolEntry {
            id,
            wire_name,
            definition,
            docs: DocEntry::default,
            check_examples: || Ok(()),
            check_definition: |_| Ok(Vec::new()),
        }
    }

    #[test]
    fn what_can_be_called_is_named_as_it_is_called() {
        let tools = [
            entry("gh:get_repo", "gh_get_repo"),
            entry("gh:list", "gh_list"),
        ];
        assert_eq!(id_of("gh_list", &tools).unwrap(), "gh:list");
        let near = id_of("gh_lst", &tools).unwrap_err();
        assert_eq!(
            near.to_string(),
            "unknown tool: no tool is called `gh_lst`; did you mean `gh_list`?"
        );
        let far = id_of("gh:list_all_of_them", &tools).unwrap_err();
        assert!(
            far.to_string()
                .ends_with("known are `gh_get_repo`, `gh_list`"),
            "{far}"
        );
    }

    #[test]
    fn the_nearest_id_is_named() {
        let error = unknown_tool("gh:get_rep", &["gh:get_repo", "gh:list"]);
        assert_eq!(
            error.to_string(),
            "unknown tool: no tool has the id `gh:get_rep`; did you mean `gh:get_repo`?"
        );
    }

    #[test]
    fn a_name_without_its_namespace_finds_its_id_first() {
        let error = unknown_tool("list", &["gh:get_repo", "gh:list"]);
        assert_eq!(
            error.to_string(),
            "unknown tool: no tool has the id `list`; known are `gh:list`, `gh:get_repo`"
        );
    }
}
