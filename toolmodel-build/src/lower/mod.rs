//! Shapes to types: what Rust can check exactly stays typed, the rest is left to the validator.

mod array;
mod branches;
mod default;
mod definition;
mod field;
mod formats;
mod keys;
mod map;
mod naming;
mod number;
mod object;
mod overlap;
mod patterns;
mod shapes;
mod text;
mod union;

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::rc::Rc;

use toolmodel_runtime::__private::kernel::{Allowance, Meter};
use toolmodel_runtime::Schema;

use crate::error::Error;
use crate::ir::{DefId, Kind, SchemaTypes, Type, TypeDef};
use crate::names::{Scope, pascal};
use crate::report::Reason;
use crate::schema::{Booleans, NodeId, NodeSet, ObjectRule, Shape, join};
use patterns::Matched;
use shapes::Shapes;

/// What the types of one schema may cost; anything beyond that is left to the validator. An
/// intersection of subschemas is a type of its own, so their number can grow exponentially with
/// the length of a schema.
const ALLOWANCE: Allowance = Allowance {
    // Fields, variants and values. Real tools have a few thousand at most.
    work: 100_000,
    // Types inside types.
    depth: 100,
    bytes: usize::MAX,
};

/// Most types of one schema; the rest is left to the validator.
const MOST_TYPES: usize = 1_000;

/// Most subschemas that are intersected with others, over all types of a schema: this many, and
/// [`INTERSECTED_PER_OBJECT`] more for each object that the schema is written with. So the size of the
/// output grows with that of the input.
const MOST_INTERSECTED: usize = 128;

const INTERSECTED_PER_OBJECT: usize = 4;

/// Fields that stand in one more struct than where they are declared, over all structs of a schema: as many as
/// this, and [`COPIED_PER_OBJECT`] more for each object that the schema is written with.
const MOST_COPIED: usize = 2_000;

const COPIED_PER_OBJECT: usize = 6;

/// Fields of one struct. What rustc does for a struct grows with the square of its fields.
const MOST_FIELDS: usize = 500;

/// What lowering needs to know in addition to the schema.
#[derive(Debug)]
pub(crate) struct Context<'c> {
    /// The name of the root type.
    pub(crate) name: &'c str,
    /// The tool's name, where the root is its result.
    pub(crate) output_of: Option<&'c str>,
    /// The doc of the root type.
    pub(crate) doc: &'c str,
    /// JSON pointers of this schema whose type or field the user named.
    pub(crate) renames: BTreeMap<&'c str, &'c str>,
    /// JSON pointers of this schema whose type the user replaced.
    pub(crate) replacements: BTreeMap<&'c str, &'c str>,
    /// Types to use for strings of a format.
    pub(crate) formats: &'c BTreeMap<String, String>,
    /// Whether formats decide what is accepted.
    pub(crate) assert_formats: bool,
    /// Whether properties that are absent are read as their defaults.
    pub(crate) fill_defaults: bool,
    /// Whether properties that are not declared are kept.
    pub(crate) keep_undeclared: bool,
}

/// A schema's types, and warnings about it.
pub(crate) struct Lowered {
    pub(crate) types: SchemaTypes,
    /// JSON pointer and message.
    pub(crate) warnings: Vec<(String, String)>,
}

/// Lowers a schema; `scope` has the names taken in the tool's module.
pub(crate) fn lower(
    schema: &Schema,
    context: &Context<'_>,
    scope: &mut Scope,
) -> Result<Lowered, Error> {
    let dialect = schema
        .dialect()
        .map_err(|error| Error::from_runtime(&error))?;
    let before = scope.clone();
    let shapes = Shapes::new(schema, dialect, context.assert_formats);
    let mut exact = Lowering::new(shapes, context, scope, Keep::Declared);
    exact.root();
    let (lowered, shapes) = exact.finish();
    if lowered.types.checked.is_empty() {
        return Ok(lowered);
    }
    // The validator's decision may depend on every property, so nothing is dropped or filled in.
    *scope = before;
    let mut faithful = Lowering::new(shapes, context, scope, Keep::Everything);
    faithful.root();
    Ok(faithful.finish().0)
}

struct Lowering<'a, 'c> {
    document: Shapes<'a>,
    context: &'c Context<'c>,
    scope: &'c mut Scope,
    /// What is kept of objects that are lowered now.
    keep: Keep,
    defs: Vec<TypeDef>,
    /// Types created so far, by the subschemas they represent and what they keep.
    known: HashMap<(NodeSet, Keep), Type>,
    /// Sets being lowered that have no name yet.
    open: BTreeSet<NodeSet>,
    opaque: BTreeSet<Reason>,
    meter: Rc<Meter>,
    matched: Matched,
    /// Subschemas that may still be intersected with others.
    intersected: usize,
    /// Subschemas whose properties are fields of some struct.
    copied_from: HashSet<NodeId>,
    /// Fields that may still be copied into other structs.
    copied: usize,
    warnings: Vec<(String, String)>,
}

