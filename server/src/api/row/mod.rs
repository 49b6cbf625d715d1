//! One row of the route table: everything the pipeline, the OpenAPI document and `GET /v1/help` need
//! to know about a route. A handler cannot forget what its row says.

mod asking;
mod handling;
pub mod looking;
mod telling;
mod types;

use axum::body::Body;
use axum::http::{Method, Response};
use postrider_domain::accounts::credits::Metering;
use postrider_domain::accounts::role::Permission;
use postrider_domain::accounts::scope::Scope;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::policy::Policy;
use postrider_store::db::Tx;
use serde_json::Value;

use std::sync::Arc;

use super::callers::Callers;
use super::cx::Cx;
use super::failure::ApiResult;
use super::handler::{self, FileSpec, Handler, PriceOf, RawBody, Visit};
use super::reply::{Output, Reply};
use crate::config::process_role::ProcessRole;
pub use telling::{About, Keeps, Look, TellingRule};
pub use types::Types;

pub const SMALL_BODY: usize = 1 << 20;
pub const LARGE_BODY: usize = 6 << 20;

pub const JSON: &str = "application/json";
pub const CSV: &str = "text/csv";
pub const MAIL: &str = "message/rfc822";

/// Whose data a route works on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tenant {
    /// One brand: the caller's own, or the one that `X-Brand-Id` names.
    Brand,
    /// The organization; any of its keys may call.
    Organization,
    /// The organization; a brand key gets `ORG_SCOPE_REQUIRED`.
    OrganizationKey,
    /// The person who calls, whatever they belong to, or nobody's.
    Person,
}

/// What a route takes beside its path and headers, and where the bytes go.
#[derive(Clone)]
pub enum RequestBody {
    /// Nothing: the input stands in the query.
    None,
    /// The input itself.
    Json,
    /// Into the object store, read by the scan of its kind; the input stands in the query.
    File(FileSpec),
    /// To the handler, as they came.
    Raw,
}

#[derive(Clone)]
#[must_use = "a row does nothing until it stands in the table"]
pub struct Row {
    /// The operation's name, as callers of the SDK write it; never changed once released.
    pub name: &'static str,
    pub method: Method,
    pub path: &'static str,
    pub summary: &'static str,
    /// Two rows may share method and path: the one whose key stands in the body is meant, or whose media
    /// type the body has.
    pub body_key: Option<&'static str>,
    /// Whether what stands under that key asks for this row.
    pub asked_by: fn(&Value) -> bool,
    pub callers: Callers,
    /// The role of the processes that answer; `None`: every process does.
    pub served_by: Option<ProcessRole>,
    /// What a key needs: all of them.
    pub scopes: Vec<Scope>,
    /// What a person's role must allow.
    pub permission: Permission,
    /// Whether a person has to have given the password in the last 15 minutes.
    pub asks_password: bool,
    pub tenant: Tenant,
    /// How often a caller may call; `None` is not counted.
    pub policy: Option<Policy>,
    pub idempotent: bool,
    /// Whether all that a read reads is of the same moment.
    pub needs_snapshot: bool,
    /// The input key that stands for the `Idempotency-Key` header where a caller sends none.
    pub key_in_body: Option<&'static str>,
    pub metering: Metering,
    /// Where what is done decides about a fixed price: when it is how much.
    pub prices: &'static [(&'static str, i64)],
    /// What an input really costs, where that depends on it.
    pub price: Option<PriceOf>,
    pub body: RequestBody,
    pub body_limit: usize,
    /// The media type of a successful answer.
    pub answer_type: &'static str,
    pub success: &'static [u16],
    /// Codes beyond those that the pipeline itself can answer.
    pub errors: &'static [Code],
    pub types: Option<Types>,
    pub telling: TellingRule,
    pub handler: Handler,
}

impl Row {
    /// A row of the API, for keys and for people.
    pub fn new(name: &'static str, method: Method, path: &'static str, policy: Policy) -> Self {
        let takes_body = method != Method::GET;
        Self {
            idempotent: method == Method::POST,
            body: if takes_body {
                RequestBody::Json
            } else {
                RequestBody::None
            },
            callers: Callers::KeyOrPerson,
            policy: Some(policy),
            permission: if takes_body {
                Permission::Change
            } else {
                Permission::Read
            },
            ..Self::bare(name, method, path)
        }
    }

