//! What happens to every request, in an order that never changes, so that the same mistake always
//! gets the same answer: path, verb, key, rate limit, scope, brand, idempotency key, input, handler.

mod authenticate;
mod body;
mod brand;
mod download;
mod envelope;
mod facts;
mod idempotency;
mod limit;
mod meter;
mod respond;
mod run;
mod upload;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Request, Response};
use futures_util::FutureExt;
use postrider_domain::catalog::Code;
use postrider_domain::cursor;
use postrider_domain::key::PresentedKey;
use postrider_domain::policy::Policy;
use postrider_domain::problem::Problem;
use postrider_domain::scope::Scope;
use postrider_domain::window::Verdict;
use serde_json::{Map, Value};
use tokio::time::Instant;
use tracing::Instrument;

use super::cx::{Caller, Cx, Inner, PathParams};
use super::failure::{Failure, Outcome};
use super::handler::{Erased, Handler, InTransaction};
use super::reply::Answer;
use super::row::{Row, Types};
use super::table::{Found, RouteTable};
use crate::app::App;
use crate::entropy;
use authenticate::Authenticated;
pub use body::ReceivedBody;
use body::is_of_type;
pub use envelope::Envelope;
use facts::Facts;
pub use meter::require as require_credits;
use respond::Outgoing;
pub use respond::{Answered, refused};
use run::Job;
use upload::Arrival;
pub use upload::{delete as delete_upload, unstored};

/// A request while it moves through the steps.
struct Call {
    facts: Arc<Facts>,
    /// What the rate-limit headers will say.
    window: Verdict,
    /// Verbs for the `Allow` header of a 405.
    allow: Option<String>,
    /// The pattern that matched, for logs and metrics: never the path itself, which holds addresses.
    pattern: &'static str,
    started: Instant,
}

pub async fn handle(app: App, routes: &RouteTable, request: Request<Body>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let mut call = Call::of(app, parts);
    let span = tracing::info_span!("request", request.id = %call.facts.request_id);
    async {
        let outcome = AssertUnwindSafe(call.answer(routes, body))
            .catch_unwind()
            .await
            .unwrap_or_else(|_| {
                Err(Problem::new(Code::InternalError, "The request could not be finished.").into())
            });
        respond::respond(&call, outcome)
    }
    .instrument(span)
    .await
}

/// A page beside the API was asked with a verb that it does not have.
pub fn wrong_verb(app: App, request: Request<Body>, allow: &str) -> Response<Body> {
    let mut call = Call::of(app, request.into_parts().0);
    let refused = call.refuse_verb(allow.to_owned());
    respond::respond(&call, Err(refused.into()))
}

impl Call {
    fn of(app: App, parts: Parts) -> Self {
        let now = app.clock.now();
        Self {
            window: app.limiter.untouched(Policy::MetaRead, now),
            allow: None,
            pattern: "(none)",
            started: Instant::now(),
            facts: Arc::new(Facts {
                method: parts.method,
                headers: parts.headers,
                path: parts.uri.path().to_owned(),
                query: parts.uri.query().map(str::to_owned),
                request_id: entropy::request_id(),
                now,
                app,
            }),
        }
    }

    fn refuse_verb(&mut self, allow: String) -> Problem {
        let problem = Problem::new(Code::MethodNotAllowed, format!("This path takes {allow}."))
            .suggest(format!("Use {allow}."));
        self.allow = Some(allow);
        problem
    }

    async fn answer(&mut self, routes: &RouteTable, body: Body) -> Outcome<Outgoing> {
        let facts = Arc::clone(&self.facts);
        let (rows, params) = self.route(routes)?;
        self.pattern = rows[0].path;
        self.window = facts.app.limiter.untouched(rows[0].policy, facts.now);
        let presented = authenticate::presented(&facts.headers)?;
        if let [row] = rows
            && let Handler::Read(handler) = &row.handler
            && row.takes_query()
            && !row.idempotent
            && !facts.app.limiter.is_shared()
        {
            let read = self.one_read(row, handler, presented, params).await;
            return read.map(Outgoing::Answer);
        }
        let authenticated = authenticate::alone(&facts, presented).await?;
        let mut received = ReceivedBody::unread(body);
        let row = pick(rows, &facts.headers, &mut received).await;
        self.admit(&authenticated, row.policy).await?;
        permitted(&facts, row, &authenticated)?;
        let idempotency_key = idempotency::key(row, &facts.headers)?;
        let types = row.built_types()?;
        if let Handler::Upload(upload) = &row.handler {
            let value = facts.query_value(types)?;
            let arrival = Arrival {
                charset: upload::charset(&facts.headers)?,
                cx: context(&facts, row, authenticated, params, &value),
                input: (types.decode)(&types.form, value)?,
                row: row.clone(),
                upload: upload.clone(),
                key: idempotency_key,
                target: facts.target(),
            };
            let arrived = arrival.run(&facts.headers, received.take()).await;
            return arrived.map(Outgoing::Answer);
        }
        let bytes = received.read(row.body_limit).await?;
        let value = facts.input_value(row, types, &mut received)?;
        let idempotency_key = match idempotency_key {
            Some(key) => Some(key),
            None => idempotency::key_in_body(row, &value)?,
        };
        let cx = context(&facts, row, authenticated, params, &value);
        let claim =
            idempotency_key.map(|key| idempotency::Claim::new(key, &cx, &facts.target(), &bytes));
        let input: Erased = match idempotency::replay(&cx, claim.as_ref()).await? {
            Some(answered) => return Ok(answered.into()),
            None => (types.decode)(&types.form, value)?,
        };
        if let Handler::Download(handler) = &row.handler {
            let file = download::open(&cx, handler, input).await;
            return file.map(Outgoing::File);
        }
        let job = Job {
            cx,
            row: row.clone(),
            claim,
        };
        job.run(input).await.map(Outgoing::Answer)
    }

