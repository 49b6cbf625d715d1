//! Groups of designs.

use postrider_store::emails::NewEmail;
use serde_json::{Value, json};

use super::emails::{design, draft};
use super::support::{Answer, Brand, TestServer, assert_problem};

const PATH: &str = "/v1/email-groups";

async fn create(brand: &Brand, name: &str) -> String {
    let made = brand.post(PATH, json!({ "name": name })).await.expect(201);
    made["groupId"].as_str().unwrap().to_owned()
}

fn names(answer: &Answer) -> Vec<&str> {
    let data = answer["data"].as_array().unwrap();
    data.iter()
        .map(|group| group["name"].as_str().unwrap())
        .collect()
}

async fn number_of(server: &TestServer, id: &str) -> i64 {
    let sql = format!("SELECT id FROM email_groups WHERE public_id = '{id}'");
    server.number(&sql).await
}

#[tokio::test]
async fn a_group_is_made_read_renamed_and_deleted() {
    let server = TestServer::with()
        .clock_at("2026-01-01T00:00:00Z")
        .start()
        .await;
    let brand = server.brand().await;
    let made = brand
        .post(PATH, json!({ "name": "Spring" }))
        .await
        .expect(201);
    let id = made["groupId"].as_str().unwrap();
    assert!(id.starts_with("grp_") && id.len() == 25, "{id}");
    let expect = json!({
        "groupId": id, "name": "Spring", "emailCount": 0, "createdAt": "2026-01-01T00:00:00.000Z",
    });
    assert_eq!(made.json, expect);
    let path = format!("{PATH}/{id}");
    assert_eq!(brand.get(&path).await.expect(200).json, expect);
    let renamed = brand
        .patch(&path, json!({ "name": "Summer" }))
        .await
        .expect(200);
    assert_eq!(
        (&renamed["name"], &renamed["groupId"]),
        (&json!("Summer"), &json!(id))
    );
    let deleted = brand.delete(&path).await.expect(200);
    assert_eq!(deleted.json, json!({ "groupId": id, "deleted": true }));
    for gone in [
        brand.get(&path).await,
        brand.patch(&path, json!({ "name": "x" })).await,
        brand.delete(&path).await,
    ] {
        assert_problem(&gone, 404, "EMAIL_GROUP_NOT_FOUND", None);
    }
}

#[tokio::test]
async fn designs_of_a_deleted_group_become_ungrouped() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let (spring, summer) = (
        create(&brand, "Spring").await,
        create(&brand, "Summer").await,
    );
    for (email, group) in [("a", Some(&spring)), ("b", Some(&summer)), ("c", None)] {
        let group = match group {
            Some(id) => Some(number_of(&server, id).await),
            None => None,
        };
        let new = NewEmail {
            group,
            ..draft(email)
        };
        design(&server, &brand, new).await;
    }
    let counts = async || {
        let list = brand.get(PATH).await.expect(200);
        let data = list["data"].as_array().unwrap().clone();
        data.into_iter()
            .map(|group| (group["name"].clone(), group["emailCount"].clone()))
            .collect::<Vec<_>>()
    };
    let count = |name: &str, count: i64| (json!(name), json!(count));
    assert_eq!(
        counts().await,
        [
            count("Ungrouped", 1),
            count("Summer", 1),
            count("Spring", 1)
        ]
    );
    brand.delete(&format!("{PATH}/{spring}")).await.expect(200);
    assert_eq!(counts().await, [count("Ungrouped", 2), count("Summer", 1)]);
    let email = brand.get("/v1/emails/a").await.expect(200);
    assert_eq!(email["groupId"], "ungrouped");
    let ungrouped = brand.get(&format!("{PATH}/ungrouped")).await.expect(200);
    assert_eq!(
        ungrouped.json,
        json!({ "groupId": "ungrouped", "name": "Ungrouped", "emailCount": 2 })
    );
}

#[tokio::test]
async fn ungrouped_is_first_on_the_first_page_alone() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let empty = brand.get(&format!("{PATH}?limit=1")).await.expect(200);
    assert_eq!(names(&empty), ["Ungrouped"]);
    assert_eq!(empty["pagination"], json!({ "limit": 1, "hasMore": false }));
    for name in ["A", "B", "C"] {
        create(&brand, name).await;
    }
    for limit in [1, 2, 3, 4, 100] {
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = brand.get(&format!("{PATH}?limit={limit}{cursor}")).await;
            let page = page.expect(200);
            assert!(names(&page).len() <= limit);
            seen.extend(names(&page).into_iter().map(str::to_owned));
            match page["pagination"]["cursor"].as_str() {
                Some(next) => cursor = format!("&cursor={next}"),
                None => break,
            }
        }
        assert_eq!(seen, ["Ungrouped", "C", "B", "A"], "{limit}");
    }
}