/// Which properties of an object its type keeps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Keep {
    /// Those that the schema declares, as far as the context does not need more.
    Declared,
    /// All of the object, and the declared ones of those below it.
    All,
    /// All of the object and of those below it: exactly what is read is written back.
    Everything,
}

impl Keep {
    /// What objects below a value keep, which an alternative may describe beside one that accepts everything.
    fn inside(self, is_described: bool) -> Self {
        if is_described {
            Self::Everything
        } else {
            self.below()
        }
    }

    /// What objects below one keep.
    fn below(self) -> Self {
        match self {
            Self::All => Self::Declared,
            same => same,
        }
    }
}

/// How a type that needs a name gets one.
#[derive(Clone, Debug)]
struct Hint {
    /// The name to try first.
    name: String,
    /// The enclosing type's name, put in front when the first is taken.
    parent: String,
    /// JSON pointer of the subschema.
    pointer: String,
    doc: Option<String>,
}

impl Hint {
    /// The enclosing type's name; the root has only its own.
    fn outer(&self) -> &str {
        if self.parent.is_empty() {
            &self.name
        } else {
            &self.parent
        }
    }
}

/// The type of what a shape accepts apart from null, made nullable if it accepts null.
fn or_null(shape: &Shape, ty: Type) -> Type {
    if shape.null {
        Type::Nullable(Box::new(ty))
    } else {
        ty
    }
}

impl<'a, 'c> Lowering<'a, 'c> {
    fn new(
        document: Shapes<'a>,
        context: &'c Context<'c>,
        scope: &'c mut Scope,
        keep: Keep,
    ) -> Self {
        Self {
            meter: Rc::new(Meter::new(ALLOWANCE)),
            matched: Matched::default(),
            opaque: formats::asserted(&document),
            intersected: MOST_INTERSECTED
                + INTERSECTED_PER_OBJECT * document.defaults.copies.objects(),
            copied_from: HashSet::new(),
            copied: MOST_COPIED + COPIED_PER_OBJECT * document.defaults.copies.objects(),
            document,
            context,
            scope,
            keep,
            defs: Vec::new(),
            known: HashMap::new(),
            open: BTreeSet::new(),
            warnings: Vec::new(),
        }
    }

    fn finish(mut self) -> (Lowered, Shapes<'a>) {
        if self.matched.undecided.get() {
            self.leave(
                "",
                "a pattern that takes too long to match with a name or a listed value",
            );
        }
        let mut types = SchemaTypes {
            root: DefId(0),
            defs: self.defs,
            checked: self.opaque.into_iter().collect(),
        };
        crate::cycles::break_cycles(&mut types.defs);
        let lowered = Lowered {
            types,
            warnings: self.warnings,
        };
        (lowered, self.document)
    }

    /// The root always has its own type, with the tool's name.
    fn root(&mut self) {
        let root = self.document.root;
        let root = self.document.resolve(root);
        let hint = Hint {
            name: self.context.name.to_owned(),
            parent: String::new(),
            pointer: self.document.pointer(root),
            doc: Some(self.context.doc.to_owned()),
        };
        // The first definition is the root, so that a recursive schema refers to it.
        let ty = self.lower_set(vec![root], &hint);
        if ty != Type::Named(DefId(0)) {
            if let Some(first) = self.defs.first_mut()
                && first.name == self.context.name
            {
                first.name = self
                    .scope
                    .claim(&pascal(&format!("{} value", self.context.name)));
            }
            let at = self.defs.len();
            self.defs.push(TypeDef {
                name: self.context.name.to_owned(),
                pointer: hint.pointer,
                doc: hint.doc,
                kind: Kind::Newtype(ty),
            });
            self.move_to_front(at);
        }
    }

    /// Moves the last definition to the front.
    fn move_to_front(&mut self, last: usize) {
        self.defs.rotate_right(1);
        for def in &mut self.defs {
            crate::cycles::renumber(def, |DefId(id)| DefId(if id == last { 0 } else { id + 1 }));
        }
    }

