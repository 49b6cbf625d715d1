//! What happens to every request, in an order that never changes, so that the same mistake always
//! gets the same answer: path, role of the process, verb, caller, rate limit, scope, brand, idempotency key,
//! input, handler.

mod authenticate;
mod authenticated;
mod body;
mod brand;
mod call;
mod difference;
mod download;
mod envelope;
mod idempotency;
mod inflow;
mod input;
mod lease;
mod limit;
mod meter;
mod permit;
mod pick;
mod respond;
mod run;
mod session;
mod signature;
mod together;
mod told;
mod upload;

use std::panic::AssertUnwindSafe;
use std::sync::Arc;

use axum::body::Body;
use axum::http::header::CONTENT_SECURITY_POLICY;
use axum::http::{HeaderValue, Request, Response};
use futures_util::FutureExt;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor;
use postrider_domain::contract::problem::Problem;
use postrider_store::db::{DbError, Tx};
use serde_json::Value;
use tokio_util::sync::CancellationToken;
use tracing::Instrument;

use super::callers::Callers;
use super::cx::{Cx, Inner, PathParams};
use super::facts::Facts;
use super::failure::{ApiResult, Failure};
use super::handler::{Erased, Handler, InTransaction, PageHandler, RawBody, Visit};
use super::reply::Answer;
use super::row::{RequestBody, Row, Tenant, Types};
use super::table::RouteTable;
use crate::app::App;
use authenticate::Presented;
use authenticated::Authenticated;
use body::ReceivedBody;
use call::{Call, Routed};
use download::Download;
pub use envelope::Envelope;
use idempotency::{Claim, Key};
pub use inflow::{Inflow, discard, unstored};
pub use meter::require as require_credits;
use permit::permitted;
use pick::pick;
use respond::Outgoing;
pub use respond::{Answered, refused};
use run::Job;
use told::Telling;
use upload::Arrival;
pub use upload::delete as delete_upload;

/// Every request has its number in the log, and none ends the process. What is kept while it is answered is little:
/// it is moved more than once on its way to the connection.
pub fn handle(
    app: App,
    routes: Arc<RouteTable>,
    request: Request<Body>,
) -> impl Future<Output = Response<Body>> + Send + use<> {
    let (parts, body) = request.into_parts();
    let mut call = Call::of(app, parts);
    let span = tracing::info_span!("request", request.id = %call.facts.request_id);
    async move {
        let answering = AssertUnwindSafe(call.answer(&routes, body)).catch_unwind();
        let outcome = answering.await.unwrap_or_else(|_| {
            Err(Problem::new(Code::InternalError, "The request could not be finished.").into())
        });
        respond::respond(&call, outcome)
    }
    .instrument(span)
}

impl Call {
    /// From the path to what goes out.
    async fn answer(&mut self, routes: &RouteTable, body: Body) -> ApiResult<Outgoing> {
        let (rows, params) = match self.route(routes)? {
            Routed::Here(rows, params) => (rows, params),
            Routed::Elsewhere(answer) => return Ok(Outgoing::Page(answer)),
        };
        match (rows[0].callers, &rows[0].handler) {
            (_, Handler::Page(page)) => {
                let mut visited = self.visit(page, params, body).await;
                if rows[0].is_content() {
                    sandbox(&mut visited);
                }
                Ok(Outgoing::Page(visited))
            }
            // On the heap: what they keep between their steps is large, and would be moved about with every page as well.
            (Callers::Provider, _) => Box::pin(self.answer_provider(&rows[0], params, body)).await,
            _ => Box::pin(self.answer_caller(rows, params, body)).await,
        }
    }

    async fn visit(&self, page: &PageHandler, params: PathParams, body: Body) -> Response<Body> {
        page(Visit::new(Arc::clone(&self.facts), params, body)).await
    }

    /// A caller with a key or a session, or with nothing where anybody may call. The body is read as late as can be.
    async fn answer_caller(
        &mut self,
        rows: &[Arc<Row>],
        params: PathParams,
        body: Body,
    ) -> ApiResult<Outgoing> {
        let facts = Arc::clone(&self.facts);
        let presented = Presented::by(&facts, &rows[0])?;
        if let [row] = rows
            && let Handler::Read(handler) = &row.handler
            && row.takes_query()
            && !row.idempotent
            && !facts.app.limiter.is_shared()
        {
            let read = self.one_read(row, handler, presented, params).await;
            return read.map(Outgoing::Answer);
        }
        let who = authenticate::alone(&facts, presented).await?;
        let mut received = ReceivedBody::unread(body);
        let row = pick(rows, &facts.headers, &mut received).await;
        self.go_on(row, who, params, received).await
    }

    /// A provider: it is known only by what it has put under the body.
    async fn answer_provider(
        &mut self,
        row: &Row,
        params: PathParams,
        body: Body,
    ) -> ApiResult<Outgoing> {
        let mut received = ReceivedBody::unread(body);
        let who =
            signature::authenticate(&self.facts, &params, &mut received, row.body_limit).await?;
        self.go_on(row, who, params, received).await
    }

