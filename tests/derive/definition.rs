//! What a derived tool advertises.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::json;
use toolmodel_runtime::{Revision, Tool, TypedTool};

/// A repository.
#[derive(Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
struct Repo {
    full_name: String,
    stars: u32,
}

/// Fetch repository metadata.
///
/// Private repositories need a token:
///
///     export TOKEN=...
#[allow(dead_code, reason = "an attribute between the lines of the comment")]
/// The last line.
#[derive(Debug, PartialEq, Tool, Serialize, Deserialize, JsonSchema)]
#[tool(
    title = "Get a repository",
    namespace = "gh",
    version = "v1.2.0",
    tags("Repos", "git hub"),
    read_only,
    idempotent,
    destructive = false,
    open_world = true,
    icon(
        src = "https://example.com/repo.png",
        mime_type = "image/png",
        sizes("48x48", "any"),
        theme = "dark"
    ),
    icon(src = "data:image/png;base64,AA=="),
    meta("com.example/cost" = 3, flags = ["a", "b"]),
    output = Repo,
    task_support = optional,
    example(
        GetRepo { owner: "rust-lang".to_owned(), repo: "rust".to_owned(), depth: None },
        title = "Rust itself",
        result_hint = "full_name is rust-lang/rust"
    ),
    example(Self { owner: "serde-rs".into(), repo: "serde".into(), depth: Some(5) }, id = "deep"),
    notes = "Counts against the rate limit.",
    reference("https://example.com/docs", "https://example.com/more")
)]
struct GetRepo {
    /// Who owns it.
    #[tool(example = "rust-lang", example = "serde-rs", header = "Owner")]
    owner: String,
    repo: String,
    #[schemars(range(min = 1, max = 50))]
    #[tool(example = 10)]
    depth: Option<u32>,
}

#[test]
fn everything_that_is_given_stands_in_the_definition() {
    let expected = json!({
        "name": "get_repo",
        "title": "Get a repository",
        "description": "Fetch repository metadata.\n\nPrivate repositories need a token:\n\n    export TOKEN=...\nThe last line.",
        "inputSchema": {
            "type": "object",
            "properties": {
                "owner": {
                    "description": "Who owns it.",
                    "type": "string",
                    "examples": ["rust-lang", "serde-rs"],
                    "x-mcp-header": "Owner"
                },
                "repo": {"type": "string"},
                "depth": {
                    "type": ["integer", "null"],
                    "minimum": 1,
                    "maximum": 50,
                    "examples": [10]
                }
            },
            "required": ["owner", "repo"]
        },
        "outputSchema": {
            "description": "A repository.",
            "type": "object",
            "properties": {
                "full_name": {"type": "string"},
                "stars": {"type": "integer", "minimum": 0, "maximum": u32::MAX}
            },
            "required": ["full_name", "stars"]
        },
        "annotations": {
            "readOnlyHint": true,
            "destructiveHint": false,
            "idempotentHint": true,
            "openWorldHint": true
        },
        "icons": [
            {
                "src": "https://example.com/repo.png",
                "mimeType": "image/png",
                "sizes": ["48x48", "any"],
                "theme": "dark"
            },
            {"src": "data:image/png;base64,AA=="}
        ],
        "execution": {"taskSupport": "optional"},
        "_meta": {"com.example/cost": 3, "flags": ["a", "b"]},
        "namespace": "gh",
        "version": "v1.2.0",
        "tags": ["repos", "git-hub"]
    });
    assert_eq!(GetRepo::definition().to_value(), expected);
    assert_eq!(GetRepo::ID, "gh:get_repo");
    assert_eq!(GetRepo::NAME, "get_repo");
    assert_eq!(GetRepo::NAMESPACE, Some("gh"));
    for revision in [Revision::V2025_11_25, Revision::V2026_07_28] {
        assert_eq!(
            GetRepo::definition()
                .validate_for(revision)
                .map_err(|e| e.to_string()),
            Ok(())
        );
    }
    assert_eq!(GetRepo::check_examples().map_err(|e| e.to_string()), Ok(()));
}
