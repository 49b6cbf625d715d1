//! What happens to others when one of them fails, seen on a handler that a test can hold.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};

use axum::http::Method;
use postrider_domain::accounts::scope::Scope;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::policy::Policy;
use postrider_domain::contract::problem::Problem;
use postrider_server::api::cx::Cx;
use postrider_server::api::failure::ApiResult;
use postrider_server::api::handler;
use postrider_server::api::reply::Reply;
use postrider_server::api::row::Row;
use postrider_store::db::{DbError, Dialect, Tx};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use tokio::runtime::Handle;
use tokio::sync::Semaphore;

use super::{Writers, ask};
use crate::support::{TestServer, assert_problem, until};

const PATH: &str = "/probe/together";

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    name: String,
    #[serde(default)]
    mishap: Option<Mishap>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
enum Mishap {
    /// One caller's own.
    Refuse,
    /// Ends the transaction.
    Fail,
    Panic,
}

#[derive(Serialize, JsonSchema)]
struct Output {
    name: String,
}

/// Who was written with whom, and a gate at which the first waits.
#[derive(Clone)]
struct Groups {
    written: Arc<Mutex<Vec<Vec<String>>>>,
    gate: Arc<Semaphore>,
    waited: Arc<AtomicUsize>,
    runtime: Handle,
}

impl Groups {
    fn new() -> Self {
        Self {
            written: Arc::default(),
            gate: Arc::new(Semaphore::new(0)),
            waited: Arc::default(),
            runtime: Handle::current(),
        }
    }

    fn row(&self) -> Row {
        let (alone, together) = (self.clone(), self.clone());
        let typed = handler::prepared_write(
            async |_: Cx, input: Arc<Input>| Ok(Input::clone(&input)),
            move |tx: Tx, cx: Cx, input: Arc<Input>| {
                let groups = alone.clone();
                async move {
                    let mut replies = groups.write(&tx, vec![(cx, input)]).await?;
                    replies.remove(0)
                }
            },
        );
        let typed = typed.together(
            |input: &Input| Some(input.name.clone()),
            move |tx: Tx, callers: Vec<(Cx, Arc<Input>)>| {
                let groups = together.clone();
                async move { groups.write(&tx, callers).await }
            },
        );
        Row::new("together", Method::POST, PATH, Policy::ContactsWriteSingle)
            .scope(Scope::Contacts)
            .handled(typed)
    }

    async fn write(
        &self,
        tx: &Tx,
        callers: Vec<(Cx, Arc<Input>)>,
    ) -> ApiResult<Vec<ApiResult<Reply<Output>>>> {
        if self.waited.fetch_add(1, Ordering::SeqCst) == 0 {
            let passed = match tx.dialect() {
                Dialect::Postgres => self.gate.acquire().await,
                Dialect::Sqlite => self.runtime.block_on(self.gate.acquire()),
            };
            passed.expect("the gate").forget();
        }
        let names = callers.iter().map(|(_, input)| input.name.clone());
        self.written.lock().expect("the list").push(names.collect());
        let reply = |input: &Input| match input.mishap {
            None => Ok(Ok(Reply::ok(Output {
                name: input.name.clone(),
            }))),
            Some(Mishap::Refuse) => Ok(Err(
                Problem::new(Code::InvalidPayload, "Not this one.").into()
            )),
            Some(Mishap::Fail) => Err(DbError::Other("broken".to_owned()).into()),
            Some(Mishap::Panic) => panic!("as asked"),
        };
        callers.iter().map(|(_, input)| reply(input)).collect()
    }

    fn written(&self) -> Vec<Vec<String>> {
        self.written.lock().expect("the list").clone()
    }
}

fn named(name: &str) -> Value {
    json!({ "name": name })
}

