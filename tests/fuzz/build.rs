//! The tools of `tools/` as generated types, for the target `readers`.

fn main() -> Result<(), toolmodel_build::Errors> {
    toolmodel_build::generate("tools").map(drop)
}
