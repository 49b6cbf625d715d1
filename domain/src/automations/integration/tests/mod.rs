//! What providers send, made by hand.

mod events;
mod proofs;

use aws_lc_rs::hmac;
use data_encoding::{BASE64, HEXLOWER};
use serde_json::{Map, Value, json};

use super::*;

const NOW: i64 = 1_767_225_600_000;

/// A request, made by hand.
struct Sent {
    headers: Vec<(String, String)>,
    body: String,
}

impl Sent {
    fn json(body: &Value) -> Self {
        Self {
            headers: Vec::new(),
            body: body.to_string(),
        }
    }

    fn header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    fn find(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }

    fn is_genuine(&self, provider: Provider, secret: &str, now: i64) -> bool {
        let arrival = Arrival {
            headers: &|name| self.find(name),
            body: self.body.as_bytes(),
            now,
        };
        is_genuine(provider, secret, &arrival)
    }

    fn read_with(&self, provider: Provider, settings: &Settings) -> Option<InboundEvent> {
        let arrival = Arrival {
            headers: &|name| self.find(name),
            body: self.body.as_bytes(),
            now: NOW,
        };
        let body: Map<String, Value> = serde_json::from_str(&self.body).unwrap();
        read(provider, settings, &arrival, &body)
    }

    fn read(&self, provider: Provider) -> Option<InboundEvent> {
        self.read_with(provider, &Settings::default())
    }
}

fn tag(key: &[u8], text: &str) -> Vec<u8> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    hmac::sign(&key, text.as_bytes()).as_ref().to_vec()
}

fn known_as(event: &InboundEvent) -> (&str, &str) {
    let known = event.email.known_as.as_ref().unwrap();
    (&known.0, &known.1)
}
