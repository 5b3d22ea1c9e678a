//! One server of three tools, written twice: with this crate, and with the SDK's own macro. The README shows
//! the difference, and this checks it.

#[allow(unreachable_pub, reason = "written as a user would")]
mod ours;
#[allow(unreachable_pub, reason = "written as a user would")]
#[expect(clippy::unused_self, reason = "the SDK's macro wants methods")]
mod sdk;

use rmcp::{Peer, RoleClient};
use serde_json::{Value, json};

use crate::connect;
use crate::serve::call;

fn lines(text: &str) -> usize {
    text.lines().filter(|line| !line.trim().is_empty()).count()
}

#[test]
fn this_one_is_not_longer() {
    let (ours, sdk) = (
        lines(include_str!("ours.rs")),
        lines(include_str!("sdk.rs")),
    );
    assert!(ours <= sdk, "{ours} lines, and {sdk} with the SDK's macro");
    let readme = include_str!("../../../README.md");
    let told = format!("{ours} lines, and {sdk} with the SDK's macro");
    assert!(readme.contains(&told), "the README does not say: {told}");
}

/// Whether a call is answered with a result that is no error.
async fn accepted(peer: &Peer<RoleClient>, tool: &str, arguments: Value) -> bool {
    let result = call(peer, tool, arguments).await;
    result.is_ok_and(|result| result.is_error != Some(true))
}

async fn said(peer: &Peer<RoleClient>, tool: &str, arguments: Value) -> String {
    let result = call(peer, tool, arguments).await.unwrap();
    let block = result.content.first().and_then(|block| block.as_text());
    block.map_or(String::new(), |block| block.text.clone())
}

#[tokio::test]
async fn what_the_other_misses() {
    let (ours, sdk) = (connect(ours::server()).await, connect(sdk::server()).await);
    let (ours, sdk) = (ours.peer(), sdk.peer());
    for peer in [ours, sdk] {
        assert!(accepted(peer, "log", json!({"limit": 5})).await);
        assert!(accepted(peer, "shout", json!({"text": "hey"})).await);
        assert!(accepted(peer, "divide", json!({"a": 6, "b": 3})).await);
        assert!(!accepted(peer, "divide", json!({"a": 6, "b": 0})).await);
    }
    // A bound that is advertised, and an integer that the schema admits.
    assert!(!accepted(ours, "log", json!({"limit": 99})).await);
    assert!(accepted(sdk, "log", json!({"limit": 99})).await);
    assert!(accepted(ours, "log", json!({"limit": 5.0})).await);
    assert!(!accepted(sdk, "log", json!({"limit": 5.0})).await);
    // Everything that is wrong, and where.
    let wrong = json!({"a": "6", "b": "3"});
    let told = said(ours, "divide", wrong.clone()).await;
    assert!(told.contains("/a") && told.contains("/b"), "{told}");
    let told = said(sdk, "divide", wrong).await;
    assert!(!told.contains("/a") && !told.contains('b'), "{told}");
}
