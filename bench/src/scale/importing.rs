//! A file sent to the server, and the wait until all of it is imported.

use std::time::Duration;

use serde_json::{Value, json};

use crate::child::Served;
use crate::http::{Connection, request, upload};
use crate::outcome::Result;

const LOOK: Duration = Duration::from_millis(20);

/// Types the columns as the contacts are typed; a file alone would make them all texts.
pub async fn declare_fields(server: &Served) -> Result<()> {
    let mut connection = Connection::open(&server.address).await?;
    for (name, kind) in [
        ("company", "string"),
        ("orders", "number"),
        ("vip", "boolean"),
    ] {
        let body = json!({ "fieldName": name, "fieldType": kind }).to_string();
        let made = request("POST", "/v1/fields", &server.secret, &body);
        let answer = connection.exchange(&made).await?;
        if answer.status != 201 && answer.status != 200 {
            return Err(format!("a field was not made: {}", answer.text()).into());
        }
    }
    Ok(())
}

/// From the first byte sent to the last row written.
pub async fn import(server: &Served, csv: &str) -> Result<()> {
    declare_fields(server).await?;
    let mut connection = Connection::open(&server.address).await?;
    let sent = upload("/v1/contacts/import-csv", &server.secret, csv);
    let accepted = connection.exchange(&sent).await?;
    if accepted.status != 202 {
        return Err(format!("the file was refused: {}", accepted.text()).into());
    }
    let import: Value = serde_json::from_slice(&accepted.body)?;
    let id = import["importId"].as_str().unwrap_or_default();
    let look = request(
        "GET",
        &format!("/v1/contacts/imports/{id}"),
        &server.secret,
        "",
    );
    loop {
        let answer = connection.exchange(&look).await?;
        let import: Value = serde_json::from_slice(&answer.body)?;
        match import["status"].as_str() {
            Some("completed") => return Ok(()),
            Some("queued" | "running") => tokio::time::sleep(LOOK).await,
            _ => return Err(format!("the import ended so: {}", answer.text()).into()),
        }
    }
}
