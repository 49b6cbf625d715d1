//! Designs that are made and changed by prompt.

mod asking;
mod changing;
mod chats;
mod cleaning;
mod going_by;
mod histories;
mod imported;
mod kills;
mod models;
mod money;
mod stopping;
mod suggesting;
mod words;

use serde_json::{Value, json};

use super::support::{Answer, Brand, StandIn, TestServer, until};

pub const PATH: &str = "/v1/emails";

/// A server on which somebody makes designs.
pub async fn served(maker: &StandIn) -> TestServer {
    TestServer::with().maker(maker.shared()).start().await
}

pub async fn ask(brand: &Brand, prompt: &str) -> Answer {
    brand.post(PATH, json!({ "prompt": prompt })).await
}

pub fn path(email: &Answer) -> String {
    format!("{PATH}/{}", email["emailId"].as_str().unwrap())
}

/// The design once nobody works on it any more.
pub async fn ended(brand: &Brand, email: &Answer) -> Answer {
    let path = format!("{}?include=html,versions", path(email));
    until("the design is not `generating` any more", async || {
        let read = brand.get(&path).await.expect(200);
        (read["status"] != "generating").then_some(read)
    })
    .await
}

/// A design that is ready.
pub async fn made(brand: &Brand, prompt: &str) -> Answer {
    let asked = ask(brand, prompt).await.expect(202);
    let made = ended(brand, &asked).await;
    assert_eq!(made["status"], "ready", "{}", made.text());
    made
}

/// What was said about a design: who, what, and the version that came of it.
pub async fn said(brand: &Brand, email: &Answer) -> Vec<(String, String, Value)> {
    let chat = email["chatId"].as_str().unwrap();
    let chat = brand.get(&format!("/v1/chats/{chat}")).await.expect(200);
    let messages = chat["messages"].as_array().unwrap().iter();
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let message = |message: &Value| {
        let version = message["emailVersionId"].clone();
        (text(&message["role"]), text(&message["text"]), version)
    };
    messages.map(message).collect()
}

/// The notification about the newest prompt.
pub async fn newest_notification(brand: &Brand) -> Value {
    let list = brand.get("/v1/notifications").await.expect(200);
    list["data"][0].clone()
}
