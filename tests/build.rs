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
        .assert_formats(true)
        .format("ipv4", "::std::net::Ipv4Addr")
        .file_name("formats.rs")
        .quiet()
        .generate("codegen/formats")?;
    ["gh:list_issues", "gh:no_parameters", "of_the_day", "react"]
        .into_iter()
        .fold(Config::new(), Config::typify)
        .file_name("typify.rs")
        .quiet()
        .generate("codegen/typify")?;
    Config::new()
        .typify("book")
        .assert_formats(true)
        .file_name("typify_formats.rs")
        .quiet()
        .generate("codegen/typify_formats")?;
    Config::new()
        .file_name("agreement_tools.rs")
        .quiet()
        .generate("derive/definitions.json")?;
    Ok(())
}