#[tokio::test]
async fn ungrouped_cannot_be_changed() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let path = format!("{PATH}/ungrouped");
    for refused in [
        brand.patch(&path, json!({ "name": "x" })).await,
        brand.delete(&path).await,
    ] {
        assert_problem(&refused, 400, "INVALID_REQUEST", Some("groupId"));
        let suggestion = refused.json["error"]["suggestion"].as_str().unwrap();
        assert!(suggestion.contains("POST /v1/email-groups"), "{suggestion}");
    }
}

#[tokio::test]
async fn a_name_is_one_line_of_up_to_a_hundred_characters() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let id = create(&brand, &"ü".repeat(100)).await;
    let long = "x".repeat(101);
    for name in ["", long.as_str(), "a\nb", "a\u{202E}b"] {
        let body = json!({ "name": name });
        for refused in [
            brand.post(PATH, body.clone()).await,
            brand.patch(&format!("{PATH}/{id}"), body).await,
        ] {
            assert_problem(&refused, 400, "INVALID_REQUEST", Some("name"));
        }
    }
    let refused = brand.post(PATH, json!({ "name": null })).await;
    assert_problem(&refused, 400, "INVALID_REQUEST", Some("name"));
    let twice = brand.post_once("k", PATH, json!({ "name": "Once" })).await;
    let again = brand.post_once("k", PATH, json!({ "name": "Once" })).await;
    assert_eq!(twice.bytes, again.bytes);
    assert_eq!(server.number("SELECT count(*) FROM email_groups").await, 2);
}

#[tokio::test]
async fn groups_belong_to_their_brand_and_need_the_scope() {
    let server = TestServer::start().await;
    let org = server.org().await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    let path = format!("{PATH}/{}", create(&brand, "Spring").await);
    for refused in [
        sister.get(&path).await,
        sister.patch(&path, json!({ "name": "x" })).await,
        sister.delete(&path).await,
    ] {
        assert_problem(&refused, 404, "EMAIL_GROUP_NOT_FOUND", None);
    }
    assert_eq!(names(&sister.get(PATH).await.expect(200)), ["Ungrouped"]);
    let contacts = brand.key("contacts").await;
    for refused in [
        contacts.get(PATH).await,
        contacts.get(&path).await,
        contacts.post(PATH, json!({ "name": "x" })).await,
        contacts.patch(&path, json!({ "name": "x" })).await,
        contacts.delete(&path).await,
    ] {
        assert_problem(&refused, 403, "INSUFFICIENT_PERMISSIONS", Some("emails"));
    }
    let read = brand.get(&path).await.expect(200);
    assert_eq!(read["name"], "Spring");
    assert_ne!(read["createdAt"], Value::Null);
}

#[tokio::test]
async fn a_group_is_read_with_its_designs() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let id = create(&brand, "Spring").await;
    let number = number_of(&server, &id).await;
    for (email, group) in [
        ("one", Some(number)),
        ("two", None),
        ("three", Some(number)),
    ] {
        let new = NewEmail {
            group,
            ..draft(email)
        };
        design(&server, &brand, new).await;
    }
    for (group, found) in [
        (id.as_str(), vec!["three", "one"]),
        ("ungrouped", vec!["two"]),
    ] {
        let path = format!("{PATH}/{group}");
        let plain = brand.get(&path).await.expect(200);
        assert!(plain.json.get("emails").is_none(), "{}", plain.json);
        let read = brand.get(&format!("{path}?include=emails")).await;
        let read = read.expect(200);
        let emails = read["emails"].as_array().unwrap();
        let ids: Vec<&str> = emails
            .iter()
            .map(|email| email["emailId"].as_str().unwrap())
            .collect();
        assert_eq!(ids, found);
        assert_eq!(emails[0]["groupId"], group);
        assert_eq!(read["emailsTruncated"], false);
    }
    let refused = brand.get(&format!("{PATH}/{id}?include=designs")).await;
    assert_eq!((refused.status, refused.code()), (400, "INVALID_REQUEST"));
}
