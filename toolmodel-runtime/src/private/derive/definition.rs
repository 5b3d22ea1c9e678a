//! The definition of a derived tool, from its declaration.

use super::entries::Entries;
use super::normalize;
use super::spec::{self, Spec};
use crate::model::{Icon, IconTheme, TaskSupport, Tool, ToolAnnotations, ToolExecution};

pub(super) fn owned(texts: &[&str]) -> Vec<String> {
    texts.iter().map(|text| (*text).to_owned()).collect()
}

pub(super) fn build(spec: &Spec) -> Tool {
    let mut tool = Tool::new(spec.name, normalize::input_schema(spec));
    tool.title = spec.title.map(str::to_owned);
    tool.description = spec.description.map(|text| text.trim().to_owned());
    tool.output_schema = spec.output.map(|source| normalize::output_schema(source()));
    tool.namespace = spec.namespace.map(str::to_owned);
    tool.version = spec.version.map(str::to_owned);
    tool.tags = owned(spec.tags);
    if spec.hints != [None; 4] {
        let mut annotations = ToolAnnotations::default();
        [
            annotations.read_only_hint,
            annotations.destructive_hint,
            annotations.idempotent_hint,
            annotations.open_world_hint,
        ] = spec.hints;
        tool.annotations = Some(annotations);
    }
    if !spec.icons.is_empty() {
        tool.icons = Some(spec.icons.iter().map(build_icon).collect());
    }
    tool.execution = spec
        .task_support
        .map(|name| ToolExecution::with_task_support(TaskSupport::from(name.to_owned())));
    let meta = Entries::of(spec.meta).values;
    if !meta.is_empty() {
        let meta = meta.into_iter().map(|(key, value)| (key.to_owned(), value));
        tool.meta = Some(meta.collect());
    }
    tool
}

fn build_icon(spec: &spec::Icon) -> Icon {
    let mut icon = Icon::new(spec.src);
    icon.mime_type = spec.mime_type.map(str::to_owned);
    if !spec.sizes.is_empty() {
        icon.sizes = Some(owned(spec.sizes));
    }
    icon.theme = spec.theme.map(|name| IconTheme::from(name.to_owned()));
    icon
}
