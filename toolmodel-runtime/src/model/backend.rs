//! What runs a tool: an MCP server, a provider, or a function of the program itself.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use serde_json::{Map, Value};

use super::record::{Field, KeyOrder, Reader, Writer, object};
use crate::error::excerpt::cut;
use crate::error::{Error, ErrorKind, Problem, Result};
use crate::schema::{MAX_NESTING, parse};

/// Binds a tool to what runs it. One tool may have several backends.
///
/// Reading and writing lose nothing: kinds and fields that this version does not know are kept, and keys keep their
/// order.
///
/// ```
/// use toolmodel_runtime::{BackendBinding, ToolBackend};
///
/// let backend = ToolBackend::from_json(r#"{"kind":"mcp","mcp":{"serverName":"github"}}"#)?;
/// assert_eq!(backend, ToolBackend::mcp("github"));
/// backend.validate()?;
/// let BackendBinding::Mcp(mcp) = &backend.binding else { unreachable!() };
/// assert_eq!(mcp.server_name, "github");
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct ToolBackend {
    /// The kind of backend and what it needs.
    pub binding: BackendBinding,
    /// Fields this version does not know, and bindings of other kinds than the chosen one.
    pub extra: Map<String, Value>,
    order: KeyOrder,
}

/// The kind of a backend, with what it needs.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum BackendBinding {
    /// `mcp`: a tool of an MCP server.
    Mcp(McpBackend),
    /// `provider`: a tool of an external provider.
    Provider(ProviderBackend),
    /// `local`: a function registered in the program.
    Local(LocalBackend),
    /// A kind this version does not know; its fields are in [`ToolBackend::extra`].
    Other(String),
}

/// A tool of an MCP server.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct McpBackend {
    /// Names the server.
    pub server_name: String,
    /// Fields this version does not know.
    pub extra: Map<String, Value>,
    order: KeyOrder,
}

/// A tool of an external provider.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ProviderBackend {
    /// Names the provider.
    pub provider_id: String,
    /// The provider's own id of the tool.
    pub tool_id: String,
    /// Fields this version does not know.
    pub extra: Map<String, Value>,
    order: KeyOrder,
}

/// A function registered in the program.
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct LocalBackend {
    /// The name it is registered by.
    pub name: String,
    /// Fields this version does not know.
    pub extra: Map<String, Value>,
    order: KeyOrder,
}

impl BackendBinding {
    /// The kind's name on the wire.
    #[must_use]
    pub fn kind(&self) -> &str {
        match self {
            Self::Mcp(_) => "mcp",
            Self::Provider(_) => "provider",
            Self::Local(_) => "local",
            Self::Other(kind) => kind,
        }
    }
}

impl From<BackendBinding> for ToolBackend {
    fn from(binding: BackendBinding) -> Self {
        Self {
            binding,
            extra: Map::new(),
            order: KeyOrder::default(),
        }
    }
}

impl ToolBackend {
    /// A tool of an MCP server.
    #[must_use]
    pub fn mcp(server_name: impl Into<String>) -> Self {
        BackendBinding::Mcp(McpBackend {
            server_name: server_name.into(),
            ..McpBackend::default()
        })
        .into()
    }

    /// A tool of an external provider.
    #[must_use]
    pub fn provider(provider_id: impl Into<String>, tool_id: impl Into<String>) -> Self {
        BackendBinding::Provider(ProviderBackend {
            provider_id: provider_id.into(),
            tool_id: tool_id.into(),
            ..ProviderBackend::default()
        })
        .into()
    }

    /// A function registered in the program.
    #[must_use]
    pub fn local(name: impl Into<String>) -> Self {
        BackendBinding::Local(LocalBackend {
            name: name.into(),
            ..LocalBackend::default()
        })
        .into()
    }

    /// The kind's name on the wire.
    #[must_use]
    pub fn kind(&self) -> &str {
        self.binding.kind()
    }

