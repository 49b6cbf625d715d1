//! Contacts, by verb.

mod batch;
mod batch_errors;
mod bounds;
mod concurrent;
mod consent;
mod custom_fields;
mod delete;
mod opt_out;
mod read;
mod repeated;
mod unsuppress;
mod update;
mod upsert;

use serde_json::{Value, json};

use super::support::{Answer, Brand, TestServer};

const ADA: &str = "ada@example.com";

/// Writes one contact that is new.
async fn create(brand: &Brand, contact: Value) -> Answer {
    brand.post("/v1/contacts", contact).await.expect(201)
}

/// The contact as it stands.
async fn read(brand: &Brand, email: &str) -> Value {
    brand
        .get(&format!("/v1/contacts/{email}"))
        .await
        .expect(200)
        .json
}

/// Mail can bounce and people can complain only once there is sending, so the row says it.
async fn suppress(server: &TestServer, email: &str, reason: &str, at: &str) {
    let at = postrider_domain::time::parse_iso(at).unwrap();
    server
        .sql(&format!(
            "UPDATE contacts SET suppressed_reason = '{reason}', suppressed_at = {at} \
             WHERE email = '{email}'"
        ))
        .await;
}

fn consent(captured_at: &str) -> Value {
    json!({ "source": "signup-form", "capturedAt": captured_at })
}
