//! Documents by URI: supplied ones are found, all others are recorded as absent. Nothing is ever
//! fetched.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::{Retrieve, Uri};
use serde_json::Value;

use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Result};

/// Documents by their URI without a fragment.
pub(super) type Documents = Arc<BTreeMap<String, Value>>;

/// Answers every request: with the supplied document, or with a schema that accepts anything
/// while recording the URI, so that the reference can be reported at its place.
#[derive(Clone)]
pub(super) struct Library {
    documents: Documents,
    absent: Arc<Mutex<BTreeSet<String>>>,
}

impl Library {
    pub(super) fn new(documents: &Documents) -> Self {
        Self {
            documents: Arc::clone(documents),
            absent: Arc::default(),
        }
    }

    /// The URIs that were requested and are absent.
    pub(super) fn absent(&self) -> BTreeSet<String> {
        let absent = self.absent.lock();
        absent.unwrap_or_else(PoisonError::into_inner).clone()
    }
}

impl Retrieve for Library {
    fn retrieve(
        &self,
        uri: &Uri<String>,
    ) -> Result<Value, Box<dyn std::error::Error + Send + Sync>> {
        let text = uri.as_str();
        let text = text.split_once('#').map_or(text, |(uri, _)| uri);
        if let Some(document) = self.documents.get(text) {
            return Ok(document.clone());
        }
        let absent = self.absent.lock();
        absent
            .unwrap_or_else(PoisonError::into_inner)
            .insert(text.to_owned());
        Ok(Value::Bool(true))
    }
}

/// The key of a document: its URI in normal form, without a fragment.
pub(super) fn normalize(uri: &str) -> Result<String> {
    let refuse = |why: &dyn std::fmt::Display| {
        let message = format!("`{}` is not an absolute URI: {why}", cut(uri));
        Error::new(ErrorKind::InvalidSchema, message)
    };
    if !uri.contains(':') {
        return Err(refuse(&"it has no scheme"));
    }
    let parsed = jsonschema::uri::from_str(uri).map_err(|error| refuse(&error))?;
    let text = parsed.as_str();
    Ok(text.split_once('#').map_or(text, |(uri, _)| uri).to_owned())
}
