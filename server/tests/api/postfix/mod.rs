//! With a mail server that others have written: Postfix takes campaigns as a relay and as the receiver, and what it
//! cannot deliver comes home.

mod receiver;
mod relay;
mod rig;

use std::collections::BTreeMap;

use postrider_mail::sink::Report;
use serde_json::{Value, json};

use crate::delivery::events;
use crate::support::Caller;

/// Contacts with these addresses.
async fn people(brand: &Caller, addresses: &[String]) {
    let rows: Vec<Value> = addresses
        .iter()
        .map(|email| json!({ "email": email }))
        .collect();
    brand
        .post("/v1/contacts", json!({ "contacts": rows }))
        .await
        .expect(200);
}

/// All signatures that were looked at are good, and some were.
#[track_caller]
fn assert_signed(report: &Report) {
    assert!(!report.dkim.is_empty(), "{report:?}");
    for signatures in report.dkim.values() {
        assert!(signatures.pass > 0, "{report:?}");
        assert_eq!(signatures.fail + signatures.unknown, 0, "{report:?}");
    }
}

/// Why this address gets no more mail, if so.
async fn suppression(brand: &Caller, address: &str) -> Value {
    let contact = brand.get(&format!("/v1/contacts/{address}")).await;
    contact.expect(200).json["suppressedReason"].clone()
}

/// How the mail to each address came back that did.
fn bounce_types(send: &Value) -> BTreeMap<String, Value> {
    let of = |event: Value| {
        let address = event["recipientEmail"].as_str().unwrap().to_owned();
        (address, event["bounceType"].clone())
    };
    events(send, "bounced").into_iter().map(of).collect()
}
