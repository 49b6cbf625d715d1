//! What a handler knows about the request it answers.

use std::net::IpAddr;
use std::sync::Arc;

use jiff::tz::TimeZone;
use postrider_domain::accounts::credits::Plan;
use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::{self, CursorScope, Position};
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::parse_zone;
use postrider_domain::turns::Asker;

use postrider_engine::contacts::write::WriteContext;
use postrider_engine::credits::{Payer, account, configured_plan};
use postrider_store::brands::BrandIdentity;
use postrider_store::db::{Db, DbError, Place};
use postrider_store::people::audit::NewAuditRow;
use postrider_store::people::sessions::SessionOrigin;
use postrider_store::usage::Account;
use tokio_util::sync::CancellationToken;

use super::callers::{Caller, Principal, SignedIn};
use super::failure::ApiResult;
use crate::app::App;

/// The variable parts of a path, by name, percent-decoded.
pub type PathParams = Vec<(String, String)>;

pub fn path_param<'p>(params: &'p PathParams, name: &str) -> &'p str {
    let found = params.iter().find(|(key, _)| key == name);
    found.map_or("", |(_, value)| value.as_str())
}

/// A cheap handle: handlers run inside closures that may run again.
#[derive(Clone)]
pub struct Cx(Arc<Inner>);

pub struct Inner {
    pub app: App,
    pub db: Db,
    pub caller: Caller,
    pub brand: Option<BrandIdentity>,
    pub path: PathParams,
    pub request_id: String,
    /// How the audit log names what a person does here; nothing where a handler tells of it itself.
    pub told_as: Option<&'static str>,
    /// From where the caller calls.
    pub address: Option<IpAddr>,
    /// What the caller's browser says that it is, on rows about the caller.
    pub browser: Option<String>,
    pub now: i64,
    pub gone: CancellationToken,
    /// Method and path of the route: what a cursor is bound to.
    pub route: String,
    /// Hash over all inputs but `limit` and `cursor`.
    pub filters: [u8; 16],
}

impl Cx {
    pub fn new(inner: Inner) -> Self {
        Self(Arc::new(inner))
    }

    pub fn app(&self) -> &App {
        &self.0.app
    }

    /// The database, asked on behalf of the caller's organization: it takes turns there with others.
    pub fn db(&self) -> Db {
        self.0.db.on_behalf_of(self.asker())
    }

    /// On whose behalf places are taken.
    pub fn asker(&self) -> Asker {
        match self.0.caller.org {
            Caller::NO_ORGANIZATION => Asker::Stranger,
            org => Asker::Organization(org),
        }
    }

    /// The person who calls, if one does.
    pub fn signed_in(&self) -> Option<&SignedIn> {
        match &self.0.caller.principal {
            Principal::Person(person) => Some(person),
            Principal::Key { .. } | Principal::Provider(_) | Principal::Nobody => None,
        }
    }

    /// The person, on a row for people alone.
    pub fn person(&self) -> Result<&SignedIn, Problem> {
        let message = "This needs a person who has signed in.";
        self.signed_in()
            .ok_or_else(|| Problem::new(Code::AuthenticationRequired, message))
    }

    /// Which brands of the organization the caller sees.
    pub fn brand_limit(&self) -> &BrandLimit {
        let membership = self
            .signed_in()
            .and_then(|person| person.membership.as_ref());
        membership.map_or(&BrandLimit::AllBrands, |own| &own.limit)
    }

    /// From where the caller calls, and with what.
    pub fn origin(&self) -> SessionOrigin {
        SessionOrigin {
            address: self.0.address.map(|address| address.to_string()),
            browser: self.0.browser.clone(),
        }
    }

    pub fn address(&self) -> Option<IpAddr> {
        self.0.address
    }

    /// A row of the audit log about what the signed-in person does here.
    pub fn audit_row(&self, act: &str) -> Result<NewAuditRow, Problem> {
        let own = self.person()?;
        Ok(NewAuditRow {
            org: self.0.caller.org,
            at: self.0.now,
            person: Some(own.person.id),
            session: Some(own.session.public_id.clone()),
            address: self.0.address.map(|address| address.to_string()),
            act: act.to_owned(),
            target: None,
            brand: self.0.brand.as_ref().map(|brand| brand.key.brand),
            before: None,
            after: None,
            counts: None,
        })
    }