/// Asks for the first, and for the others while it is under way.
async fn asked(others: Vec<Value>) -> (Writers, Groups, Vec<crate::support::Answer>) {
    let groups = Groups::new();
    let writers = Writers::start(TestServer::with().rows(vec![groups.row()])).await;
    let mut asked = vec![ask(&writers.brand, PATH, &named("first"))];
    for other in others {
        joined(&writers, asked.len()).await;
        asked.push(ask(&writers.brand, PATH, &other));
    }
    joined(&writers, asked.len()).await;
    groups.gate.add_permits(1);
    let mut answers = Vec::new();
    for answer in asked {
        answers.push(answer.await.unwrap());
    }
    (writers, groups, answers)
}

async fn joined(writers: &Writers, number: usize) {
    until("it has joined the others", async || {
        (writers.joined.load(Ordering::SeqCst) >= number).then_some(())
    })
    .await;
}

#[tokio::test]
async fn one_that_is_refused_leaves_the_others_as_they_are() {
    let others = vec![
        named("a"),
        json!({ "name": "b", "mishap": "refuse" }),
        named("c"),
    ];
    let (_writers, groups, answers) = asked(others).await;
    let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
    assert_eq!(statuses, [200, 200, 400, 200]);
    assert_eq!(answers[3]["name"], "c");
    assert_eq!(groups.written(), [vec!["first"], vec!["a", "b", "c"]]);
}

#[tokio::test]
async fn one_that_breaks_the_transaction_is_the_only_one_to_hear_of_it() {
    for mishap in ["fail", "panic"] {
        let others = vec![
            named("a"),
            json!({ "name": "b", "mishap": mishap }),
            named("c"),
        ];
        let (_writers, groups, answers) = asked(others).await;
        let statuses: Vec<u16> = answers.iter().map(|answer| answer.status).collect();
        assert_eq!(statuses, [200, 200, 500, 200], "{mishap}");
        assert_problem(&answers[2], 500, "INTERNAL_ERROR", None);
        let written = groups.written();
        assert_eq!(written[1], ["a", "b", "c"], "{mishap}");
        assert_eq!(written[2..], [["a"], ["b"], ["c"]], "{mishap}");
    }
}

#[tokio::test]
async fn a_group_has_an_end_and_the_rest_is_the_next() {
    let others = (0..70).map(|number| named(&number.to_string())).collect();
    let (_writers, groups, answers) = asked(others).await;
    assert!(answers.iter().all(|answer| answer.status == 200));
    let sizes: Vec<usize> = groups.written().iter().map(Vec::len).collect();
    assert_eq!(sizes, [1, 64, 6]);
}

#[tokio::test]
async fn brands_do_not_wait_for_each_other() {
    let groups = Groups::new();
    let writers = Writers::start(TestServer::with().rows(vec![groups.row()])).await;
    let other = writers.server.brand().await;
    let first = ask(&writers.brand, PATH, &named("first"));
    joined(&writers, 1).await;
    let second = ask(&other, PATH, &named("second"));
    joined(&writers, 2).await;
    groups.gate.add_permits(1);
    for answer in [first.await.unwrap(), second.await.unwrap()] {
        answer.expect(200);
    }
    let mut written = groups.written();
    written.sort();
    assert_eq!(written, [vec!["first"], vec!["second"]]);
}

#[tokio::test]
async fn one_who_goes_away_keeps_nobody_from_an_answer() {
    let groups = Groups::new();
    let writers = Writers::start(TestServer::with().rows(vec![groups.row()])).await;
    let first = ask(&writers.brand, PATH, &named("first"));
    joined(&writers, 1).await;
    let gone = ask(&writers.brand, PATH, &named("gone"));
    joined(&writers, 2).await;
    let last = ask(&writers.brand, PATH, &named("last"));
    joined(&writers, 3).await;
    gone.abort();
    groups.gate.add_permits(1);
    first.await.unwrap().expect(200);
    last.await.unwrap().expect(200);
    let written = groups.written().concat();
    assert!(written.contains(&"last".to_owned()), "{written:?}");
}
