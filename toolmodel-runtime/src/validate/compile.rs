//! Compiles a schema: it is surveyed, its references are followed, and it is checked against the limits and its
//! meta-schema; only then is it given to the engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::LazyLock;

use fancy_regex::{CompileError, Error as RegexError, ParseError, RegexBuilder};
use jsonschema::error::ValidationErrorKind as Kind;
use jsonschema::{Draft, PatternOptions, Registry, Uri, ValidationError, Validator};
use referencing::SPECIFICATIONS;
use serde_json::Value;

use super::documents::{Documents, Library};
use super::explain::Explainer;
use super::flat::{Flat, Origins, TARGETS, flatten};
use super::graph::{self, Built, Graph, NAMELESS, Profile, Refused, Source};
use super::limits::Limits;
use super::measure::{JsonSize, json_size};
use super::meta;
use super::pattern::{Pattern, Patterns};
use super::stack::{COMPILE_LEVEL, with_stack};
use super::survey::{MOST_PROBLEMS, Survey};
use crate::error::excerpt::{cut, cut_to};
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::schema::reference::References;
use crate::schema::{Dialect, Schema};

/// The base of a schema that names none, read once.
static DEFAULT_BASE: LazyLock<Result<Uri<String>, referencing::Error>> =
    LazyLock::new(|| jsonschema::uri::from_str(NAMELESS));

/// Bytes of memory, as measured: of one state of a compiled pattern, of one compiled subschema, of one value of
/// the JSON and of one byte of its text, with the engine's copies; and the fixed cost of any schema.
const STATE_MEMORY: u64 = 64;
const NODE_MEMORY: usize = 1280;
const VALUE_MEMORY: usize = 256;
const TEXT_MEMORY: usize = 2;
const LEAST_MEMORY: usize = 1024;

/// Compiled subschemas so few that duplicates among them do not matter.
const FEW_COPIES: usize = 500;
/// Bytes of subschemas that may be duplicated for other targets of `$dynamicRef`, as a multiple of the schema.
const MOST_REPEATED: usize = 4;

/// Bytes that an error of the engine about the schema may hold.
const MOST_COPIED: usize = 8 << 20;

/// How schemas are compiled.
#[derive(Clone, Debug, Default)]
pub(super) struct Settings {
    pub(super) limits: Limits,
    pub(super) formats: bool,
    pub(super) documents: Documents,
}

/// A schema ready to validate with.
pub(super) struct Parts {
    pub(super) validator: Validator,
    pub(super) origins: Origins,
    pub(super) profile: Profile,
    /// About how many bytes of memory all of it takes.
    pub(super) bytes: usize,
}

/// Compiles a schema whose size is known to be within the limits.
pub(super) fn compile(schema: &Schema, size: JsonSize, settings: &Settings) -> Result<Parts> {
    let dialect = schema.dialect()?;
    let limits = &settings.limits;
    let survey = Survey::of(schema.as_value(), None, size, dialect, limits)?;
    let compiler = Compiler {
        root: schema.as_value(),
        draft: draft(dialect),
        survey: &survey,
        settings,
    };
    if compiler.is_plain() {
        return compiler.on_stack(Compiler::compile);
    }
    let Flat { schema, origins } = compiler.on_stack(Compiler::flatten)?;
    let limits = Limits {
        subschemas: limits.unrolled,
        ..limits.clone()
    };
    let size = json_size(&schema, usize::MAX);
    let parts = Survey::of(&schema, Some(TARGETS), size, dialect, &limits).and_then(|survey| {
        let compiler = Compiler {
            root: &schema,
            survey: &survey,
            ..compiler
        };
        compiler.on_stack(Compiler::compile)
    });
    match parts {
        Ok(parts) => Ok(Parts {
            bytes: parts.bytes.saturating_add(origins.bytes()),
            origins,
            ..parts
        }),
        Err(error) => Err(error.moved(|pointer| origins.of(pointer).into_owned())),
    }
}

