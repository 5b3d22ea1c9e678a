//! A file of tools: what is generated parses as Rust, and declares types and nothing else.
#![no_main]

use std::path::PathBuf;
use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use syn::{Item, Path, UseTree};
use toolmodel_build::Config;

toolmodel_fuzz::json_mutator!();

static FILE: LazyLock<PathBuf> =
    LazyLock::new(|| toolmodel_fuzz::scratch("generate").join("tools.json"));

fuzz_target!(|data: &[u8]| {
    std::fs::write(&*FILE, data).expect("a scratch file");
    let config = Config::new().quiet();
    let generated = match config.generate_to_string(&*FILE) {
        Ok(generated) => generated,
        Err(errors) => {
            assert!(!errors.to_string().is_empty());
            return;
        }
    };
    let file = match syn::parse_file(&generated.text) {
        Ok(file) => file,
        Err(error) => panic!("{error} in\n{}", generated.text),
    };
    for item in &file.items {
        match item {
            Item::Mod(module) => assert_eq!(module.ident, "toolmodel_generated"),
            Item::Use(_) => {}
            _ => panic!("an item beside the module in\n{}", generated.text),
        }
    }
    for item in &file.items {
        check(item, &generated.text);
    }
    let again = config.generate_to_string(&*FILE).expect("the same answer");
    assert_eq!(again.text, generated.text);
});

fn check(item: &Item, text: &str) {
    let declared = match item {
        Item::Mod(module) => {
            let items = module.content.iter().flat_map(|(_, items)| items);
            items.for_each(|item| check(item, text));
            true
        }
        Item::Use(item) => is_ours(&item.tree),
        Item::Const(constant) => constant.ident == "_",
        Item::Macro(invoked) => is_runtime(&invoked.mac.path),
        Item::Struct(_) | Item::Enum(_) | Item::Type(_) | Item::Impl(_) => true,
        _ => false,
    };
    assert!(declared, "an item that no tool declares in\n{text}");
}

fn is_ours(tree: &UseTree) -> bool {
    match tree {
        UseTree::Path(path) => {
            let first = path.ident.to_string();
            ["toolmodel_runtime", "toolmodel_generated", "super"].contains(&first.as_str())
        }
        _ => false,
    }
}

fn is_runtime(path: &Path) -> bool {
    path.segments
        .first()
        .is_some_and(|first| first.ident == "rt")
}
