//! Rows whose handlers a test can watch and hold: what the pipeline does around a handler is seen here.
//!
//! Every finished handler leaves one row in `probe_effects`, which has no key of its own: an effect that
//! happened twice is there twice. Each answer carries a new number, so a replay can be told from a rerun.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use axum::http::Method;
use postrider_domain::accounts::credits::Metering;
use postrider_domain::accounts::scope::Scope;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::policy::Policy;
use postrider_domain::contract::problem::Problem;
use postrider_server::api::cx::Cx;
use postrider_server::api::failure::ApiResult;
use postrider_server::api::handler::{self, Typed};
use postrider_server::api::reply::Reply;
use postrider_server::api::row::Row;
use postrider_store::db::{DbError, Tx};
use postrider_store::{params, statements};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::server::{Builder, TestServer};

pub const COST: i64 = 5;

const TABLE: &str =
    "CREATE TABLE probe_effects (org BIGINT NOT NULL, number BIGINT NOT NULL, name TEXT NOT NULL)";

statements! {
    ADD = "INSERT INTO probe_effects (org, number, name) VALUES ($1, $2, $3)";
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Input {
    name: String,
    #[serde(default)]
    mishap: Option<Mishap>,
    /// Credits that usage-metered work reports.
    #[serde(default)]
    used: Option<i64>,
}

/// What goes wrong, before the effect is written.
#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mishap {
    /// 422
    Refuse,
    /// 500
    Fail,
    Panic,
}

#[derive(Serialize, JsonSchema)]
struct Output {
    name: String,
    number: i64,
}

/// Watches and holds the handlers of one server.
#[derive(Clone)]
pub struct Probe {
    started: Arc<AtomicUsize>,
    open: watch::Sender<bool>,
}

impl Probe {
    pub fn new() -> Self {
        Self {
            started: Arc::default(),
            open: watch::Sender::new(true),
        }
    }

    /// A server with the probe's rows and its table.
    pub async fn start(builder: Builder) -> (TestServer, Self) {
        let probe = Self::new();
        let server = builder.rows(probe.rows()).start().await;
        server.sql(TABLE).await;
        (server, probe)
    }

    /// Handlers that start from now on wait before their work is done.
    pub fn hold(&self) {
        self.open.send_replace(false);
    }

    pub fn release(&self) {
        self.open.send_replace(true);
    }

    /// How often work was started.
    pub fn started(&self) -> usize {
        self.started.load(Ordering::SeqCst)
    }

    pub fn rows(&self) -> Vec<Row> {
        let row =
            |method, path, policy| Row::new("probe", method, path, policy).scope(Scope::Contacts);
        let write = |method, path| self.write(row(method, path, Policy::ContactsWriteSingle));
        let outside = |path| {
            let probe_row = row(Method::POST, path, Policy::ContactsWriteSingle);
            probe_row.handled(self.outside())
        };
        vec![
            row(Method::GET, "/probe/read", Policy::ContactsRead).read(read),
            write(Method::POST, "/probe/write"),
            write(Method::PATCH, "/probe/write"),
            write(Method::DELETE, "/probe/write"),
            write(Method::POST, "/probe/items/{item}"),
            outside("/probe/outside"),
            write(Method::POST, "/probe/fixed/write").metering(Metering::Fixed(COST)),
            outside("/probe/fixed/outside").metering(Metering::Fixed(COST)),
            write(Method::POST, "/probe/usage/write").metering(Metering::Usage),
            outside("/probe/usage/outside").metering(Metering::Usage),
        ]
    }

    fn write(&self, row: Row) -> Row {
        let probe = self.clone();
        row.prepared_write(
            move |_, input: Arc<Input>| {
                let probe = probe.clone();
                async move {
                    probe.work().await;
                    Ok(input)
                }
            },
            |tx, cx, input: Arc<Arc<Input>>| async move { effect(&tx, &cx, &input).await },
        )
    }

    fn outside(&self) -> Typed<Input, Input, Output> {
        let probe = self.clone();
        handler::outside(
            |_, _, input: Arc<Input>| async move { Ok(input) },
            move |_, input: Arc<Arc<Input>>| {
                let (probe, input) = (probe.clone(), Input::clone(&input));
                async move {
                    probe.work().await;
                    happen(input.mishap)?;
                    Ok(input)
                }
            },
            |tx, cx, input: Arc<Input>| async move { effect(&tx, &cx, &input).await },
        )
    }

    async fn work(&self) {
        self.started.fetch_add(1, Ordering::SeqCst);
        // The sender lives as long as this does.
        let _ = self.open.subscribe().wait_for(|open| *open).await;
    }
}

async fn read(_tx: Tx, cx: Cx, input: Arc<Input>) -> ApiResult<Reply<Output>> {
    cx.app().fault("read.running");
    happen(input.mishap)?;
    Ok(Reply::ok(Output {
        name: input.name.clone(),
        number: cx.now(),
    }))
}

async fn effect(tx: &Tx, cx: &Cx, input: &Input) -> ApiResult<Reply<Output>> {
    let (org, number) = (cx.caller().org, tx.number());
    tx.execute(&ADD, params![org, number, input.name.as_str()])
        .await?;
    // After the effect: what it left must go with the transaction.
    happen(input.mishap)?;
    let output = Output {
        name: input.name.clone(),
        number,
    };
    Ok(Reply::created(output).used(input.used.unwrap_or(0)))
}

fn happen(mishap: Option<Mishap>) -> ApiResult<()> {
    match mishap {
        None => Ok(()),
        Some(Mishap::Refuse) => {
            Err(Problem::new(Code::NoEligibleRecipients, "The probe refuses.").into())
        }
        Some(Mishap::Fail) => Err(DbError::Other("the probe fails".to_owned()).into()),
        Some(Mishap::Panic) => panic!("the probe panics"),
    }
}

/// Finished effects of this name.
pub async fn effects(server: &TestServer, name: &str) -> i64 {
    server
        .number(&format!(
            "SELECT count(*) FROM probe_effects WHERE name = '{name}'"
        ))
        .await
}
