//! Designs by a model, over the real protocols, against a server that misbehaves as its model's name says.

mod changing;
mod good;
mod kill;
mod knowing;
mod limits;
mod strangers;
mod suggesting;
mod trouble;

use std::time::Duration;

use postrider_content::models::Protocol;
use postrider_domain::accounts::prices::Price;
use postrider_engine::models::{Limits, ModelSettings};
use postrider_server::config::ModelConfig;
use postrider_test_support::model_server::{Asked, KEY, ModelServer, THINKS};
use serde_json::{Value, json};

use super::{ask, ended, said};
use crate::support::{Answer, Brand, Builder, TestServer};

pub const BOTH: [Protocol; 2] = [Protocol::ChatCompletions, Protocol::Messages];
pub const PROMPT: &str = "Announce our spring sale: 30% off all seeds until Friday with the code BLOOM30. \
    Link to https://fern.example/sale";
/// What one answer of the double costs by the prices below.
pub const ANSWER: i64 = 4;

/// A mail of the prompt, with a paragraph of the test's own.
pub fn mail(text: &str) -> Value {
    json!({
        "category": "promotion", "title": "Spring sale", "subject": "30% off all seeds until Friday",
        "previewText": "Your code BLOOM30 is waiting for you inside", "eyebrow": null,
        "headline": "Spring is here", "lead": "All seeds are **30 %** off.",
        "items": [
            { "kind": "text", "text": text },
            { "kind": "coupon", "label": "Your code", "code": "BLOOM30" },
            { "kind": "button", "label": "Shop the sale", "url": "https://fern.example/sale" },
        ],
        "signOff": null,
    })
}

/// A paragraph that the built-in designer would never write.
pub const OWN: &str = "Every bed deserves a second helping of green.";

/// A model of this name on the double, whom nobody waits long for.
pub fn settings(double: &ModelServer, protocol: Protocol, name: &str) -> ModelConfig {
    let millis = Duration::from_millis;
    let limits = Limits {
        connect: millis(2_000),
        first_byte: millis(20_000),
        silence: millis(20_000),
        whole: millis(60_000),
        pauses: [millis(5), millis(5), millis(5)],
        longest_pause: millis(10_000),
        rest: millis(60_000),
    };
    ModelConfig {
        settings: ModelSettings {
            base_url: double.base_url().parse().unwrap(),
            protocol,
            model: name.to_owned(),
            key: Some(KEY.to_owned()),
            concurrency: 4,
            limits,
        },
        price: Some(Price {
            input: 10_000_000,
            cached_input: 10_000_000,
            output: 100_000_000,
        }),
    }
}

pub fn served_by(model: ModelConfig) -> Builder {
    TestServer::with().configure(move |config| config.model = Some(model.clone()))
}

/// What came of the prompt with a model of this name.
pub struct Outcome {
    pub email: Answer,
    /// What the assistant said last.
    pub message: String,
    pub used: Value,
    pub double: ModelServer,
}

pub async fn outcome(
    protocol: Protocol,
    name: &str,
    says: impl Fn(&Asked) -> String + Send + Sync + 'static,
) -> Outcome {
    let double = ModelServer::start(says).await;
    let mut model = settings(&double, protocol, name);
    if name.contains("silent") {
        model.settings.limits.first_byte = Duration::from_millis(300);
        model.settings.limits.silence = Duration::from_millis(300);
    }
    if name == "thinks" {
        model.settings.limits.silence = THINKS / 5;
    }
    if name == "drips" {
        model.settings.limits.whole = Duration::from_millis(300);
    }
    let server = served_by(model).start().await;
    let brand = server.brand().await;
    let asked = ask(&brand, PROMPT).await.expect(202);
    let email = ended(&brand, &asked).await;
    let message = said(&brand, &email).await.pop().unwrap().1;
    let used = used(&brand).await;
    server.at_rest().await;
    Outcome {
        email,
        message,
        used,
        double,
    }
}

impl Outcome {
    pub fn html(&self) -> &str {
        self.email["html"].as_str().unwrap()
    }

    /// The designer that is built in made it, and nobody paid.
    #[track_caller]
    pub fn assert_stepped_in(&self, name: &str) {
        assert_eq!(self.email["status"], "ready", "{name}: {}", self.message);
        assert_eq!(self.used, 0, "{name}");
        let note = "The designer that is built in stepped in; nothing was charged.";
        assert!(self.message.contains(note), "{name}: {}", self.message);
        assert!(self.html().contains("BLOOM30"), "{name}");
        assert!(!self.html().contains(OWN), "{name}");
    }
}

pub async fn used(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["credits"]["used"].clone()
}

/// What the author's side has said last in a request.
pub fn question(asked: &Asked) -> String {
    let messages = asked.body["messages"].as_array().unwrap();
    let last = messages.last().unwrap();
    last["content"].as_str().unwrap().to_owned()
}

/// What a request says that holds for the whole talk.
pub fn system(asked: &Asked) -> String {
    let first = &asked.body["messages"][0]["content"];
    let system = asked.body["system"].as_str().or(first.as_str());
    system.unwrap().to_owned()
}
