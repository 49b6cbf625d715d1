//! What there is before a campaign: contacts, a domain, designs.

use serde_json::{Value, json};

use super::mail;
use crate::child::{self, Served};
use crate::database::BenchDatabase;
use crate::http::{Connection, request};
use crate::outcome::Result;
use crate::scale::{file, importing};

pub const DOMAIN: &str = "news.example.com";

/// A database that is ready to send from, and the key to it.
pub struct Prepared {
    pub secret: String,
}

pub async fn contacts(place: &BenchDatabase, contacts: u64) -> Result<Prepared> {
    let server = child::server(place.folder(), &place.url("server")).await?;
    importing::import(&server, &file::csv(0..contacts)).await?;
    let secret = server.secret.clone();
    server.end().await?;
    place.settle().await?;
    Ok(Prepared { secret })
}

/// A domain to send from outside, with both keys in use. There is no DNS here that could say so: what a check of it
/// would write is written straight to the database, while no server runs.
pub async fn domain(place: &BenchDatabase, prepared: &Prepared) -> Result<()> {
    let on = place.url("server");
    let server = child::server_again((place.folder(), &on), &prepared.secret, &[]).await?;
    let made = call(&server, "/v1/domains", &json!({ "name": DOMAIN })).await?;
    server.end().await?;
    let id = made["domainId"].as_str().unwrap_or_default();
    let selector = format!("pr-{}-ed25519", id.get(..8).unwrap_or_default());
    let found = json!([{
        "purpose": "DKIM", "name": format!("{selector}._domainkey.{DOMAIN}"), "status": "verified",
        "found": [],
    }]);
    let verified = format!(
        "UPDATE domains SET status = 'verified', verified_at = created_at, watched_until = NULL,
            records = '{found}' WHERE name = '{DOMAIN}';
         DELETE FROM jobs WHERE kind = 'domain';"
    );
    place.execute(&verified).await
}

/// A campaign that was never sent.
pub async fn design(server: &Served) -> Result<String> {
    let made = design_of(server, "campaign").await?;
    Ok(made["emailId"].as_str().unwrap_or_default().to_owned())
}

/// The same mail as a design of this type.
pub async fn design_of(server: &Served, kind: &str) -> Result<Value> {
    let body = json!({ "format": "html", "content": mail::html(), "subject": mail::SUBJECT, "type": kind });
    call(server, "/v1/emails/import", &body).await
}

/// A POST that makes something.
pub async fn call(server: &Served, path: &str, body: &Value) -> Result<Value> {
    let mut connection = Connection::open(&server.address).await?;
    let asked = request("POST", path, &server.secret, &body.to_string());
    let answer = connection.exchange(&asked).await?;
    if !(200..300).contains(&answer.status) {
        return Err(format!("{path}: {}", answer.text()).into());
    }
    Ok(serde_json::from_slice(&answer.body)?)
}
