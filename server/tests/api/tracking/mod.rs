//! What mails bring back, over the links that they carry.

mod apart;
mod bursts;
mod clicks;
mod counts;
mod flood;
mod opens;
mod price;
mod stopped;
mod tokens;
mod unsubscribe;
mod view;

use postrider_domain::sending::send::{RecipientState, Tally};
use postrider_domain::sending::tracking::{Purpose, Token};
use postrider_store::delivery::tallies;
use serde_json::{Value, json};

use super::emails::{design, draft};
use super::support::{Answer, Brand, Caller, TestServer};

const CHROME: &str = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) \
                      Chrome/131.0.0.0 Safari/537.36";
const ADA: &str = "ada@example.com";
const HTML: &str = "<html><body><p>Hi {{ firstName }}</p><a href=\"https://shop.example.com/?a=1&amp;b=2\">Shop</a>\
                    <a href=\"https://shop.example.com/{{ firstName }}\">Yours</a>\
                    <a href=\"https://blog.example.com/straße\">Blog</a>\
                    <a href=\"https://help.example.com/\">Help</a>\
                    <a href=\"mailto:ada@example.com\">Write</a></body></html>";

/// A send that has been mailed, as its rows say.
struct Campaign<'a> {
    server: &'a TestServer,
    brand: Brand,
    send: i64,
    /// A mail program or browser; it follows no redirect.
    reader: Caller,
}

impl<'a> Campaign<'a> {
    /// Mailed to one contact with the address [`ADA`], under ordinal 1.
    async fn mailed(server: &'a TestServer) -> Self {
        let brand = server.brand().await;
        brand
            .post("/v1/contacts", json!({ "email": ADA, "firstName": "Ada" }))
            .await
            .expect(201);
        Self::of(server, brand, RecipientState::Delivered).await
    }

    /// Mailed to all contacts of the brand, in the order of their addresses.
    async fn of(server: &'a TestServer, brand: Brand, state: RecipientState) -> Self {
        let send = server.app().db.number();
        let mut new = draft(&format!("eml_{send}"));
        HTML.clone_into(&mut new.version.content.html);
        let email = design(server, &brand, new).await;
        let (org, key) = (brand.key.org, brand.key.brand);
        let version = email.head.as_ref().unwrap().id;
        server
            .sql(&format!(
                "INSERT INTO sends (org, brand, id, public_id, kind, status, email, email_version, domain, subject,
                    from_email, recipient_count, frozen_to, frozen, last_ordinal, allowance, created_at, updated_at)
                 VALUES ({org}, {key}, {send}, 'snd_{send}', 'campaign', 'completed', {email}, {version}, {key}, 'Hi',
                    'hi@example.com', 1, 0, TRUE, 1, 1, 1, 1)",
                email = email.id
            ))
            .await;
        server
            .sql(&format!(
                "INSERT INTO recipients (org, brand, send, ordinal, contact, state, attempts)
                 SELECT org, brand, {send}, row_number() OVER (ORDER BY email), id, {state}, 1
                 FROM contacts WHERE org = {org} AND brand = {key}",
                state = state.code()
            ))
            .await;
        let http = reqwest::Client::builder().redirect(reqwest::redirect::Policy::none());
        let url = format!("http://{}", server.address());
        Self {
            server,
            brand,
            send,
            reader: Caller::nobody(http.build().unwrap(), &url),
        }
    }

    fn token(&self, ordinal: i64, purpose: Purpose) -> String {
        let mut text = String::new();
        self.server.app().keys().track.write(
            &Token {
                brand: self.brand.key,
                send: self.send,
                ordinal,
                purpose,
            },
            &mut text,
        );
        text
    }

    fn sealed(&self, ordinal: i64, target: &str) -> String {
        let token = Token {
            brand: self.brand.key,
            send: self.send,
            ordinal,
            purpose: Purpose::SealedClick,
        };
        let mut text = String::new();
        let signer = &self.server.app().keys().track;
        assert!(signer.write_sealed(&token, target, &mut text));
        text
    }

    fn pixel(&self, ordinal: i64) -> String {
        format!("/o/{}.gif", self.token(ordinal, Purpose::Open))
    }

    fn link(&self, ordinal: i64, link: u16) -> String {
        format!("/c/{}", self.token(ordinal, Purpose::Click { link }))
    }

    fn unsubscribe(&self, ordinal: i64) -> String {
        format!("/unsubscribe/{}", self.token(ordinal, Purpose::Unsubscribe))
    }

    /// As a person with a browser.
    async fn get(&self, path: &str) -> Answer {
        self.get_as(path, CHROME).await
    }

    async fn get_as(&self, path: &str, agent: &str) -> Answer {
        let request = self.reader.request("GET", path);
        request.header("User-Agent", agent).send().await
    }

    async fn post(&self, path: &str, body: &str) -> Answer {
        let request = self.reader.request("POST", path);
        request
            .header("User-Agent", CHROME)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .body(body)
            .send()
            .await
    }

    async fn tally(&self) -> Tally {
        let (brand, send) = (self.brand.key, self.send);
        let read = self
            .server
            .app()
            .db
            .read(move |tx| async move { tallies::read(&tx, brand, send).await });
        read.await.unwrap()
    }

    /// Type and detail of every event, oldest first.
    async fn events(&self) -> Vec<(i64, Value)> {
        let rows = self
            .server
            .sql(&format!(
                "SELECT type, detail FROM events WHERE send = {} ORDER BY id",
                self.send
            ))
            .await;
        rows.iter()
            .map(|row| {
                let detail = row.opt_text(1).unwrap();
                let detail =
                    detail.map_or(Value::Null, |text| serde_json::from_str(&text).unwrap());
                (row.int(0).unwrap(), detail)
            })
            .collect()
    }

    async fn ada(&self) -> Value {
        let path = format!("/v1/contacts/{ADA}");
        self.brand.get(&path).await.expect(200).json
    }
}
