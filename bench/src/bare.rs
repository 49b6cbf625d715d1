//! The bare parts a request is made of, in a process like the server's: an empty JSON handler, and
//! point reads through the data layer without any HTTP.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, StatusCode};
use axum::routing::{get, post};
use axum::serve::ListenerExt;
use postrider_domain::contacts::contact::Intent;
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::patch::Patch;
use postrider_store::contacts::{self as stored, ContactUpsert, UpsertRules};
use postrider_store::db::{Db, DbError, DbOptions};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use crate::contacts::{BATCH, BRAND, Contact, SEEDED, batch, email};
use crate::http::CALLERS;
use crate::outcome::Result;

pub const COMMAND: &str = "bare-parts";
/// Any time will do.
pub const NOW: i64 = 1_800_000_000_000;

/// How many contacts one call of `/reads` reads.
pub const READS: usize = 20_000;

/// An empty database with the product's tables.
pub async fn open(database_url: &str) -> Result<Db> {
    let db = Db::open(DbOptions::new(database_url, Arc::new(|| NOW))).await?;
    db.migrate().await?;
    Ok(db)
}

#[expect(clippy::print_stdout, reason = "says where it listens")]
pub fn serve(database_url: &str) -> Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()?;
    runtime.block_on(async {
        let db = open(database_url).await?;
        seed(&db).await?;
        let router = Router::new()
            .route("/empty", get(empty))
            .route("/reads", post(reads))
            .with_state(db);
        let listener = TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))).await?;
        println!(
            "{}",
            serde_json::json!({ "url": format!("http://{}", listener.local_addr()?) })
        );
        // As in the server.
        let listener = listener.tap_io(|stream| {
            let _ = stream.set_nodelay(true);
        });
        Ok(axum::serve(listener, router).await?)
    })
}

async fn seed(db: &Db) -> Result<()> {
    for number in 0..SEEDED / BATCH {
        db.write(move |tx| async move {
            let contacts = batch(number, 0).iter().map(upsert_of).collect();
            let terms = UpsertRules {
                intent: Intent::Upload,
                now: NOW,
                bounds: FieldBounds::default(),
                address_hash: &|_| Vec::new(),
            };
            stored::upsert(&tx, BRAND, contacts, terms).await.map(drop)
        })
        .await?;
    }
    Ok(())
}

fn upsert_of(contact: &Contact) -> ContactUpsert {
    ContactUpsert {
        email: contact.email.clone(),
        first_name: Patch::Set(contact.first_name.clone()),
        last_name: Patch::Set(contact.last_name.clone()),
        subscribed: None,
        custom: contact.custom.clone(),
        consent: None,
        import: None,
        verdict: None,
        suppress: false,
    }
}

async fn empty() -> ([(HeaderName, &'static str); 1], &'static str) {
    ([(CONTENT_TYPE, "application/json")], "{}")
}

/// As many callers at once as the server has, each one read after the other.
async fn reads(State(db): State<Db>) -> (StatusCode, String) {
    let mut callers = JoinSet::new();
    for caller in 0..CALLERS {
        callers.spawn(read_some(db.clone(), caller));
    }
    for outcome in callers.join_all().await {
        if let Err(error) = outcome {
            return (StatusCode::INTERNAL_SERVER_ERROR, error.to_string());
        }
    }
    (StatusCode::OK, String::new())
}

async fn read_some(db: Db, caller: usize) -> std::result::Result<(), DbError> {
    for n in (caller..READS).step_by(CALLERS) {
        let email = email(n as u64 % SEEDED);
        let found = db
            .read(|tx| async move { stored::get(&tx, BRAND, &email).await })
            .await?;
        found.ok_or_else(|| DbError::Other("a contact is missing".to_owned()))?;
    }
    Ok(())
}
