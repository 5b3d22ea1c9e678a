//! Tools that the tests use as generated types, and the snapshot cases, which must
//! compile.

use toolmodel_build::{Config, Errors, NamespaceFrom, WireNames};

fn main() -> Result<(), Errors> {
    Config::new().quiet().generate("codegen/tools")?;
    Config::new()
        .namespace_from(NamespaceFrom::Folder)
        .wire_names(WireNames::Prefixed)
        .file_name("cases.rs")
        .quiet()
        .generate("codegen/cases")?;
    Config::new()
        .file_name("hostile.rs")
        .quiet()
        .generate("codegen/hostile")?;
    let place = "/inputSchema/properties/";
    let limits = "/inputSchema/properties/payment/oneOf/0/properties/limits";
    [
        ("floor", "::core::num::NonZeroU8"),
        ("level", "crate::replaced::Level"),
        ("place", "crate::replaced::Place"),
        ("seats", "::std::collections::BTreeMap<u32, String>"),
    ]
    .into_iter()
    .fold(Config::new(), |config, (name, path)| {
        config.replace("book_room", format!("{place}{name}"), path)
    })
    .replace(
        "book_room",
        limits,
        "::std::collections::BTreeMap<u32, u32>",
    )
    .format("ipv4", "::std::net::Ipv4Addr")
    .file_name("replaced_tools.rs")
    .generate("codegen/replaced")?;
    Config::new()
        .file_name("agreement_tools.rs")
        .quiet()
        .generate("derive/definitions.json")?;
    Ok(())
}
