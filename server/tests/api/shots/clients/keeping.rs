//! How long pictures are kept.

use postrider_test_support::browser_double::{Behaviour, BrowserDouble};
use serde_json::json;

use super::{holding, preview, stored};
use crate::images::image;
use crate::shots::{GREEN, path, seen_by, swept};
use crate::support::{TestServer, png, until};

async fn bytes(server: &TestServer, org: i64) -> i64 {
    let bytes =
        format!("SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM storage WHERE org = {org}");
    server.number(&bytes).await
}

#[tokio::test]
async fn pictures_live_for_thirty_days_and_count_as_long_as_they_do() {
    let double = BrowserDouble::new(Behaviour::Good);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let (brand, other) = (server.brand().await, server.brand().await);
    let mut urls = Vec::new();
    for brand in [&brand, &other] {
        holding(&server, brand, "news", GREEN).await;
        let body = json!({ "clients": ["gmail-web", "yahoo-web"] });
        let shown = preview(brand, "news", body).await.expect(200);
        urls.push(shown["previews"][0]["imageUrl"].clone());
    }
    assert_eq!(stored(&server).await, (4, 4));
    let counted = brand.get("/v1/usage").await.expect(200)["storage"]["used"].clone();
    assert_eq!(counted, bytes(&server, brand.key.org).await);
    assert_ne!(counted, 0);
    // An image of the library has other rules.
    let kept = image(&server, &other, &png(9, 9)).await;
    assert_eq!(swept(&server, 29).await, 5);
    server.nobody().get(path(&urls[0])).await.expect(200);
    assert_eq!(swept(&server, 31).await, 1);
    for url in &urls {
        server.nobody().get(path(url)).await.expect(404);
    }
    server.nobody().get(path(&kept["url"])).await.expect(200);
    assert_eq!(bytes(&server, brand.key.org).await, 0);
    let library = server.number("SELECT bytes FROM assets").await;
    assert_eq!(bytes(&server, other.key.org).await, library);
}

#[tokio::test]
async fn a_brand_that_is_deleted_takes_its_pictures_along() {
    let double = BrowserDouble::new(Behaviour::Good);
    let server = seen_by(&double.program).await.clock_stopped().start().await;
    let org = server.org().await;
    let (gone, stays) = (org.brand().await, org.brand().await);
    for brand in [&gone, &stays] {
        holding(&server, brand, "news", GREEN).await;
        let body = json!({ "clients": ["gmail-web"] });
        preview(brand, "news", body).await.expect(200);
    }
    gone.delete_brand().await;
    until("its pictures are gone", async || {
        (server.files_in("assets").await.len() == 1).then_some(())
    })
    .await;
    until("and its rows", async || {
        let rows = server.number("SELECT count(*) FROM client_previews");
        (rows.await == 1).then_some(())
    })
    .await;
    assert_eq!(stored(&server).await, (1, 1));
}
