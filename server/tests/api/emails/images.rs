//! The images of a design come along when it is imported.

use serde_json::json;

use super::import::{PATH, import};
use crate::support::{ImageHost, TestServer, png};

#[tokio::test]
async fn images_are_fetched_kept_and_served_by_us() {
    let host = ImageHost::start().await;
    host.png("/a.png", 40, 20);
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let source = format!(
        "<body><p>Hi</p><img src=\"{0}/a.png\" alt=\"a\"><img src=\"{0}/a.png\" alt=\"again\">\
         <img src=\"{0}/gone.png\" alt=\"gone\"><td background=\"{0}/a.png\"></body>",
        host.url("")
    );
    let body = json!({ "format": "html", "content": source, "type": "transactional" });
    let made = brand.post(PATH, body).await.expect(201);
    let report = &made["assetReport"];
    assert_eq!(
        (
            &report["discovered"],
            &report["rehosted"],
            &report["retained"]
        ),
        (&json!(2), &json!(1), &json!(1)),
        "{report}"
    );
    assert_eq!(report["warnings"][0]["code"], "IMAGE_NOT_FETCHED");
    let path = format!(
        "/v1/emails/{}?include=html,document",
        made["emailId"].as_str().unwrap()
    );
    let read = brand.get(&path).await.expect(200);
    let html = read["html"].as_str().unwrap();
    assert_eq!(
        html.matches(&format!("{}/a.png", host.url(""))).count(),
        0,
        "{html}"
    );
    assert_eq!(
        html.matches(&format!("{}/gone.png", host.url(""))).count(),
        1,
        "{html}"
    );
    let ours = format!("{}/assets/", brand.url);
    assert_eq!(html.matches(&ours).count(), 3, "{html}");
    let at = html.find(&ours).unwrap() + brand.url.len();
    let name: String = html[at..].chars().take_while(|c| *c != '"').collect();
    let image = server.nobody().get(&name).await.expect(200);
    assert_eq!(image.header("content-type"), Some("image/png"));
    // The same image again is not kept twice, and the address of ours stays when the design is edited.
    let again = import(&brand, "html", &source).await.expect(201);
    assert_eq!(again["assetReport"]["rehosted"], 1);
    let change = json!({ "document": read["document"] });
    let edited = format!("/v1/emails/{}", made["emailId"].as_str().unwrap());
    brand.patch(&edited, change).await.expect(200);
    let html = brand.get(&path).await.expect(200)["html"]
        .as_str()
        .unwrap()
        .to_owned();
    assert_eq!(html.matches(&ours).count(), 3, "{html}");
}

#[tokio::test]
async fn relative_addresses_are_relative_to_the_base_and_data_becomes_a_file() {
    let host = ImageHost::start().await;
    host.png("/mail/b.png", 10, 10);
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let data = data_encoding::BASE64.encode(&png(3, 3));
    let source = format!(
        "<body><img src=\"b.png\" alt=\"b\"><img src=\"data:image/png;base64,{data}\" alt=\"d\"></body>"
    );
    let body = json!({ "format": "html", "content": source, "baseUrl": format!("{}/mail/", host.url("")) });
    let made = brand.post(PATH, body).await.expect(201);
    assert_eq!(made["assetReport"]["rehosted"], 2, "{}", made.text());
    let path = format!(
        "/v1/emails/{}?include=html",
        made["emailId"].as_str().unwrap()
    );
    let html = brand.get(&path).await.expect(200)["html"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(!html.contains("data:"), "{html}");
}

#[tokio::test]
async fn images_of_a_document_come_along_too_and_our_own_stay() {
    let host = ImageHost::start().await;
    host.png("/c.png", 8, 8);
    let server = TestServer::with().allow_private(host.address).start().await;
    let brand = server.brand().await;
    let document = json!({ "schema": 1, "kind": "blocks", "page": {}, "blocks": [
        { "id": "a", "type": "image", "src": host.url("/c.png"), "alt": "c" },
        { "id": "b", "type": "social", "links": [{ "network": "github", "url": "https://example.com" }] }
    ]});
    let made = brand
        .post(PATH, json!({ "document": document }))
        .await
        .expect(201);
    assert_eq!(made["assetReport"]["rehosted"], 1, "{}", made.text());
    let path = format!(
        "/v1/emails/{}?include=html",
        made["emailId"].as_str().unwrap()
    );
    let html = brand.get(&path).await.expect(200)["html"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(
        html.contains(&format!("{}/assets/", brand.url)) && !html.contains(&host.url("/c.png")),
        "{html}"
    );
    let icon = format!("{}/icons/github.png", brand.url);
    assert!(html.contains(&icon), "{html}");
    // On a machine of a private network our own addresses are as private as others.
    let again = import(&brand, "html", &html).await.expect(201);
    let path = format!(
        "/v1/emails/{}?include=html",
        again["emailId"].as_str().unwrap()
    );
    let html = brand.get(&path).await.expect(200)["html"]
        .as_str()
        .unwrap()
        .to_owned();
    assert!(html.contains(&icon), "{html}");
    assert_eq!(again["assetReport"]["stripped"], json!([]));
}
