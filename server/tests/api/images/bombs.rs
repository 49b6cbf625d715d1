use serde_json::json;

use super::ADD;
use crate::support::{ImageHost, TestServer, assert_problem};

/// A PNG that says it is larger than it is.
fn claiming(width: u32, height: u32) -> Vec<u8> {
    let mut bytes = crate::support::png(4, 4);
    bytes[16..20].copy_from_slice(&width.to_be_bytes());
    bytes[20..24].copy_from_slice(&height.to_be_bytes());
    bytes
}

#[tokio::test]
async fn bombs_are_refused_wherever_they_are_brought_and_leave_nothing() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let uses: Vec<String> = (1..20)
        .map(|level| {
            let before = format!("<use href=\"#g{}\"/>", level - 1).repeat(10);
            format!("<g id=\"g{level}\">{before}</g>")
        })
        .collect();
    let uses = uses.concat();
    let svg = |inside: &str| {
        let start = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"9\" height=\"9\">";
        format!("{start}{inside}</svg>").into_bytes()
    };
    let foreign = format!(
        "<image href=\"{}\" width=\"9\" height=\"9\"/>",
        host.url("/inner.png")
    );
    for (name, bytes) in [
        ("pixels", claiming(60_000, 60_000)),
        ("a lie about pixels", claiming(6_000, 6_000)),
        (
            "uses",
            svg(&format!("<rect id=\"g0\" width=\"9\" height=\"9\"/>{uses}")),
        ),
        ("foreign", svg(&foreign)),
        ("nothing", svg("")),
    ] {
        let url = host.file("/bomb", "image/png", bytes);
        for (path, body) in [
            (ADD, json!({ "imageUrl": url })),
            (
                "/v1/content/transform",
                json!({ "operation": "optimize", "imageUrl": url }),
            ),
            (
                "/v1/content/gif",
                json!({ "from": "image", "imageUrl": url }),
            ),
        ] {
            let refused = brand.post(path, body).await;
            assert_eq!(refused.status, 422, "{name} {path}: {}", refused.text());
            assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
        }
    }
    // Narrow, and as wide as can be asked for: nobody has room for what would follow.
    let url = host.file("/narrow", "image/png", crate::support::png(1, 16_384));
    for fit in ["cover", "contain", "fill"] {
        let body = json!({ "operation": "resize", "imageUrl": url, "width": 4096, "fit": fit });
        let refused = brand.post("/v1/content/transform", body).await;
        assert_problem(&refused, 422, "CONTENT_OPERATION_FAILED", None);
    }
    assert!(!host.asked().contains(&"/inner.png".to_owned()));
    assert_eq!(server.files_in("assets").await.len(), 0);
}

#[tokio::test]
async fn a_drawing_becomes_pixels() {
    let host = ImageHost::start().await;
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let drawing = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"300\" height=\"100\">\
        <script>alert(1)</script><circle cx=\"50\" cy=\"50\" r=\"40\" fill=\"#00f\"/></svg>";
    let url = host.file("/logo.svg", "image/svg+xml", drawing.into());
    let added = brand
        .post(ADD, json!({ "imageUrl": url }))
        .await
        .expect(201);
    assert_eq!(added["contentType"], "image/png");
    assert_eq!(
        (&added["width"], &added["height"]),
        (&json!(600), &json!(200))
    );
}
