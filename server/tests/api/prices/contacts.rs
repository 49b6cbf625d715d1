use serde_json::{Value, json};

use super::{Counted, assert_prices};

/// On PostgreSQL a point read is the key and the contact, with no transaction around them; an upsert is the key, and BEGIN, the
/// contact (and what the brand remembers of one that is new, or the update of one that is there), COMMIT. On SQLite whether it
/// is there is asked first, and the list of addresses is written beside.
#[tokio::test]
async fn contacts() {
    let counted = Counted::start().await;
    let path = "/v1/contacts/first@example.com";
    let read = || async { counted.brand.get(path).await.expect(200) };
    let upsert = |contact: Value, status| {
        let counted = &counted;
        async move { counted.upsert(contact).await.expect(status) }
    };
    let mut prices = vec![("a point read", counted.price(read()).await)];
    let new = json!({ "email": "new@example.com", "firstName": "New", "subscribed": true });
    prices.push(("a new contact", counted.price(upsert(new, 201)).await));
    let known = json!({ "email": "first@example.com", "subscribed": true });
    prices.push(("a known contact", counted.price(upsert(known, 200)).await));
    let valued = json!({ "email": "first@example.com", "customFields": { "plan": "pro" } });
    upsert(valued.clone(), 200).await;
    prices.push((
        "a known contact with a value",
        counted.price(upsert(valued, 200)).await,
    ));
    prices.push(("a point read with a value", counted.price(read()).await));
    for (what, count) in [("ten new contacts", 10), ("a hundred new contacts", 100)] {
        let contacts =
            (0..count).map(|n| json!({ "email": format!("{n}-of-{count}@example.com") }));
        let body = json!({ "contacts": contacts.collect::<Vec<_>>() });
        let made = async { counted.brand.post("/v1/contacts", body).await.expect(200) };
        prices.push((what, counted.price(made).await));
    }
    assert_prices(&counted.server, "contacts", &prices);
}
