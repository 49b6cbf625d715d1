//! A request while it moves through the steps.

use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;

use axum::body::Body;
use axum::extract::ConnectInfo;
use axum::http::request::Parts;
use axum::http::{HeaderMap, Response, StatusCode};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::policy::Policy;
use postrider_domain::contract::problem::Problem;
use postrider_domain::contract::window::RateDecision;
use tokio::time::Instant;

use crate::api::callers::Callers;
use crate::api::cx::PathParams;
use crate::api::facts::Facts;
use crate::api::failure::ApiResult;
use crate::api::plain::text;
use crate::api::row::Row;
use crate::api::table::{RouteMatch, RouteTable};
use crate::app::App;
use crate::config::process_role::ProcessRole;
use crate::entropy;

pub struct Call {
    pub facts: Arc<Facts>,
    /// What the rate-limit headers will say; nothing on rows that are not counted.
    pub window: Option<RateDecision>,
    /// Verbs for the `Allow` header of a 405.
    pub allow: Option<String>,
    /// The pattern that matched, for logs and metrics: never the path itself, which holds addresses.
    pub pattern: &'static str,
    pub started: Instant,
}

/// Where a request leads.
pub enum Routed<'t> {
    /// To the rows of its path and verb.
    Here(&'t [Arc<Row>], PathParams),
    /// To processes of another role, or to another host: the answer that says so.
    Elsewhere(Response<Body>),
}

impl Call {
    pub fn of(app: App, parts: Parts) -> Self {
        let now = app.clock.now();
        let peer = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let peer = peer.map(|ConnectInfo(peer)| *peer);
        Self {
            window: Some(app.limiter.untouched(Policy::MetaRead, now)),
            allow: None,
            pattern: "(none)",
            started: Instant::now(),
            facts: Arc::new(Facts {
                peer,
                on_content_host: app.content_host.is_asked(&parts),
                address: peer.map(|peer| caller_address(&app, peer, &parts.headers)),
                method: parts.method,
                headers: parts.headers,
                path: parts.uri.path().to_owned(),
                query: parts.uri.query().map(str::to_owned),
                request_id: entropy::request_id(),
                now,
                db: app.request_db.for_one(),
                app,
            }),
        }
    }

    pub fn route<'t>(&mut self, routes: &'t RouteTable) -> ApiResult<Routed<'t>> {
        let facts = Arc::clone(&self.facts);
        let found = routes.find(&facts.method, &facts.path);
        let served_by = match &found {
            RouteMatch::Rows(rows, _) | RouteMatch::OtherVerbs(rows) => rows[0].served_by,
            // What is nobody's is answered as the API answers.
            RouteMatch::Nothing(_) => Some(ProcessRole::Api),
        };
        // Whatever anybody could do with a session has no place beside what strangers wrote.
        if facts.on_content_host && served_by != Some(ProcessRole::Track) {
            self.window = None;
            let answer = text(StatusCode::NOT_FOUND, "there is nothing here\n");
            return Ok(Routed::Elsewhere(answer));
        }
        if let Some(role) = served_by
            && !facts.app.config.roles.have(role)
        {
            self.window = None;
            return Ok(Routed::Elsewhere(misdirected(&facts.app, role)));
        }
        match found {
            RouteMatch::Rows(rows, params) => {
                self.pattern = rows[0].path;
                let limiter = &facts.app.limiter;
                self.window = rows[0]
                    .policy
                    .map(|policy| limiter.untouched(policy, facts.now));
                Ok(Routed::Here(rows, params))
            }
            RouteMatch::OtherVerbs(rows) => Err(self.refuse_verb(rows).into()),
            RouteMatch::Nothing(problem) => Err(problem
                .unwrap_or_else(|| Problem::new(Code::NotFound, "There is no such path."))
                .into()),
        }
    }

    fn refuse_verb(&mut self, rows: &[Arc<Row>]) -> Problem {
        if rows[0].callers == Callers::Provider {
            self.window = None;
        }
        let allow = RouteTable::verbs(rows);
        // What was meant as a path of its own may have been read as somebody's id.
        let (message, suggestion) = match id_at_the_end(rows[0].path, &self.facts.path) {
            None => (format!("This path takes {allow}."), format!("Use {allow}.")),
            Some((id, given)) => (
                format!("This path takes {allow}: `{given}` is read as the `{id}`."),
                format!("Use {allow}. If `{given}` is no `{id}`, there is no such path."),
            ),
        };
        let problem = Problem::new(Code::MethodNotAllowed, message).suggest(suggestion);
        self.allow = Some(allow);
        problem
    }
}

fn caller_address(app: &App, peer: SocketAddr, headers: &HeaderMap) -> IpAddr {
    let forwarded = headers.get_all("x-forwarded-for").iter();
    // What is no text is no address either.
    let forwarded = forwarded.map(|value| value.to_str().unwrap_or_default());
    app.config.trusted_proxies.caller(peer.ip(), forwarded)
}

/// The parameter that a pattern ends with, and what the path says there.
fn id_at_the_end<'a>(pattern: &'a str, path: &'a str) -> Option<(&'a str, &'a str)> {
    let last = pattern.rsplit('/').next()?;
    let id = last.strip_prefix('{')?.strip_suffix('}')?;
    Some((id, path.rsplit('/').next()?))
}

/// A process answers what is its role, and says of the rest whom to ask.
fn misdirected(app: &App, role: ProcessRole) -> Response<Body> {
    let (roles, role) = (&app.config.roles, role.as_str());
    let said = format!(
        "this process does not answer here: its roles are {roles}. Ask one with the role {role}\n"
    );
    text(StatusCode::MISDIRECTED_REQUEST, &said)
}
