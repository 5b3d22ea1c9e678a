//! How a tool may be executed (MCP 2025-11-25 only).

use serde::{Serialize, Serializer};
use serde_json::{Map, Value};

use super::named::named;
use super::record::{Field, KeyOrder, Reader, Writer};

/// Execution properties of a tool. Revision 2026-07-28 does not have them: tasks became an extension.
///
/// ```
/// use toolmodel_runtime::{TaskSupport, Tool, ToolExecution};
///
/// let execution = ToolExecution::with_task_support(TaskSupport::Optional);
/// let tool = Tool::builder("t").no_params().execution(execution).build()?;
/// assert!(tool.to_mcp_json().ends_with(r#""execution":{"taskSupport":"optional"}}"#));
/// # Ok::<(), toolmodel_runtime::Error>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct ToolExecution {
    /// Whether the tool may be called as a task.
    pub task_support: Option<TaskSupport>,
    /// Fields this version does not know.
    pub extra: Map<String, Value>,
    order: KeyOrder,
}

/// Whether a tool may be called as a task.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum TaskSupport {
    /// Never as a task; the default.
    Forbidden,
    /// As a task or directly.
    Optional,
    /// Only as a task.
    Required,
    /// A value no revision of the specification names.
    Other(String),
}

named! {
    TaskSupport {
        Forbidden => "forbidden",
        Optional => "optional",
        Required => "required",
    }
}

impl ToolExecution {
    /// Execution properties that say only how tasks are supported.
    #[must_use]
    pub fn with_task_support(task_support: TaskSupport) -> Self {
        Self {
            task_support: Some(task_support),
            ..Self::default()
        }
    }

    pub(super) fn read(mut reader: Reader<'_>) -> Self {
        let task_support = reader.string("taskSupport").map(TaskSupport::from);
        let (extra, order) = reader.finish();
        Self {
            task_support,
            extra,
            order,
        }
    }
}

impl Serialize for ToolExecution {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let support = self.task_support.as_ref().map(TaskSupport::as_str);
        let fields = [("taskSupport", support.map(Field::Text))];
        Writer::new(&fields, &self.extra, &self.order).serialize(serializer)
    }
}