    /// A plain read does everything in one transaction: going to the database's threads once instead
    /// of twice is a third of what such a request costs. Shared rate windows rule it out: no transaction
    /// waits for the network.
    async fn one_read(
        &mut self,
        row: &Row,
        handler: &InTransaction<Answer>,
        presented: PresentedKey,
        params: PathParams,
    ) -> Outcome<Answered> {
        let (facts, row, handler) = (Arc::clone(&self.facts), row.clone(), Arc::clone(handler));
        let db = facts.app.db.clone();
        let read = db.read(move |tx| async move {
            let authenticated = authenticate::authenticate(&tx, &facts, &presented).await?;
            let (window, admitted) =
                limit::admit(&facts.app, &authenticated.caller, row.policy, facts.now).await;
            let ready = admitted.and_then(|()| ready(&facts, &row, authenticated, params));
            let outcome = match ready {
                Ok((cx, input)) => handler(tx, cx, input).await,
                Err(problem) => Err(problem.into()),
            };
            // Whatever became of it, the window's headers go with the answer.
            Ok::<_, Failure>((window, outcome))
        });
        let (window, outcome) = read.await?;
        self.window = window;
        outcome.map(run::fresh)
    }

    async fn admit(
        &mut self,
        authenticated: &Authenticated,
        policy: Policy,
    ) -> Result<(), Problem> {
        let (window, admitted) = limit::admit(
            &self.facts.app,
            &authenticated.caller,
            policy,
            self.facts.now,
        )
        .await;
        self.window = window;
        admitted
    }

    fn route<'t>(&mut self, routes: &'t RouteTable) -> Outcome<(&'t [Row], PathParams)> {
        match routes.find(&self.facts.method, &self.facts.path) {
            Found::Rows(rows, params) => Ok((rows, params)),
            Found::OtherVerbs(allow) => Err(self.refuse_verb(allow).into()),
            Found::Nothing(problem) => Err(problem
                .unwrap_or_else(|| Problem::new(Code::NotFound, "There is no such path."))
                .into()),
        }
    }
}

/// Scope and brand.
fn permitted(facts: &Facts, row: &Row, who: &Authenticated) -> Result<(), Problem> {
    allowed(&who.caller, row.scope)?;
    brand::check(row.tenant, facts.named_brand(), who)
}

/// All that a plain read still has to pass.
fn ready(
    facts: &Facts,
    row: &Row,
    who: Authenticated,
    params: PathParams,
) -> Result<(Cx, Erased), Problem> {
    permitted(facts, row, &who)?;
    let types = row.built_types()?;
    let value = facts.query_value(types)?;
    let cx = context(facts, row, who, params, &value);
    Ok((cx, (types.decode)(&types.form, value)?))
}

fn context(facts: &Facts, row: &Row, who: Authenticated, path: PathParams, input: &Value) -> Cx {
    let paged = row.types.as_ref().is_some_and(Types::is_paged);
    Cx::new(Inner {
        filters: if paged { filters_hash(input) } else { [0; 16] },
        // Only a cursor asks for it.
        route: if paged {
            format!("{} {}", row.method, row.path)
        } else {
            String::new()
        },
        app: facts.app.clone(),
        caller: who.caller,
        brand: who.brand,
        path,
        request_id: facts.request_id.clone(),
        now: facts.now,
    })
}

/// Where two rows share a path, the body decides: its type, then the keys at its top, for which it is
/// read first.
async fn pick<'r>(rows: &'r [Row], headers: &HeaderMap, received: &mut ReceivedBody) -> &'r Row {
    let of_type = |row: &&Row| {
        row.body_type()
            .is_some_and(|kind| is_of_type(headers, kind))
    };
    if let Some(file) = rows.iter().filter(|row| row.takes_file()).find(of_type) {
        return file;
    }
    let plain = rows
        .iter()
        .find(|row| row.body_key.is_none() && !row.takes_file())
        .unwrap_or(&rows[0]);
    let Some(by_key) = rows.iter().find(|row| row.body_key.is_some()) else {
        return plain;
    };
    let Some(Value::Object(map)) = received.peek_json(by_key.body_limit).await else {
        return plain;
    };
    rows.iter()
        .find(|row| row.body_key.is_some_and(|key| is_asked(map, key)))
        .unwrap_or(plain)
}

/// A key that says `false` asks for nothing.
fn is_asked(map: &Map<String, Value>, key: &str) -> bool {
    map.get(key)
        .is_some_and(|value| *value != Value::Bool(false))
}

fn allowed(caller: &Caller, scope: Option<Scope>) -> Result<(), Problem> {
    match scope {
        Some(scope) if !caller.scopes.satisfy(scope) => Err(Problem::new(
            Code::InsufficientPermissions,
            format!("The key lacks the scope `{}`.", scope.as_str()),
        )
        .param(scope.as_str())),
        _ => Ok(()),
    }
}

/// Hash over what a page's rows depend on: not its size and position, nor whether to count them all.
fn filters_hash(value: &Value) -> [u8; 16] {
    match value {
        Value::Object(map) => {
            let mut map = map.clone();
            map.remove("limit");
            map.remove("perPage");
            map.remove("cursor");
            map.remove("count");
            cursor::filters_hash(Value::Object(map).to_string().as_bytes())
        }
        _ => [0; 16],
    }
}
