//! `GET /transactional`: an older shape at the server's root.

use postrider_domain::designs::design::EmailType;
use postrider_store::emails::NewEmail;
use serde_json::{Value, json};

use super::emails::{design, draft};
use super::support::{Answer, TestServer, assert_problem};

const PATH: &str = "/transactional";

fn receipt(id: &str) -> NewEmail {
    NewEmail {
        kind: EmailType::Transactional,
        ..draft(id)
    }
}

fn ids(answer: &Answer) -> Vec<&str> {
    let data = answer["data"].as_array().unwrap();
    data.iter().map(|row| row["id"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn designs_are_listed_with_what_has_to_be_filled_in() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    design(&server, &brand, draft("campaign")).await;
    let mut new = receipt("receipt");
    new.subject = Some("Order {{ orderId }} of {{ brandName }}".to_owned());
    new.version.content.merge_tags = json!([
        { "name": "firstName", "fallback": true }, { "name": "unsubscribeUrl", "fallback": false },
        { "name": "viewInBrowserUrl", "fallback": false },
        { "name": "brandAddress", "fallback": false }, { "name": "total", "fallback": false },
    ])
    .to_string();
    design(&server, &brand, new).await;
    design(&server, &brand, receipt("unmade")).await;
    server
        .sql("UPDATE emails SET head = NULL WHERE public_id = 'unmade'")
        .await;
    let list = brand.get(PATH).await.expect(200);
    assert_eq!(
        list.json,
        json!({
            "pagination": {
                "totalResults": 1, "returnedResults": 1, "perPage": 20, "totalPages": 1,
                "nextCursor": null, "nextPage": null,
            },
            "data": [{
                "id": "receipt", "name": "Title of receipt", "lastUpdated": "2026-01-01T00:00:00.000Z",
                "dataVariables": ["firstName", "total", "orderId"],
            }],
        })
    );
}

#[tokio::test]
async fn pages_are_followed_by_cursor_and_by_address() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let empty = brand.get(PATH).await.expect(200);
    assert_eq!(empty["pagination"]["totalPages"], 0);
    for number in 0..25 {
        design(&server, &brand, receipt(&format!("r{number:02}"))).await;
    }
    let first = brand.get(&format!("{PATH}?perPage=10")).await.expect(200);
    assert_eq!(ids(&first)[0], "r24");
    let pagination = &first["pagination"];
    assert_eq!(
        (
            &pagination["totalResults"],
            &pagination["returnedResults"],
            &pagination["totalPages"]
        ),
        (&json!(25), &json!(10), &json!(3))
    );
    let next = pagination["nextPage"].as_str().unwrap();
    let next = next.strip_prefix(&brand.url).expect("an absolute address");
    let second = brand.get(next).await.expect(200);
    assert_eq!((ids(&second).len(), ids(&second)[0]), (10, "r14"));
    let cursor = second["pagination"]["nextCursor"].as_str().unwrap();
    // Another size of page is no other list.
    let path = format!("{PATH}?perPage=50&cursor={cursor}");
    let last = brand.get(&path).await.expect(200);
    assert_eq!((ids(&last).len(), ids(&last)[0]), (5, "r04"));
    assert_eq!(last["pagination"]["nextCursor"], Value::Null);
    assert_eq!(last["pagination"]["nextPage"], Value::Null);
    let refused = brand.get(&format!("/v1/emails?cursor={cursor}")).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("cursor"));
}

#[tokio::test]
async fn the_size_of_a_page_is_10_to_50() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    for size in ["9", "51", "0", "many"] {
        let refused = brand.get(&format!("{PATH}?perPage={size}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("perPage"));
    }
    for size in ["10", "50"] {
        brand
            .get(&format!("{PATH}?perPage={size}"))
            .await
            .expect(200);
    }
    for (query, param) in [("limit=20", "limit"), ("cursor=x", "cursor")] {
        let refused = brand.get(&format!("{PATH}?{query}")).await;
        assert_problem(&refused, 400, "INVALID_REQUEST", Some(param));
    }
}

#[tokio::test]
async fn another_brand_sees_none_and_the_scope_is_needed() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    design(&server, &brand, receipt("a")).await;
    assert_eq!(ids(&sister.get(PATH).await.expect(200)), [""; 0]);
    assert_eq!(sister.get(PATH).await["pagination"]["totalResults"], 0);
    let refused = brand.key("contacts").await.get(PATH).await;
    assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
}
