//! What happens to every request, in an order that never changes, so that the same mistake always
//! gets the same answer: path, verb, key, rate limit, scope, brand, idempotency key, input, handler.

mod authenticate;
mod body;
mod brand;
mod envelope;
mod idempotency;
mod limit;
mod meter;
mod respond;
mod run;

use std::panic::AssertUnwindSafe;

use axum::body::Body;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Method, Request, Response};
use futures_util::FutureExt;
use postrider_domain::catalog::Code;
use postrider_domain::cursor;
use postrider_domain::policy::Policy;
use postrider_domain::problem::Problem;
use postrider_domain::scope::Scope;
use postrider_domain::window::Verdict;
use serde_json::Value;
use tracing::Instrument;

use super::cx::{Caller, Cx, Inner, PathParams};
use super::failure::{Failure, Outcome};
use super::handler::Erased;
use super::input;
use super::row::{Row, Types};
use super::table::{Found, RouteTable};
use crate::app::App;
use crate::entropy;
use authenticate::Authenticated;
use body::ReceivedBody;
pub use envelope::Envelope;
pub use respond::Answered;
use run::Job;

/// What is known of a request while it moves through the steps.
struct Call<'a> {
    app: &'a App,
    method: Method,
    headers: HeaderMap,
    path: String,
    query: Option<String>,
    request_id: String,
    now: i64,
    /// What the rate-limit headers will say.
    window: Verdict,
    /// Verbs for the `Allow` header of a 405.
    allow: Option<String>,
    /// The pattern that matched, for logs and metrics: never the path itself, which holds addresses.
    pattern: &'static str,
}

pub async fn handle(app: App, routes: &RouteTable, request: Request<Body>) -> Response<Body> {
    let (parts, body) = request.into_parts();
    let mut call = Call::of(&app, parts);
    let span = tracing::info_span!("request", request.id = %call.request_id);
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
pub fn wrong_verb(app: &App, request: Request<Body>, allow: &str) -> Response<Body> {
    let mut call = Call::of(app, request.into_parts().0);
    let refused = call.refuse_verb(allow.to_owned());
    respond::respond(&call, Err(refused.into()))
}

impl<'a> Call<'a> {
    fn of(app: &'a App, parts: Parts) -> Self {
        let now = app.clock.now();
        Self {
            window: app.limiter.untouched(Policy::MetaRead, now),
            method: parts.method,
            headers: parts.headers,
            path: parts.uri.path().to_owned(),
            query: parts.uri.query().map(str::to_owned),
            request_id: entropy::request_id(),
            now,
            allow: None,
            pattern: "(none)",
            app,
        }
    }

    fn refuse_verb(&mut self, allow: String) -> Problem {
        let problem = Problem::new(Code::MethodNotAllowed, format!("This path takes {allow}."))
            .suggest(format!("Use {allow}."));
        self.allow = Some(allow);
        problem
    }

    async fn answer(&mut self, routes: &RouteTable, body: Body) -> Outcome<Answered> {
        let app = self.app.clone();
        let (rows, params) = self.route(routes)?;
        self.pattern = rows[0].path;
        self.window = app.limiter.untouched(rows[0].policy, self.now);
        let Authenticated { caller, brand } =
            authenticate::authenticate(&app, &self.headers, self.now).await?;
        let mut received = ReceivedBody::unread(body);
        let row = self.pick(rows, &mut received).await;
        let (window, admitted) = limit::admit(&app, &caller, row.policy, self.now);
        self.window = window;
        admitted?;
        allowed(&caller, row.scope)?;
        let brand = brand::check(&caller, row.tenant, brand::named(&self.headers), brand)?;
        let idempotency_key = idempotency::key(row, &self.headers)?;
        let Some(types) = &row.types else {
            return Err(not_built(row).into());
        };
        let bytes = received.read(row.body_limit).await?;
        let value = self.input_value(row, types, &mut received)?;
        let cx = Cx::new(Inner {
            filters: if types.is_paged() {
                filters_hash(&value)
            } else {
                [0; 16]
            },
            app: app.clone(),
            caller,
            brand,
            path: params,
            request_id: self.request_id.clone(),
            now: self.now,
            route: format!("{} {}", row.method, row.path),
        });
        let claim = idempotency_key.map(|key| self.claim(key, &cx, &bytes));
        let input: Erased = match idempotency::replay(&cx, claim.as_ref()).await? {
            Some(answered) => return Ok(answered),
            None => (types.decode)(&types.form, value)?,
        };
        let job = Job {
            cx,
            row: row.clone(),
            claim,
        };
        job.run(input).await
    }

    fn route<'t>(&mut self, routes: &'t RouteTable) -> Outcome<(&'t [Row], PathParams)> {
        match routes.find(&self.method, &self.path) {
            Found::Rows(rows, params) => Ok((rows, params)),
            Found::OtherVerbs(allow) => Err(self.refuse_verb(allow).into()),
            Found::Nothing(problem) => Err(problem
                .unwrap_or_else(|| Problem::new(Code::NotFound, "There is no such path."))
                .into()),
        }
    }

    /// Where two rows share a path, the keys at the top of the body decide, so it is read first.
    async fn pick<'r>(&self, rows: &'r [Row], received: &mut ReceivedBody) -> &'r Row {
        let Some(by_key) = rows.iter().find(|row| row.body_key.is_some()) else {
            return &rows[0];
        };
        let plain = rows
            .iter()
            .find(|row| row.body_key.is_none())
            .unwrap_or(by_key);
        let Some(Value::Object(map)) = received.peek_json(by_key.body_limit).await else {
            return plain;
        };
        rows.iter()
            .find(|row| row.body_key.is_some_and(|key| map.contains_key(key)))
            .unwrap_or(plain)
    }

    fn input_value(
        &self,
        row: &Row,
        types: &Types,
        received: &mut ReceivedBody,
    ) -> Result<Value, Problem> {
        if row.takes_query() {
            return input::read_query(&types.form, self.query.as_deref());
        }
        if let Some(pair) = self
            .query
            .as_deref()
            .and_then(|query| query.split('&').find(|pair| !pair.is_empty()))
        {
            let key = pair.split('=').next().unwrap_or_default();
            return Err(Problem::invalid(key, format!("Unknown query key `{key}`."))
                .suggest("This route takes its input in the body."));
        }
        received.json(&self.headers)
    }

    fn claim(&self, key: String, cx: &Cx, bytes: &[u8]) -> idempotency::Claim {
        let target = match &self.query {
            Some(query) => format!("{} {}?{query}", self.method, self.path),
            None => format!("{} {}", self.method, self.path),
        };
        idempotency::Claim::new(key, cx, &target, bytes)
    }
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

fn not_built(row: &Row) -> Problem {
    Problem::new(
        Code::NotImplemented,
        format!("{} {} is not available yet.", row.method, row.path),
    )
}

/// Hash over what a page's rows depend on: not its size and position, nor whether to count them all.
fn filters_hash(value: &Value) -> [u8; 16] {
    match value {
        Value::Object(map) => {
            let mut map = map.clone();
            map.remove("limit");
            map.remove("cursor");
            map.remove("count");
            cursor::filters_hash(Value::Object(map).to_string().as_bytes())
        }
        _ => [0; 16],
    }
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        envelope::problem_of(failure)
    }
}
