//! Expansions of quoted input: the parts that matter, and parts that must not appear.

use proc_macro2::TokenStream;
use quote::quote;

use crate::expand::derive;

fn expanded(input: TokenStream) -> String {
    let tokens = derive(input);
    prettyplease::unparse(&syn::parse2(tokens).unwrap())
}

fn errors(input: TokenStream) -> Vec<String> {
    let tokens = derive(input).to_string();
    let mut found = Vec::new();
    for part in tokens.split("compile_error ! {").skip(1) {
        let text = part.split_once('}').map_or(part, |(text, _)| text);
        found.push(text.trim().trim_matches('"').replace("\\\"", "\""));
    }
    found
}

#[test]
fn a_plain_tool_expands_to_one_small_implementation() {
    let text = expanded(quote! {
        struct GetRepo { owner: String }
    });
    let expected = r#"#[doc(hidden)]
#[allow(
    deprecated,
    unused_qualifications,
    clippy::all,
    clippy::pedantic,
    clippy::restriction,
    clippy::nursery,
    reason = "derived code"
)]
const _: () = {
    use ::toolmodel_runtime::__private::derive as __derive;
    #[automatically_derived]
    impl __derive::DerivedTool for GetRepo {
        const ID: &'static ::core::primitive::str = "get_repo";
        const NAME: &'static ::core::primitive::str = "get_repo";
        type Output = __derive::Value;
        fn derived() -> &'static __derive::Derived<Self, __derive::Value> {
            static TOOL: __derive::Derived<GetRepo, __derive::Value> = __derive::Derived::new(
                __derive::Spec::new("get_repo", __derive::input::<GetRepo>),
                __derive::arguments_codec::<GetRepo>(),
                __derive::output_codec::<__derive::Value>(),
            );
            &TOOL
        }
    }
};
"#;
    assert_eq!(text, expected);
}

#[test]
fn tags_are_written_normalised() {
    let text = expanded(quote! {
        #[tool(tags("Git Hub", "C++"))]
        struct GetRepo { owner: String }
    });
    assert!(text.contains(r#".tags(&["git-hub", "c"])"#), "{text}");
}

#[test]
fn the_runtime_is_named_once() {
    let text = expanded(quote! {
        #[tool(crate = "a::b", output = Repo, meta(a = 1), example(Self { owner: 1 }))]
        struct GetRepo { #[tool(example = 5)] owner: u64 }
    });
    assert_eq!(text.matches("a::b::").count(), 1, "{text}");
    assert!(!text.contains("toolmodel_runtime"), "{text}");
    assert!(text.contains("&(5i128)"), "{text}");
}

#[test]
fn a_constant_name_is_asserted() {
    let text = expanded(quote! {
        #[tool(name = NAME, namespace = "a")]
        struct GetRepo { owner: String }
    });
    assert!(text.contains("__derive::assert_name(NAME)"), "{text}");
    assert!(!text.contains("assert_namespace"), "{text}");
    assert!(text.contains("__derive::join_id"), "{text}");
}

#[test]
fn a_generic_tool_has_no_static() {
    let text = expanded(quote! {
        struct Store<T: Clone> { item: T }
    });
    assert!(!text.contains("static TOOL"), "{text}");
    assert!(text.contains("__derive::derived_of"), "{text}");
}

#[test]
fn a_struct_without_fields_has_no_parameters() {
    assert!(
        expanded(quote!(
            struct Ping {}
        ))
        .contains(".no_parameters()")
    );
    let flattened = quote!(
        struct Any {
            #[serde(flatten)]
            rest: Map,
        }
    );
    assert!(!expanded(flattened).contains(".no_parameters()"));
    let skipped = quote!(
        struct Skip {
            #[serde(skip)]
            cache: u8,
        }
    );
    assert!(expanded(skipped).contains(".no_parameters()"));
}

#[test]
fn all_errors_come_at_once_and_a_stub_beside_them() {
    let input = quote! {
        #[tool(name = "a b", nmae = 1, version = "x", icon(src = 5), tags())]
        struct GetRepo { #[tool(header = "")] owner: f64 }
    };
    let found = errors(input.clone());
    assert_eq!(
        found,
        [
            "unknown word `nmae` in `#[tool(...)]`; did you mean `name`?",
            "expected text: `src = \"...\"`",
            "`tags` is empty; expected `tags(\"...\", ...)`",
            "name contains ` `; allowed are A-Z, a-z, 0-9, `_`, `.` and `-`",
            "`x` is not a semantic version such as `1.2.3`: unexpected character 'x' while \
             parsing major version number",
            "a header needs a string, an integer or a boolean, but the field is a number with a \
             fraction",
            "header name is empty",
        ]
    );
    let text = derive(input).to_string();
    assert!(
        text.contains("impl __derive :: DerivedTool for GetRepo"),
        "{text}"
    );
}

#[test]
fn nothing_panics_on_odd_attributes() {
    for attribute in [
        "#[tool]",
        "#[tool()]",
        "#[tool = 5]",
        "#[tool(,)]",
        "#[tool(name = )]",
        r#"#[tool(name = "a" "b", = , 5)]"#,
        "#[tool(icon(), icon(,), icon(src), example(), meta(), meta(5 = 5), meta(a))]",
        r#"#[tool(tags(a, 5, "x" "y"), reference(5))]"#,
        "#[tool(example(Self { a: 1 } Self { a: 2 }), output = 5, crate = 5)]",
        r#"#[tool(r#type = "a", r#name = "b")]"#,
    ] {
        for item in [
            "struct A { a: u8 }",
            "struct A { #[tool(header)] a: u8, #[tool(example)] b: u8, #[tool(header = 5)] c: u8 }",
            "enum A { #[tool(name = \"x\")] B }",
            "fn a() {}",
            "",
        ] {
            let input: TokenStream = format!("{attribute} {item}").parse().unwrap();
            let _: TokenStream = derive(input);
        }
    }
}
