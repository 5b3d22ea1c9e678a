use toolmodel_runtime::tool_set;

tool_set![];

fn main() {}
