//! `POST /v1/emails/{emailId}/client-previews`.

mod asking;
mod faults;
mod hostile;
mod keeping;
mod looks;

use serde_json::{Value, json};

use super::picture;
use crate::emails::{design, draft};
use crate::support::{Answer, Brand, TestServer};

const CREDITS: i64 = 10;

fn path(id: &str) -> String {
    format!("/v1/emails/{id}/client-previews")
}

async fn preview(brand: &Brand, id: &str, body: Value) -> Answer {
    brand.post(&path(id), body).await
}

/// A design whose HTML is exactly this, and which wants no picture of its own: each would be counted too.
async fn holding(server: &TestServer, brand: &Brand, id: &str, html: &str) {
    let mut new = draft(id);
    new.version.content.html = html.to_owned();
    design(server, brand, new).await;
    server.sql("DELETE FROM jobs WHERE kind = 'preview'").await;
    server.sql("UPDATE emails SET previewed = head").await;
    server.leaves_jobs("pictures of the designs themselves");
}

/// What each of these clients shows.
async fn seen<const N: usize>(
    server: &TestServer,
    brand: &Brand,
    (id, html): (&str, &str),
    clients: [&str; N],
) -> [image::RgbImage; N] {
    holding(server, brand, id, html).await;
    let clients = clients.as_slice();
    let shown = preview(brand, id, json!({ "clients": clients })).await;
    let shown = shown.expect(200);
    assert_eq!(shown["status"], "completed", "{}", shown.json);
    let mut pictures = Vec::new();
    for one in shown["previews"].as_array().unwrap() {
        pictures.push(picture(server, &one["imageUrl"]).await);
    }
    pictures.try_into().unwrap()
}

/// Clients and what became of them.
fn told(answer: &Answer) -> Vec<(&str, &str)> {
    let previews = answer["previews"].as_array().unwrap().iter();
    previews
        .map(|one| {
            let (client, status) = (&one["client"], &one["status"]);
            (client.as_str().unwrap(), status.as_str().unwrap())
        })
        .collect()
}

async fn used(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["credits"]["used"].clone()
}

/// Rows and files, whose bytes are those that are counted.
async fn stored(server: &TestServer) -> (i64, i64) {
    let rows = server.number("SELECT count(*) FROM client_previews").await;
    let bytes = "SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM client_previews";
    let counted = "SELECT CAST(COALESCE(sum(bytes), 0) AS BIGINT) FROM storage";
    assert_eq!(server.number(bytes).await, server.number(counted).await);
    (rows, server.files_in("assets").await.len() as i64)
}
