//! The background work on a website.

use std::sync::Arc;

use postrider_content::brand::{Shown, identity, theme};
use postrider_domain::accounts::brand::{Color, ExtractionError, Identity, Step, Theme};
use postrider_domain::accounts::credits::Plans;
use postrider_domain::network::AllowPrivate;
use postrider_domain::sending::sending_domain::organizational;
use postrider_domain::turns::QueueFull;
use postrider_store::db::{DbError, Tx};
use postrider_store::jobs::Claimed;

use super::finding::{Finding, Writing, Written};
use super::logos::{self, FoundLogos};
use super::order::{self, Order};
use super::visit::{NotVisited, Visit, Visitor};
use crate::aside::aside;
use crate::assets::Library;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

pub const KIND: &str = "brand";
/// Each holds a few megabytes of a stranger's.
const AT_ONCE: usize = 2;
/// Whoever reads a website and dies of it so often does not try again.
const CLAIMS_MAX: i64 = 3;

const UNREACHABLE: &str = "WEBSITE_NOT_READ";
const OFTEN_TRIED: &str = "The website could not be read, though it was tried several times. Set `websiteUrl` again to try once more.";

/// Called at named points between the steps. Fault tests end the process there; the product leaves it empty.
pub type Moment = Arc<dyn Fn(&'static str) + Send + Sync>;

pub struct BrandJob {
    library: Library,
    visitor: Visitor,
    plans: Arc<Plans>,
    moment: Moment,
}

impl Work for BrandJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn at_once(&self) -> usize {
        AT_ONCE
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.extract(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let error = error(OFTEN_TRIED.to_owned());
            order::fail(&tx, job.brand, job.subject, (&error, now)).await
        })
    }
}

impl BrandJob {
    pub fn new(library: Library, allowed: AllowPrivate, plans: Arc<Plans>, moment: Moment) -> Self {
        Self {
            library,
            visitor: Visitor::new(allowed),
            plans,
            moment,
        }
    }

    async fn extract(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let Some(order) = order::take(&turn).await? else {
            return order::forget(&turn).await;
        };
        (self.moment)("brand.begun");
        if turn.job.attempts > CLAIMS_MAX {
            return fail(&turn, OFTEN_TRIED.to_owned()).await;
        }
        let visited = tokio::select! {
            () = turn.stopped() => return Ok(TurnEnd::Interrupted),
            () = order::unwanted(&turn) => return order::forget(&turn).await,
            visited = self.visitor.visit(&order.website) => visited,
        };
        (self.moment)("brand.visited");
        match visited {
            Ok(visit) => self.steps(&turn, &order, visit).await,
            Err(error) => fail(&turn, told(&order, &error)).await,
        }
    }

    /// Whatever an earlier turn has done stays done.
    async fn steps(
        &self,
        turn: &Turn,
        order: &Order,
        mut visit: Visit,
    ) -> Result<TurnEnd, JobError> {
        let pictures = std::mem::take(&mut visit.pictures);
        let is_done = |step| order.steps.of(step).is_done();
        let (library, brand) = (&self.library, turn.job.brand);
        // What is wrong here, and not with the website, is tried again; in the end it costs the logo, and nothing else.
        let is_last_try = turn.job.attempts >= CLAIMS_MAX;
        let found = match logos::find(library, brand, pictures).await {
            Err(QueueFull) if is_last_try => None,
            found => Some(found.map_err(|QueueFull| DbError::QueueFull)?),
        };
        // The theme has them from the logo, whoever kept that.
        let colors = found.as_ref().map_or_else(Vec::new, FoundLogos::colors);
        if !is_done(Step::Logo) {
            let finding = match found {
                None => logos::given_up(),
                Some(found) => match logos::store(library, brand, found).await {
                    Err(JobError::Failed(_)) if is_last_try => logos::given_up(),
                    stored => stored?,
                },
            };
            (self.moment)("brand.stored");
            if self.write(turn, order, finding).await? == Written::Unwanted {
                return order::forget(turn).await;
            }
            (self.moment)("brand.logo");
        }
        let visit = Arc::new(visit);
        if !is_done(Step::Theme) {
            let finding = Finding::Theme(look(&visit, colors).await);
            if self.write(turn, order, finding).await? == Written::Unwanted {
                return order::forget(turn).await;
            }
            (self.moment)("brand.theme");
        }
        let domain = visit
            .page
            .url
            .domain()
            .map(organizational)
            .map(str::to_owned);
        let identity = owner(&visit).await;
        self.write(turn, order, Finding::Owner { identity, domain })
            .await?;
        (self.moment)("brand.domain");
        Ok(TurnEnd::Finished)
    }

    async fn write(
        &self,
        turn: &Turn,
        order: &Order,
        finding: Finding,
    ) -> Result<Written, JobError> {
        let is_last = matches!(finding, Finding::Owner { .. });
        let writing = Arc::new(Writing {
            plans: Arc::clone(&self.plans),
            job: turn.job.clone(),
            missing: order.missing,
            now: turn.now(),
            finding,
        });
        let piece = Arc::clone(&writing);
        let work = move |tx: Tx| {
            let piece = Arc::clone(&piece);
            async move { Ok(piece.write(&tx).await?) }
        };
        let written = if is_last {
            turn.last_piece(work).await
        } else {
            turn.piece(work).await
        };
        let has_no_rows = matches!(
            written,
            Ok(Written::NotKept | Written::Unwanted) | Err(JobError::Stopped | JobError::Lost)
        );
        // What came of a commit that broke off, nobody knows: a sweep deletes what has no row.
        if has_no_rows {
            logos::discard(&self.library, &writing.finding).await;
        }
        written
    }
}

async fn look(visit: &Arc<Visit>, colors: Vec<(Color, f64)>) -> Theme {
    let visit = Arc::clone(visit);
    let found = aside(move || {
        let shown = Shown {
            sheets: &visit.sheets,
            manifest: visit.manifest.as_deref(),
            logo: &colors,
        };
        theme(&visit.page, &shown)
    });
    found.await.unwrap_or_default()
}

async fn owner(visit: &Arc<Visit>) -> Identity {
    let visit = Arc::clone(visit);
    let found = aside(move || {
        identity(
            &visit.page,
            visit.contact.as_deref(),
            visit.manifest.as_deref(),
        )
    });
    found.await.unwrap_or_default()
}

fn told(order: &Order, error: &NotVisited) -> String {
    let host = order.website.host_str().unwrap_or_default();
    format!("The website {host} was not read: {error}.")
}

fn error(message: String) -> ExtractionError {
    ExtractionError {
        code: UNREACHABLE.to_owned(),
        message,
    }
}

async fn fail(turn: &Turn, message: String) -> Result<TurnEnd, JobError> {
    let (brand, extraction, now) = (turn.job.brand, turn.job.subject, turn.now());
    let error = Arc::new(error(message));
    turn.last_piece(move |tx| {
        let error = Arc::clone(&error);
        async move { Ok(order::fail(&tx, brand, extraction, (&error, now)).await?) }
    })
    .await?;
    Ok(TurnEnd::Finished)
}