fn draft(dialect: Dialect) -> Draft {
    match dialect {
        Dialect::Draft202012 => Draft::Draft202012,
        Dialect::Draft07 => Draft::Draft7,
    }
}

#[derive(Clone, Copy)]
struct Compiler<'a> {
    root: &'a Value,
    draft: Draft,
    survey: &'a Survey<'a>,
    settings: &'a Settings,
}

impl Compiler<'_> {
    /// Whether compiling every subschema again for each reference is allowed and cheap.
    fn is_plain(&self) -> bool {
        let (survey, limits) = (self.survey, &self.settings.limits);
        let times = survey.references;
        let nodes = times.saturating_mul(survey.known.len());
        // A value takes at most sixteen bytes for each byte of its text.
        let held = survey.size.bytes.saturating_mul(16);
        let pointers = times.saturating_mul(survey.pointers.max(held));
        survey.is_plain && nodes <= FEW_COPIES && pointers <= limits.schema_pointers
    }

    fn on_stack<T: Send>(&self, run: impl FnOnce(&Self) -> Result<T> + Send) -> Result<T> {
        // Up to eight targets of references are compiled within each other.
        let levels = self
            .survey
            .size
            .depth
            .saturating_mul(1 + self.survey.references.min(8));
        with_stack(levels.saturating_mul(COMPILE_LEVEL), || {
            catch_unwind(AssertUnwindSafe(|| run(self))).unwrap_or_else(|_| {
                let message = "the engine failed on this schema";
                Err(Error::new(ErrorKind::InvalidSchema, message))
            })
        })
    }

    fn compile(&self) -> Result<Parts> {
        let library = Library::new(&self.settings.documents);
        let profile = self.with_graph(&library, None, |built| {
            self.profile(built.graph, &built.schemas)
        })?;
        self.check_nested()?;
        let limits = &self.settings.limits;
        let patterns = PatternOptions::fancy_regex()
            .backtrack_limit(limits.regex_backtracking)
            .size_limit(limits.regex_size)
            .dfa_size_limit(self.automaton());
        let regex_size = limits.regex_size;
        let is_regex = move |text: &str| {
            Pattern::of(text).is_bounded(text, regex_size) && meta::is_regex(text)
        };
        let mut options = jsonschema::options();
        if self.settings.formats {
            options = options.with_format("regex", is_regex);
        }
        let validator = options
            .with_draft(self.draft)
            .with_retriever(library)
            .with_pattern_options(patterns)
            .should_validate_formats(self.settings.formats)
            .without_content_encoding_support("base64")
            .without_content_media_type_support("application/json")
            .build(self.root)
            .map_err(|error| self.refused(error))?;
        let bytes = self.memory(&profile);
        Ok(Parts {
            validator,
            origins: Origins::default(),
            profile,
            bytes,
        })
    }

    /// The schema as one plain document, once everything wrong with it has been reported.
    fn flatten(&self) -> Result<Flat> {
        let library = Library::new(&self.settings.documents);
        let limits = &self.settings.limits;
        let most = self.survey.size.bytes.saturating_mul(MOST_REPEATED);
        let most = most.saturating_add(limits.schema_bytes / 16);
        self.with_graph(&library, Some(most), |built| {
            match self.meta_problems() {
                problems if problems.is_empty() => {}
                problems => return Err(meta::invalid(self.root, problems)),
            }
            self.profile(built.graph, &built.schemas)?;
            flatten(self.root, &built.linked, limits)
        })
    }

    fn profile(&self, graph: Graph, schemas: &[&Value]) -> Result<Profile> {
        let patterns = Patterns::of(self.survey.patterns.keys().copied());
        Profile::of(graph, patterns, &self.settings.limits).map_err(|refused| match refused {
            Refused::Error(error) => error,
            Refused::Loop(node) => self.without_end(schemas.get(node).copied()),
        })
    }

    /// In draft-07 `items` is one schema or many, so the engine's first error about a schema holds copies of all
    /// levels above it. Where that is a lot, the schema is checked level by level first.
    fn check_nested(&self) -> Result<()> {
        let copied = self
            .survey
            .size
            .bytes
            .saturating_mul(self.survey.size.depth);
        if self.draft != Draft::Draft7 || copied <= MOST_COPIED {
            return Ok(());
        }
        match self.meta_problems() {
            problems if problems.is_empty() => Ok(()),
            problems => Err(meta::invalid(self.root, problems)),
        }
    }

    /// Bytes that the lazy automaton of one pattern may take. If that is too little, the engine abandons it for another
    /// way of matching, which is slower but also linear.
    fn automaton(&self) -> usize {
        let most = self.settings.limits.regex_size / 16;
        most.min(8 * most / self.survey.patterns.len().max(1))
    }

    /// Roughly how much memory the compiled schema holds, the schema itself included.
    fn memory(&self, profile: &Profile) -> usize {
        let states: u64 = self
            .survey
            .patterns
            .keys()
            .fold(0, |sum, text| sum.saturating_add(Pattern::of(text).size));
        let patterns = self.survey.patterns.len().saturating_mul(self.automaton());
        usize::try_from(states.saturating_mul(STATE_MEMORY))
            .unwrap_or(usize::MAX)
            .saturating_add(patterns)
            .saturating_add(profile.nodes().saturating_mul(NODE_MEMORY))
            .saturating_add(self.survey.pointers)
            .saturating_add(self.survey.size.values.saturating_mul(VALUE_MEMORY))
            .saturating_add(self.survey.size.bytes.saturating_mul(TEXT_MEMORY))
            .saturating_add(LEAST_MEMORY)
    }

    /// Continues with the graph of the schema. Problems with references and patterns are reported together
    /// with those that the meta-schema finds.
    fn with_graph<T>(
        &self,
        library: &Library,
        repeated: Option<usize>,
        go_on: impl FnOnce(Built<'_>) -> Result<T>,
    ) -> Result<T> {
        let mut problems = self.bad_patterns();
        problems.extend_from_slice(&self.survey.repeated);
        let limits = &self.settings.limits;
        let base = self.base()?;
        let own;
        let registry = if self.survey.references > 0 || self.survey.identified {
            own = self.registry(&base, library)?;
            &own
        } else {
            // Nothing is looked up, so any registry will do.
            &*SPECIFICATIONS
        };
        let absent = library.absent();
        let source = Source {
            root: self.root,
            draft: self.draft,
            base,
            registry,
            known: &self.survey.known,
            absent: &absent,
            repeated,
        };
        let mut built = graph::build(&source, limits)?;
        problems.append(&mut built.missing);
        problems.extend(meta::check_strays(self.root, &built.strays, limits)?);
        if !problems.is_empty() || !built.external.is_empty() {
            problems.extend(self.meta_problems());
            if problems.is_empty() {
                return Err(Error::from_problems(ErrorKind::ExternalRef, built.external));
            }
            problems.append(&mut built.external);
            return Err(meta::invalid(self.root, problems));
        }
        go_on(built)
    }

    /// A subschema that leads back to itself without moving to another place of the instance.
    fn without_end(&self, schema: Option<&Value>) -> Error {
        let pointer = schema.and_then(|schema| graph::locate(self.root, schema, None));
        let message = "applies itself to the same value without end";
        Error::at(
            ErrorKind::InvalidSchema,
            pointer.unwrap_or_default(),
            message,
        )
    }

    fn base(&self) -> Result<Uri<String>> {
        match (
            self.draft.create_resource_ref(self.root).id(),
            &*DEFAULT_BASE,
        ) {
            (Some(id), _) => jsonschema::uri::from_str(id).map_err(|error| self.unreadable(&error)),
            (None, Ok(base)) => Ok(base.clone()),
            (None, Err(error)) => Err(self.unreadable(error)),
        }
    }

    /// The schema and the documents that it refers to, by URI.
    fn registry(&self, base: &Uri<String>, library: &Library) -> Result<Registry<'_>> {
        Registry::new()
            .retriever(library.clone())
            .draft(self.draft)
            .add(base.as_str(), self.draft.create_resource_ref(self.root))
            .and_then(jsonschema::RegistryBuilder::prepare)
            .map_err(|error| self.unreadable(&error))
    }

    fn bad_patterns(&self) -> Vec<Problem> {
        let patterns = self.survey.patterns.iter();
        let bad = patterns.filter(|(text, _)| !meta::is_regex(text));
        bad.flat_map(|(text, places)| {
            let message = format!("`{}` is not a regular expression", cut(text));
            let pointers = places
                .iter()
                .map(|place| self.survey.places.pointer(*place));
            pointers.map(move |pointer| Problem::new(pointer, &message))
        })
        .take(MOST_PROBLEMS)
        .collect()
    }

    fn meta_problems(&self) -> Vec<Problem> {
        meta::problems(self.root, self.draft, self.survey.mixed)
    }

    /// An `$id` or a reference that is not a URI.
    fn unreadable(&self, error: &referencing::Error) -> Error {
        let mut problems = meta::bad_uris(self.root);
        problems.extend(self.meta_problems());
        if problems.is_empty() {
            problems.push(Problem::new("", cut_to(&error.to_string(), 200)));
        }
        meta::invalid(self.root, problems)
    }

    /// Why the engine refused the schema.
    fn refused(&self, error: ValidationError<'_>) -> Error {
        if let (Kind::Format { format }, Value::String(text)) =
            (error.kind(), error.instance().as_ref())
            && format == "regex"
            && meta::is_regex(text)
        {
            let places = self.survey.patterns.get(text.as_str());
            let place = places.and_then(|places| places.first()).copied();
            let limits = &self.settings.limits;
            return if has_surrogate(text) {
                self.survey.unsupported_pattern(place)
            } else if is_too_large(text, limits) {
                self.survey.too_large(place, limits)
            } else {
                self.survey.unknown_pattern(place, text)
            };
        }
        let mut problems = self.meta_problems();
        if problems.is_empty() {
            problems = meta::bad_uris(self.root);
        }
        if problems.is_empty() {
            let nothing = References::new(&Value::Null);
            let explainer = Explainer::new(&nothing, self.root);
            problems = explainer.problems(&[error], 1);
        }
        meta::invalid(self.root, problems)
    }
}

