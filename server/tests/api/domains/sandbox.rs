//! The domain that every brand has while no mail leaves.

use serde_json::{Value, json};

use super::{path, read, start, verify};
use crate::support::{TestServer, assert_problem};

#[tokio::test]
async fn while_mail_is_kept_a_brand_can_send_from_its_sandbox() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let list = brand
        .get("/v1/domains?sendableOnly=true")
        .await
        .expect(200)
        .json;
    let [sandbox] = list["data"].as_array().unwrap().as_slice() else {
        panic!("{list}");
    };
    assert_eq!(sandbox["name"], format!("{}.sandbox.test", brand.brand_id));
    assert_eq!(
        (&sandbox["status"], &sandbox["sendable"]),
        (&json!("verified"), &json!(true))
    );
    assert_eq!(sandbox["records"], json!([]));
    assert_eq!(&verify(&brand, sandbox).await.expect(200).json, sandbox);
    let refused = brand.delete(&path(sandbox)).await;
    assert_problem(&refused, 409, "DOMAIN_IN_USE", None);
    let details = json!({ "sends": [], "referencingAutomations": [] });
    assert_eq!(refused["error"]["details"], details);
    assert_eq!(&read(&brand, sandbox).await, sandbox);
    let from = format!("hello@{}.sandbox.test", brand.brand_id);
    let change = json!({ "defaults": { "from": { "email": from } } });
    let changed = brand.patch(&path(sandbox), change).await.expect(200);
    assert_eq!(changed["defaults"]["from"]["email"], from);
}

#[tokio::test]
async fn where_mail_leaves_there_is_no_sandbox() {
    let (server, _dns) = start().await;
    let brand = server.brand().await;
    assert_eq!(brand.get("/v1/domains").await["data"], json!([]));
    let sandbox: Value = json!({ "domainId": brand.brand_id });
    for answer in [
        brand.get(&path(&sandbox)).await,
        brand.delete(&path(&sandbox)).await,
        brand.patch(&path(&sandbox), json!({})).await,
        verify(&brand, &sandbox).await,
    ] {
        assert_problem(&answer, 404, "DOMAIN_NOT_FOUND", None);
    }
}
