//! What single requests cost the database, in statements and transactions: numbers that are the same on every machine. Whoever
//! makes one larger says here why; whoever makes one smaller writes the new one down.

mod contacts;
mod waking;

use std::time::Duration;

use serde_json::{Value, json};

use crate::support::{Answer, Brand, Measures, TestServer};

/// A server that has been asked before: what a process learns once, it knows.
struct Counted {
    measures: Measures,
    server: TestServer,
    brand: Brand,
}

impl Counted {
    async fn start() -> Self {
        let measures = Measures::begin();
        let server = TestServer::with().clock_stopped().start().await;
        let brand = server.brand().await;
        let counted = Self {
            measures,
            server,
            brand,
        };
        for email in ["first@example.com", "second@example.com"] {
            counted.upsert(json!({ "email": email })).await.expect(201);
            // The note that contacts were changed is made once in ten seconds, and read once it is a second old.
            counted.server.clock.advance(Duration::from_secs(2));
        }
        let app = counted.server.app();
        let learned = app.mail_domains.learn(&app.db, app.clock.now()).await;
        learned.unwrap();
        counted
    }

    async fn upsert(&self, contact: Value) -> Answer {
        self.brand.post("/v1/contacts", contact).await
    }

    /// What is asked on behalf of callers while something is done.
    async fn price(&self, done: impl Future<Output = Answer>) -> (u64, u64) {
        let before = self.measures.spent("requests");
        done.await;
        let after = self.measures.spent("requests");
        (after.0 - before.0, after.1 - before.1)
    }
}

/// Prices as they are written down for the database of this run.
pub fn assert_prices(server: &TestServer, of: &str, prices: &[(&str, (u64, u64))]) {
    let lines = prices.iter().map(|(what, (statements, transactions))| {
        format!("{what}: {statements} statements, {transactions} transactions")
    });
    let database = if server.database.is_sqlite() {
        "sqlite"
    } else {
        "postgres"
    };
    let lines = lines.collect::<Vec<_>>().join("\n");
    insta::assert_snapshot!(format!("{of}_on_{database}"), lines);
}
