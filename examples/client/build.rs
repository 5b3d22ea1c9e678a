//! Types from the list of tools of a public server.

fn main() -> Result<(), toolmodel_build::Errors> {
    toolmodel_build::generate("tools/").map(drop)
}
