//! Writes that come while another of their kind is under way are one transaction, and each is answered as if it were alone.

mod contacts;
mod fires;
mod probe;

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use postrider_store::db::{DbError, Dialect};
use serde_json::Value;
use tokio::runtime::Handle;
use tokio::sync::Semaphore;
use tokio::task::JoinHandle;

use crate::support::{Answer, Brand, Builder, Caller, TestServer, until};

/// A server on which writes can be made to wait for each other.
struct Writers {
    server: TestServer,
    brand: Brand,
    joined: Arc<AtomicUsize>,
    committed: Arc<AtomicUsize>,
}

impl Writers {
    async fn start(builder: Builder) -> Self {
        let (joined, committed) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let counters = (Arc::clone(&joined), Arc::clone(&committed));
        let builder = builder.fault_point(move |at| {
            let counter = match at {
                "write.joined" => &counters.0,
                "write.committed" => &counters.1,
                _ => return,
            };
            counter.fetch_add(1, Ordering::SeqCst);
        });
        let server = builder.start().await;
        let brand = server.brand().await;
        Self {
            server,
            brand,
            joined,
            committed,
        }
    }

    /// Posts these one after the other, each while those before it wait. The first must make a field: it waits for the
    /// brand's row, and the others for the first. Gives their answers, and in how many transactions they were written.
    async fn posted(&self, posts: Vec<(&str, Value)>) -> (Vec<Answer>, usize) {
        let held = Held::brand(&self.server, &self.brand).await;
        let before = self.committed.load(Ordering::SeqCst);
        let joined = self.joined.load(Ordering::SeqCst);
        let mut asked = Vec::new();
        for (path, body) in posts {
            asked.push(ask(&self.brand, path, &body));
            let number = joined + asked.len();
            until("it has joined the others", async || {
                (self.joined.load(Ordering::SeqCst) >= number).then_some(())
            })
            .await;
        }
        held.let_go().await;
        let mut answers = Vec::new();
        for answer in asked {
            answers.push(answer.await.unwrap());
        }
        (answers, self.committed.load(Ordering::SeqCst) - before)
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "callers that wait at the same time"
)]
fn ask(caller: &Caller, path: &str, body: &Value) -> JoinHandle<Answer> {
    tokio::spawn(caller.request("POST", path).json(body).send())
}

/// A transaction that has written the row of a brand and does not end. On `SQLite` nobody writes meanwhile.
struct Held {
    gate: Arc<Semaphore>,
    holding: JoinHandle<Result<(), DbError>>,
}

impl Held {
    #[expect(
        clippy::disallowed_methods,
        reason = "it goes on while others are asked"
    )]
    async fn brand(server: &TestServer, brand: &Brand) -> Self {
        let (gate, here) = (Arc::new(Semaphore::new(0)), Arc::<AtomicUsize>::default());
        let (way, began, runtime) = (Arc::clone(&gate), Arc::clone(&here), Handle::current());
        let (db, brand) = (server.app().db.clone(), brand.key.brand);
        let holding = tokio::spawn(async move {
            db.write(move |tx| {
                let (way, began, runtime) = (Arc::clone(&way), Arc::clone(&began), runtime.clone());
                async move {
                    let sql = format!("UPDATE brands SET name = name WHERE id = {brand}");
                    tx.dynamic(&sql, []).await?;
                    began.store(1, Ordering::SeqCst);
                    let passed = match tx.dialect() {
                        Dialect::Postgres => way.acquire().await,
                        Dialect::Sqlite => runtime.block_on(way.acquire()),
                    };
                    passed.expect("the gate").forget();
                    Ok::<_, DbError>(())
                }
            })
            .await
        });
        until("the brand is held", async || {
            (here.load(Ordering::SeqCst) == 1).then_some(())
        })
        .await;
        Self { gate, holding }
    }

    async fn let_go(self) {
        self.gate.add_permits(1);
        self.holding.await.unwrap().unwrap();
    }
}