    /// A page that anybody may open. It is not counted and takes nothing of what the API offers.
    pub fn page<F, Fut>(
        name: &'static str,
        method: Method,
        path: &'static str,
        served_by: Option<ProcessRole>,
        handler: F,
    ) -> Self
    where
        F: Fn(Visit) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = Response<Body>> + Send + 'static,
    {
        Self {
            served_by,
            handler: Handler::Page(handler::page(handler)),
            ..Self::bare(name, method, path)
        }
    }

    /// Where a provider posts its events, in a form of its own.
    pub fn receiver<P, O, F, G, Prepared, Done>(
        name: &'static str,
        path: &'static str,
        prepare: F,
        run: G,
    ) -> Self
    where
        P: Send + Sync + 'static,
        O: Output,
        F: Fn(Cx, Arc<RawBody>) -> Prepared + Send + Sync + 'static,
        Prepared: Future<Output = ApiResult<P>> + Send + 'static,
        G: Fn(Tx, Cx, Arc<P>) -> Done + Send + Sync + 'static,
        Done: Future<Output = ApiResult<Reply<O>>> + Send + 'static,
    {
        Self {
            callers: Callers::Provider,
            body: RequestBody::Raw,
            types: Some(Types::raw::<O>((Method::POST, path))),
            handler: handler::prepared_write(prepare, run).handler,
            ..Self::bare(name, Method::POST, path)
        }
    }

    fn bare(name: &'static str, method: Method, path: &'static str) -> Self {
        Self {
            name,
            method,
            path,
            summary: "",
            body_key: None,
            needs_snapshot: true,
            asked_by: |value| *value != Value::Bool(false),
            callers: Callers::Anybody,
            served_by: Some(ProcessRole::Api),
            scopes: Vec::new(),
            permission: Permission::Read,
            asks_password: false,
            tenant: Tenant::Brand,
            policy: None,
            idempotent: false,
            key_in_body: None,
            metering: Metering::Free,
            prices: &[],
            price: None,
            body: RequestBody::None,
            body_limit: SMALL_BODY,
            answer_type: JSON,
            success: &[200],
            errors: &[],
            types: None,
            telling: TellingRule::default(),
            handler: Handler::NotBuilt,
        }
    }

    pub fn summary(mut self, summary: &'static str) -> Self {
        self.summary = summary;
        self
    }

    pub fn callers(mut self, callers: Callers) -> Self {
        self.callers = callers;
        self
    }

    /// A key needs this scope too.
    pub fn scope(mut self, scope: Scope) -> Self {
        self.scopes.push(scope);
        self
    }

    /// Unless it says otherwise, a GET reads and everything else changes.
    pub fn permission(mut self, permission: Permission) -> Self {
        self.permission = permission;
        self
    }

    pub fn asks_password(mut self) -> Self {
        self.asks_password = true;
        self
    }

    pub fn tenant(mut self, tenant: Tenant) -> Self {
        self.tenant = tenant;
        self
    }

    pub fn body_key(mut self, key: &'static str) -> Self {
        self.body_key = Some(key);
        self
    }

    /// Only if it says so; else its key is one of the row that takes the path without.
    pub fn body_key_that(mut self, key: &'static str, asks: fn(&Value) -> bool) -> Self {
        self.asked_by = asks;
        self.body_key(key)
    }

    pub fn body_limit(mut self, bytes: usize) -> Self {
        self.body_limit = bytes;
        self
    }

    pub fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// What it answers is kept for nobody.
    pub fn without_idempotency(mut self) -> Self {
        self.idempotent = false;
        self
    }

    pub fn key_in_body(mut self, key: &'static str) -> Self {
        self.key_in_body = Some(key);
        self
    }

    pub fn prices(mut self, prices: &'static [(&'static str, i64)]) -> Self {
        self.prices = prices;
        self
    }

    pub fn metering(mut self, metering: Metering) -> Self {
        self.metering = metering;
        self
    }

    pub fn success(mut self, statuses: &'static [u16]) -> Self {
        self.success = statuses;
        self
    }

    pub fn errors(mut self, codes: &'static [Code]) -> Self {
        self.errors = codes;
        self
    }
}
