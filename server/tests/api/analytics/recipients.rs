//! `recipient`: an address, a domain, a part, and what is left out.

use postrider_domain::sending::send::EventType;
use serde_json::{Value, json};

use super::{Feed, happened, write};

#[tokio::test]
async fn a_recipient_is_an_address_a_domain_or_any_part() {
    let feed = Feed::start().await;
    for (recipient, found) in [
        ("ada@gmail.com", "1 5"),
        ("ADA@Gmail.com", "1 5"),
        ("nobody@gmail.com", ""),
        ("@gmail.com", "1 2 5"),
        ("@example.com", "3 6"),
        ("@sub.example.com", "4"),
        ("@nowhere.test", ""),
        ("example", "3 4 6"),
        ("DA@g", "1 5"),
        ("da", "1 5"),
        ("e", "3 4 6"),
        ("%25", ""),
        ("_", ""),
        ("ada@gmail.com,cem@example.com", "1 3 5 6"),
        ("ada@gmail.com,@gmail.com", "1 2 5"),
        ("@sub.example.com,bob", "2 4"),
    ] {
        let query = format!("recipient={recipient}");
        assert_eq!(feed.found(&query).await, found, "{recipient}");
    }
}

#[tokio::test]
async fn exclamation_marks_leave_recipients_out() {
    let feed = Feed::start().await;
    for (recipient, found) in [
        ("!ada@gmail.com", "2 3 4 6 7"),
        ("!@gmail.com", "3 4 6 7"),
        ("!example", "1 2 5 7"),
        ("!@gmail.com,!@example.com", "4 7"),
        ("@gmail.com,!ada@gmail.com", "2"),
        ("gmail,example,!sub", "1 2 3 5 6"),
        ("ada@gmail.com,!ada@gmail.com", ""),
        ("!nobody@gmail.com", "1 2 3 4 5 6 7"),
    ] {
        let query = format!("recipient={recipient}");
        assert_eq!(feed.found(&query).await, found, "{recipient}");
    }
}

/// More than are looked up by number: then the addresses are read beside the events.
#[tokio::test]
async fn a_part_that_thousands_have_finds_them_all_the_same() {
    let feed = Feed::start().await;
    for hundred in 0..3 {
        let row = |n: i64| json!({ "email": format!("p{hundred}-{n}@example.com") });
        let rows: Vec<Value> = (0..1000).map(row).collect();
        let body = json!({ "contacts": rows });
        feed.brand.post("/v1/contacts", body).await.expect(200);
    }
    for (recipient, found) in [
        ("example", "3 4 6"),
        ("!example", "1 2 5 7"),
        ("example,!sub", "3 6"),
        ("example,gmail,!a@", "2 3 4 6"),
        ("p0-", ""),
        ("p0-,ada", "1 5"),
    ] {
        let query = format!("recipient={recipient}");
        assert_eq!(feed.found(&query).await, found, "{recipient}");
    }
}

/// Their events have to be sorted.
#[tokio::test]
async fn a_part_of_some_dozens_of_addresses_finds_theirs_in_order() {
    let feed = Feed::start().await;
    let row = |n: i64| json!({ "email": format!("p{n}@example.com") });
    let rows: Vec<Value> = (0..50).map(row).collect();
    let body = json!({ "contacts": rows });
    feed.brand.post("/v1/contacts", body).await.expect(200);
    let some = vec![
        happened("2026-03-01T07:00:00Z", EventType::Opened).to("p1@example.com"),
        happened("2026-03-01T06:00:00Z", EventType::Clicked).to("p33@example.com"),
    ];
    write(&feed.server, &feed.brand, some).await;
    assert_eq!(feed.found("recipient=example").await, "3 4 5 6 6");
    assert_eq!(feed.found("recipient=example&eventType=clicked").await, "6");
}

#[tokio::test]
async fn what_is_left_of_a_deleted_contact_has_no_address() {
    let feed = Feed::start().await;
    let deleted = feed.brand.request("DELETE", "/v1/contacts");
    let deleted = deleted.json(&json!({ "email": "ada@gmail.com" }));
    deleted.send().await.expect(200);
    for (query, found) in [
        ("", "1 2 3 4 5 6 7"),
        ("recipient=ada@gmail.com", ""),
        ("recipient=ada", ""),
        ("recipient=!ada@gmail.com", "1 2 3 4 5 6 7"),
        ("recipient=@gmail.com", "1 2 5"),
        ("recipient=!@gmail.com", "3 4 6 7"),
    ] {
        assert_eq!(feed.found(query).await, found, "{query}");
    }
    let page = feed.get("recipient=@gmail.com").await.expect(200);
    assert!(!page.text().contains("ada@"), "{}", page.text());
    assert_eq!(page["data"][0]["provider"], Value::Null);
    assert_eq!(
        page["data"][0]["summary"],
        "Opened by a contact that was deleted"
    );
}