/// Whether the engine refuses a pattern only because of its size.
fn is_too_large(pattern: &str, limits: &Limits) -> bool {
    if !Pattern::of(pattern).is_bounded(pattern, limits.regex_size) {
        return true;
    }
    let Ok(translated) = jsonschema_regex::to_rust_regex(pattern) else {
        return false;
    };
    let mut builder = RegexBuilder::new(&translated);
    match builder.delegate_size_limit(limits.regex_size).build() {
        // If it compiles alone, the limit was exceeded together with other patterns.
        Ok(_) | Err(RegexError::ParseError(_, ParseError::RecursionExceeded)) => true,
        Err(RegexError::CompileError(error)) => match *error {
            CompileError::InnerError(error) => {
                let is_nested = |error: &regex_syntax::Error| match error {
                    regex_syntax::Error::Parse(error) => {
                        matches!(
                            error.kind(),
                            regex_syntax::ast::ErrorKind::NestLimitExceeded(_)
                        )
                    }
                    _ => false,
                };
                error.size_limit().is_some() || error.syntax_error().is_some_and(is_nested)
            }
            _ => false,
        },
        Err(_) => false,
    }
}

/// Whether a pattern escapes half a surrogate pair, which ECMAScript allows and the engine does not.
fn has_surrogate(pattern: &str) -> bool {
    let escapes = pattern.split("\\u").skip(1);
    let mut codes = escapes.filter_map(|escape| u16::from_str_radix(escape.get(..4)?, 16).ok());
    codes.any(|code| (0xd800..0xe000).contains(&code))
}
