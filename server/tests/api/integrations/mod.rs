//! The receivers of other services' events: signatures, what becomes of each event, duplicates, retries, the catalog and
//! the command.

pub mod bodies;
mod catalog;
mod command;
mod duplicates;
mod events;
mod libraries;
mod money;
mod order;
mod requests;
mod signatures;
mod signing;
mod starting;
mod unresolved;

use std::sync::Arc;

use postrider_domain::automations::integration::{Provider, Settings};
use postrider_engine::integrations::connect;
use postrider_server::app::App;
use postrider_store::connections::NewConnection;
use serde_json::{Value, json};

use crate::support::{Answer, Brand, Caller, TestServer, until};
use signing::{SECRET, Signed, WHSEC};

/// A connection of a brand, and the provider behind it.
pub struct Connected {
    pub app: App,
    pub brand: Brand,
    pub nobody: Caller,
    pub provider: Provider,
    pub id: String,
}

/// The secret that connections of tests have.
pub fn secret(provider: Provider) -> &'static str {
    match provider {
        Provider::Clerk | Provider::Stytch => WHSEC,
        _ => SECRET,
    }
}

impl Connected {
    pub async fn new(server: &TestServer, provider: Provider) -> Self {
        let settings = match provider {
            Provider::Supabase => json!({ "tables": ["public.profiles"] }),
            _ => json!({}),
        };
        Self::with(server, server.brand().await, provider, settings).await
    }

    pub async fn with(
        server: &TestServer,
        brand: Brand,
        provider: Provider,
        settings: Value,
    ) -> Self {
        let app = server.app().clone();
        let id = postrider_server::entropy::lower32();
        let seal = &app.keys().connections;
        let sealed = seal.seal(&id, secret(provider).as_bytes().to_vec());
        let new = Arc::new(NewConnection {
            public_id: id.clone(),
            provider,
            secret: sealed.unwrap(),
            settings: Settings::from_json(&settings.to_string()).unwrap(),
        });
        let (key, now) = (brand.key, app.clock.now());
        let made = app.db.write(move |tx| {
            let new = Arc::clone(&new);
            async move { connect(&tx, key, &new, now).await }
        });
        made.await.unwrap();
        Self {
            nobody: server.nobody(),
            app,
            brand,
            provider,
            id,
        }
    }

    pub fn path(&self) -> String {
        self.provider.receiver_path(&self.id)
    }

    /// Signs as the provider does.
    pub fn sign(&self, body: &Value) -> Signed {
        let now = self.app.clock.now();
        signing::sign(self.provider, secret(self.provider), &body.to_string(), now)
    }

    pub async fn post(&self, signed: &Signed) -> Answer {
        let mut request = self.nobody.request("POST", &self.path());
        for (name, value) in &signed.headers {
            request = request.header(name, value);
        }
        request.body(signed.body.clone()).send().await
    }

    /// A delivery that is taken; gives the instance's id.
    pub async fn take(&self, signed: &Signed) -> String {
        let answer = self.post(signed).await.expect(200);
        assert_eq!(answer["received"], true);
        answer["triggerInstanceId"].as_str().unwrap().to_owned()
    }

    pub async fn instance(&self, id: &str) -> Value {
        let path = format!("/v1/automations/trigger-instances/{id}");
        self.brand.get(&path).await.expect(200).json
    }

    /// The instance, once it is worked on.
    pub async fn settled(&self, id: &str) -> Value {
        until("the event is worked on", async || {
            let instance = self.instance(id).await;
            (instance["state"] != "received").then_some(instance)
        })
        .await
    }

    /// The instance, once it was tried so often.
    pub async fn tried(&self, id: &str, attempts: i64) -> Value {
        until("the event is tried", async || {
            let instance = self.instance(id).await;
            (instance["attempts"].as_i64() >= Some(attempts)).then_some(instance)
        })
        .await
    }

    pub async fn contact(&self, email: &str) -> Value {
        let path = format!("/v1/contacts/{email}");
        self.brand.get(&path).await.expect(200).json
    }

    /// Delivers a body and waits until it is worked on.
    pub async fn deliver(&self, body: &Value) -> Value {
        let id = self.take(&self.sign(body)).await;
        self.settled(&id).await
    }

    /// Of a provider that says in a header what it is about.
    pub async fn deliver_topic(&self, topic: &str, body: &Value) -> Value {
        let signed = self.sign(body).set("x-shopify-topic", topic);
        let id = self.take(&signed).await;
        self.settled(&id).await
    }

    /// Types of the events of an instance in the feed, oldest first.
    pub async fn feed(&self, instance: &str) -> Vec<String> {
        let feed = self
            .brand
            .get("/v1/analytics/events?limit=100")
            .await
            .expect(200);
        let mut types: Vec<String> = feed["data"]
            .as_array()
            .unwrap()
            .iter()
            .filter(|event| event["triggerInstanceId"] == instance)
            .map(|event| {
                let word = |key: &str| event[key].as_str().unwrap().to_owned();
                format!("{}.{}", word("domain"), word("eventType"))
            })
            .collect();
        types.reverse();
        types
    }
}

/// The payload that automations of an instance get.
pub async fn payload(server: &TestServer, instance: &str) -> Value {
    let sql = format!("SELECT payload FROM trigger_instances WHERE public_id = '{instance}'");
    let text = server.sql(&sql).await[0].text(0).unwrap();
    serde_json::from_str(&text).unwrap()
}