    /// The type of subschemas that must all hold.
    fn lower_set(&mut self, set: NodeSet, hint: &Hint) -> Type {
        let mut set: NodeSet = set
            .into_iter()
            .map(|id| self.document.resolve(id))
            .collect();
        set.sort_unstable();
        set.dedup();
        if let Some(replacement) = self.replacement(&set, &hint.pointer) {
            return Type::Replaced(replacement);
        }
        let key = (set, self.keep);
        if let Some(known) = self.known.get(&key) {
            return known.clone();
        }
        let set = key.0;
        let meter = Rc::clone(&self.meter);
        let Ok(_level) = meter.enter() else {
            self.leave(&hint.pointer, "types nested too deeply");
            return Type::Any;
        };
        let left = match set.len() {
            1 => Some(self.intersected),
            several => self.intersected.checked_sub(several),
        };
        if left.is_none() || self.defs.len() >= MOST_TYPES {
            self.leave(
                &hint.pointer,
                "more types than are generated for one schema",
            );
            return Type::Any;
        }
        self.intersected = left.unwrap_or_default();
        if !self.open.insert(set.clone()) {
            self.leave(&hint.pointer, "an array or map that contains itself");
            return Type::Any;
        }
        if let Some(ty) = self.nullable_definition(&set, hint) {
            self.open.remove(&set);
            self.known.insert((set, self.keep), ty.clone());
            return ty;
        }
        let hint = self.named_by_definition(&set, hint);
        let shape = self.document.shape(&set);
        self.note_opaque(&shape);
        let ty = self.lower_shape(&set, &shape, &hint);
        self.open.remove(&set);
        self.known.insert((set, self.keep), ty.clone());
        ty
    }

    fn lower_shape(&mut self, set: &NodeSet, shape: &Shape, hint: &Hint) -> Type {
        if shape.is_any() {
            return Type::Any;
        }
        if shape.is_never() {
            self.leave(&hint.pointer, "a schema that accepts nothing");
            return Type::Any;
        }
        let kinds = [
            shape.boolean != Booleans::NONE,
            !shape.number.is_never(),
            !shape.string.is_never(),
            !shape.array.is_never(),
            !shape.object.is_never(),
        ];
        match kinds.iter().filter(|kind| **kind).count() {
            0 => Type::Null,
            1 => or_null(shape, self.lower_one(set, shape, hint)),
            5 => {
                self.leave(&hint.pointer, "constraints on a value of any type");
                Type::Any
            }
            _ => or_null(shape, self.lower_by_type(set, shape, hint)),
        }
    }

    /// The type of a shape that accepts one JSON type apart from null.
    fn lower_one(&mut self, set: &NodeSet, shape: &Shape, hint: &Hint) -> Type {
        if shape.boolean != Booleans::NONE {
            Type::Bool(match shape.boolean {
                Booleans::BOTH => None,
                only => Some(only.yes),
            })
        } else if !shape.number.is_never() {
            self.lower_number(&shape.number, hint)
        } else if !shape.string.is_never() {
            self.lower_string(set, &shape.string, hint)
        } else if !shape.array.is_never() {
            self.lower_arrays(&shape.array, hint)
        } else {
            self.lower_objects(&shape.object, hint, &|this: &mut Self, ty: Type| {
                let ty = or_null(shape, ty);
                this.known.insert((set.clone(), this.keep), ty);
            })
        }
    }

    /// Records what the shape leaves to the validator.
    fn note_opaque(&mut self, shape: &Shape) {
        for opaque in &shape.opaque {
            let pointer = self.document.pointer(opaque.node);
            let pointer = opaque
                .keyword
                .map_or(pointer.clone(), |keyword| join(&pointer, keyword));
            self.leave(&pointer, opaque.reason);
        }
    }

    /// Charges fields, variants or values; what cannot be afforded is left to the validator.
    fn affords(&mut self, steps: usize, pointer: &str) -> bool {
        let afforded = self.meter.work(steps).is_ok();
        if !afforded {
            self.leave(
                pointer,
                "more fields and values than are generated for one schema",
            );
        }
        afforded
    }

    /// Whether a struct may have so many fields; what has more is left to the validator.
    fn affords_struct(&mut self, fields: usize, pointer: &str) -> bool {
        let afforded = fields <= MOST_FIELDS;
        if !afforded {
            self.leave(pointer, "more fields than are generated for one struct");
        }
        afforded
    }

    /// Charges fields that another struct has too; what cannot be afforded is left to the validator.
    fn affords_copies(&mut self, rule: &ObjectRule, pointer: &str) -> bool {
        let parts = rule.parts.iter();
        let again = parts.filter(|part| !self.copied_from.insert(part.node));
        let copies: usize = again.map(|part| part.properties.len()).sum();
        let left = self.copied.checked_sub(copies);
        match left {
            Some(left) => self.copied = left,
            None => self.leave(
                pointer,
                "more copies of fields than are generated for one schema",
            ),
        }
        left.is_some()
    }

    /// Records that the validator is needed.
    fn leave(&mut self, pointer: &str, reason: &str) {
        self.opaque.insert(Reason {
            pointer: pointer.to_owned(),
            reason: reason.to_owned(),
        });
    }

    fn set_kind(&mut self, id: DefId, kind: Kind) {
        if let Some(def) = self.defs.get_mut(id.0) {
            def.kind = kind;
        }
    }
}