    /// How the audit log names what a person does here; nothing where a handler tells of it itself.
    pub fn told_as(&self) -> Option<&'static str> {
        self.0.told_as
    }

    /// Cancelled when the caller has gone. What has begun to write goes on all the same.
    pub fn gone(&self) -> &CancellationToken {
        &self.0.gone
    }

    /// Work that only the answer needs: whoever goes away does not keep others waiting.
    pub async fn while_called<T>(&self, work: impl Future<Output = ApiResult<T>>) -> ApiResult<T> {
        tokio::select! {
            biased;
            done = work => done,
            () = self.0.gone.cancelled() => Err(caller_gone().into()),
        }
    }

    /// A place among those who wait for DNS.
    pub async fn lookup_place(&self) -> ApiResult<Place> {
        let place = async {
            let place = self.app().lookups.take(self.asker()).await;
            Ok(place.map_err(DbError::from)?)
        };
        self.while_called(place).await
    }

    pub fn caller(&self) -> &Caller {
        &self.0.caller
    }

    /// The plan of the organization.
    pub fn plan(&self) -> Result<&Plan, Problem> {
        configured_plan(&self.0.app.plans, &self.0.caller.plan)
    }

    /// Who pays for what is asked.
    pub fn payer(&self) -> Payer {
        Payer {
            org: self.0.caller.org,
            plan_key: self.0.caller.plan.clone(),
            plans: Arc::clone(&self.0.app.plans),
        }
    }

    /// What writing contacts needs to know.
    pub fn contacts(&self) -> Result<WriteContext<'_>, Problem> {
        let brand = self.brand()?;
        Ok(WriteContext {
            brand: brand.key,
            time_zone: &brand.time_zone,
            now: self.now(),
            opt_outs: &self.app().keys().opt_out,
            domains: &self.app().mail_domains,
            bounds: self.app().config.field_bounds,
        })
    }

    /// What metered work is charged to.
    pub fn account(&self) -> Result<Account, Problem> {
        Ok(account(self.0.caller.org, self.plan()?, self.0.now))
    }

    pub fn now(&self) -> i64 {
        self.0.now
    }

    pub fn request_id(&self) -> &str {
        &self.0.request_id
    }

    /// The brand of a brand route; the pipeline has made sure that there is one.
    pub fn brand(&self) -> Result<&BrandIdentity, Problem> {
        self.0
            .brand
            .as_ref()
            .ok_or_else(|| Problem::new(Code::InternalError, "The route has no brand."))
    }

    /// The brand's time zone: it says when a day begins.
    pub fn zone(&self) -> Result<TimeZone, Problem> {
        parse_zone(&self.brand()?.time_zone)
            .ok_or_else(|| Problem::new(Code::InternalError, "The brand's time zone is unknown."))
    }

    pub fn brand_key(&self) -> Result<BrandKey, Problem> {
        self.brand().map(|brand| brand.key)
    }

    /// A parameter of the path, percent-decoded.
    pub fn path(&self, name: &str) -> &str {
        path_param(&self.0.path, name)
    }

    pub fn path_params(&self) -> &PathParams {
        &self.0.path
    }

    pub fn seal_cursor(&self, position: &[Position]) -> String {
        cursor::seal(
            &self.cursor_scope(),
            self.cursor_tenant(),
            position,
            self.0.now,
        )
    }

    pub fn open_cursor(&self, text: &str) -> Result<Vec<Position>, Problem> {
        cursor::open(&self.cursor_scope(), self.cursor_tenant(), text, self.0.now)
    }

    fn cursor_scope(&self) -> CursorScope<'_> {
        CursorScope {
            key: &self.0.app.keys().cursor,
            route: &self.0.route,
            filters: self.0.filters,
        }
    }

    fn cursor_tenant(&self) -> BrandKey {
        let brand = self.0.brand.as_ref().map_or(0, |brand| brand.key.brand);
        BrandKey {
            org: self.0.caller.org,
            brand,
        }
    }
}

/// Nobody reads it.
pub fn caller_gone() -> Problem {
    Problem::new(
        Code::ServiceUnavailable,
        "The caller went away before the work began.",
    )
    .retry_after(1)
}