    /// The steps after it is known who calls.
    async fn go_on(
        &mut self,
        row: &Row,
        who: Authenticated,
        params: PathParams,
        mut received: ReceivedBody,
    ) -> ApiResult<Outgoing> {
        let facts = Arc::clone(&self.facts);
        self.admit(&who, row).await?;
        permitted(row, &facts, &who)?;
        let key = idempotency::key(row, &facts.headers)?;
        let types = row.built_types()?;
        if let (Handler::Upload(upload), RequestBody::File(file)) = (&row.handler, &row.body) {
            let value = input::of_query(&facts, types)?;
            let cx = context(&facts, row, who, params, &value);
            let telling = Telling::of(row, &cx, &value);
            let input = (types.decode)(&types.form, value)?;
            let arrival = Arrival {
                telling,
                file: file.clone(),
                metering: row.metering_of(cx.app(), &input),
                cx,
                input,
                upload: upload.clone(),
                key,
                target: facts.target(),
            };
            let arrived = arrival.run(&facts.headers, received.take()).await;
            return arrived.map(Outgoing::Answer);
        }
        let bytes = received.read(row.body_limit).await?;
        if let RequestBody::Raw = row.body {
            let cx = context(&facts, row, who, params, &Value::Null);
            let input = RawBody {
                headers: facts.headers.clone(),
                bytes,
            };
            return handled(row, cx, None, (None, Arc::new(input))).await;
        }
        let value = input::of_request(&facts, row, types, &mut received)?;
        let key = match key {
            Some(key) => Some(key),
            None => idempotency::key_in_body(row, &value)?,
        };
        let cx = context(&facts, row, who, params, &value);
        let claim = key.map(|key: Key| Claim::new(key, &cx, &facts.target(), &bytes));
        let telling = Telling::of(row, &cx, &value);
        let input = match idempotency::replay(&cx, claim.as_ref()).await? {
            Some(answered) => return Ok(answered.into()),
            None => (types.decode)(&types.form, value)?,
        };
        handled(row, cx, claim, (telling, input)).await
    }

    /// A plain read does everything in one transaction: going to the database's threads once instead
    /// of twice is a third of what such a request costs. Shared rate windows rule it out: no transaction
    /// waits for the network.
    async fn one_read(
        &mut self,
        row: &Arc<Row>,
        handler: &InTransaction<Answer>,
        presented: Presented,
        params: PathParams,
    ) -> ApiResult<Answered> {
        let (facts, row, handler) = (
            Arc::clone(&self.facts),
            Arc::clone(row),
            Arc::clone(handler),
        );
        let asker = presented.asker(&facts);
        let db = facts.db.on_behalf_of(asker);
        let read = db.read_apart(move |tx| async move {
            // Whoever calls is known before anything is read for them: that need not be the same moment.
            let who = authenticate::authenticate(&tx, &facts, &presented).await?;
            let (window, admitted) = limit::admit(&facts, &who.caller, &row).await;
            let ready = admitted.and_then(|()| ready(&facts, &row, who, params));
            let outcome = match ready {
                Ok((cx, input)) => match see_one_moment(&tx, &row).await {
                    Ok(()) => handler(tx, cx, input).await,
                    Err(error) => Err(error.into()),
                },
                Err(problem) => Err(problem.into()),
            };
            // Whatever became of it, the window's headers go with the answer.
            Ok::<_, Failure>((window, outcome))
        });
        let (window, outcome) = read.await?;
        self.window = window;
        outcome.map(Answered::fresh)
    }

    async fn admit(&mut self, who: &Authenticated, row: &Row) -> Result<(), Problem> {
        let (window, admitted) = limit::admit(&self.facts, &who.caller, row).await;
        self.window = window;
        admitted
    }
}

/// What brands show and strangers wrote never shares an origin with a session, whatever a page says of itself.
fn sandbox(content: &mut Response<Body>) {
    let alone = HeaderValue::from_static("default-src 'none'; sandbox");
    let policy = content.headers_mut().entry(CONTENT_SECURITY_POLICY);
    policy.or_insert(alone);
}

/// Makes a read see one moment from here on, if it has to.
async fn see_one_moment(tx: &Tx, row: &Row) -> Result<(), DbError> {
    if row.needs_snapshot {
        tx.hold_snapshot().await?;
    }
    Ok(())
}

/// What the handler makes of an input that it may have, and how the audit log tells of it.
async fn handled(
    row: &Row,
    cx: Cx,
    claim: Option<Claim>,
    (telling, input): (Option<Arc<Telling>>, Erased),
) -> ApiResult<Outgoing> {
    let file = match &row.handler {
        Handler::Download(handler) => Some(download::open(&cx, row, handler, input.clone()).await?),
        Handler::File(open) => Some(Download::of(row, open(cx.clone(), input.clone()).await?)),
        _ => None,
    };
    if let Some(file) = file {
        if let Some(telling) = telling {
            telling.tell_of_download(&cx).await?;
        }
        return Ok(Outgoing::File(file));
    }
    let job = Job {
        metering: row.metering_of(cx.app(), &input),
        cx,
        claim,
        telling,
    };
    let answered = job.run(row.handler.clone(), input).await;
    answered.map(Outgoing::Answer)
}

/// All that a plain read still has to pass.
fn ready(
    facts: &Facts,
    row: &Row,
    who: Authenticated,
    params: PathParams,
) -> Result<(Cx, Erased), Problem> {
    permitted(row, facts, &who)?;
    let types = row.built_types()?;
    let value = input::of_query(facts, types)?;
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
        db: facts.db.clone(),
        caller: who.caller,
        brand: who.brand,
        path,
        request_id: facts.request_id.clone(),
        address: facts.address,
        // Only whoever signs in is shown by it.
        browser: (row.tenant == Tenant::Person)
            .then(|| session::origin(facts).browser)
            .flatten(),
        now: facts.now,
        gone: CancellationToken::new(),
    })
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