    /// Checks that the kind is known and has everything it needs.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidBackend`], listing everything that is wrong.
    pub fn validate(&self) -> Result<()> {
        let mut problems = Vec::new();
        let mut filled = |pointer: &str, text: &str| {
            if text.is_empty() {
                problems.push(Problem::new(pointer, "is empty"));
            }
        };
        match &self.binding {
            BackendBinding::Mcp(mcp) => filled("/mcp/serverName", &mcp.server_name),
            BackendBinding::Provider(provider) => {
                filled("/provider/providerId", &provider.provider_id);
                filled("/provider/toolId", &provider.tool_id);
            }
            BackendBinding::Local(local) => filled("/local/name", &local.name),
            BackendBinding::Other(kind) => {
                let kind = cut(kind);
                let message = format!("expected `mcp`, `provider` or `local`, found `{kind}`");
                problems.push(Problem::new("/kind", message));
            }
        }
        Error::check(ErrorKind::InvalidBackend, problems)
    }

    /// Reads a backend.
    ///
    /// # Errors
    /// [`ErrorKind::InvalidBackend`] when the text is not JSON, a field has the wrong type, or the
    /// kind or something that the kind needs is missing; all such problems are listed.
    pub fn from_json(json: impl AsRef<[u8]>) -> Result<Self> {
        Self::from_value(parse(ErrorKind::InvalidBackend, json.as_ref())?)
    }

    /// [`ToolBackend::from_json`] for JSON that is already parsed.
    ///
    /// # Errors
    /// As [`ToolBackend::from_json`].
    pub fn from_value(value: Value) -> Result<Self> {
        let map = object(value, MAX_NESTING);
        let map =
            map.map_err(|problem| Error::from_problems(ErrorKind::InvalidBackend, [problem]))?;
        let mut problems = Vec::new();
        let mut reader = Reader::new(map, String::new(), &mut problems);
        let binding = read_binding(&mut reader);
        let (extra, order) = reader.finish();
        Error::check(ErrorKind::InvalidBackend, problems)?;
        Ok(Self {
            binding,
            extra,
            order,
        })
    }

    /// Writes the backend.
    #[must_use]
    pub fn to_json(&self) -> String {
        // Serialising a record of strings and JSON values cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// [`ToolBackend::to_json`] as a value.
    #[must_use]
    pub fn to_value(&self) -> Value {
        serde_json::to_value(self).unwrap_or_default()
    }
}

fn read_binding(reader: &mut Reader<'_>) -> BackendBinding {
    let kind = reader.required_string("kind");
    match kind.as_str() {
        "mcp" => {
            let mut mcp = McpBackend::default();
            if let Some(mut record) = reader.required_record("mcp") {
                mcp.server_name = record.required_string("serverName");
                (mcp.extra, mcp.order) = record.finish();
            }
            BackendBinding::Mcp(mcp)
        }
        "provider" => {
            let mut provider = ProviderBackend::default();
            if let Some(mut record) = reader.required_record("provider") {
                provider.provider_id = record.required_string("providerId");
                provider.tool_id = record.required_string("toolId");
                (provider.extra, provider.order) = record.finish();
            }
            BackendBinding::Provider(provider)
        }
        "local" => {
            let mut local = LocalBackend::default();
            if let Some(mut record) = reader.required_record("local") {
                local.name = record.required_string("name");
                (local.extra, local.order) = record.finish();
            }
            BackendBinding::Local(local)
        }
        _ => BackendBinding::Other(kind),
    }
}

impl Serialize for ToolBackend {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let text = |text| Some(Field::Text(text));
        let kind = ("kind", text(self.kind()));
        let (key, fields, extra, order) = match &self.binding {
            BackendBinding::Mcp(mcp) => {
                let fields = vec![("serverName", text(&mcp.server_name))];
                ("mcp", fields, &mcp.extra, &mcp.order)
            }
            BackendBinding::Provider(provider) => {
                let id = ("providerId", text(&provider.provider_id));
                let fields = vec![id, ("toolId", text(&provider.tool_id))];
                ("provider", fields, &provider.extra, &provider.order)
            }
            BackendBinding::Local(local) => {
                let fields = vec![("name", text(&local.name))];
                ("local", fields, &local.extra, &local.order)
            }
            BackendBinding::Other(_) => return self.write(&[kind], serializer),
        };
        let record = Field::Record(Writer::new(&fields, extra, order));
        self.write(&[kind, (key, Some(record))], serializer)
    }
}

impl ToolBackend {
    fn write<S: Serializer>(
        &self,
        fields: &[(&'static str, Option<Field<'_>>)],
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        Writer::new(fields, &self.extra, &self.order).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for ToolBackend {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        Self::from_value(Value::deserialize(deserializer)?).map_err(serde::de::Error::custom)
    }
}
