//! `/v1/emails/{emailId}/inbox-placement-tests`: where the mail of a design would land.

use std::collections::HashMap;
use std::sync::Arc;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::check_title;
use postrider_domain::placement::{Authentication, Counts, Diagnosis, Provider, TestStatus};
use postrider_domain::time;
use postrider_engine::placement::{
    self as tests, HELD_MS, HeaderFacts, PlacementContext, PlacementRequest, SpamVerdict,
};
use postrider_engine::validation::RowFault;
use postrider_store::db::Tx;
use postrider_store::people::audit::AuditTarget;
use postrider_store::placement::{self, SeedRecord, TestRecord, seeds};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::record::find;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::input::Nothing;
use crate::api::page::{MAX_LIMIT, Page, PageQuery, after_number, page};
use crate::api::reply::{Hold, Reply, Told};
use crate::entropy;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct PlacementTest {
    #[schemars(extend("examples" = ["ibp_0123456789abcdefghijk"]))]
    test_id: String,
    /// `queued`, `running`, then `completed`; `partially_completed` if not all could be looked into, as `diagnosis` says;
    /// `failed` if the mail could not be made.
    status: Status,
    domain_id: String,
    /// How many mailboxes of this server's operator it is mailed to.
    seed_count: i64,
    /// Absent until the mail was judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    results: Option<Results>,
    /// The worst first; empty until the test is over.
    diagnosis: Vec<Diagnosis>,
    /// While the status is failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<RowFault>,
    created_at: String,
}

#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
#[schemars(rename = "PlacementTestStatus")]
enum Status {
    Queued,
    Running,
    Completed,
    PartiallyCompleted,
    Failed,
}

impl From<TestStatus> for Status {
    fn from(status: TestStatus) -> Self {
        match status {
            TestStatus::Queued => Self::Queued,
            TestStatus::Running => Self::Running,
            TestStatus::Completed => Self::Completed,
            TestStatus::PartiallyCompleted => Self::PartiallyCompleted,
            TestStatus::Failed => Self::Failed,
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlacementResults")]
struct Results {
    /// Of seeds alone.
    overall: Counts,
    by_provider: Vec<Provider>,
    authentication: Authentication,
    /// Null if this server has no filter, or it did not answer.
    spam_filter: Option<SpamVerdict>,
    headers: HeaderFacts,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "PlacementTestBody")]
pub struct NewTest {
    /// The domain that the mail comes from.
    domain_id: String,
    /// Without one, the design's.
    #[schemars(length(min = 1, max = 500))]
    subject: Option<String>,
    /// A version of the design; without one, the newest.
    email_version_id: Option<String>,
}

pub async fn create(tx: Tx, cx: Cx, body: Arc<NewTest>) -> ApiResult<Reply<PlacementTest>> {
    if let Some(subject) = &body.subject {
        check_title("subject", subject)?;
    }
    let settings = &cx.app().config.placement;
    let context = PlacementContext {
        brand: cx.brand_key()?,
        sandbox: cx.app().sandbox(),
        keeps_mail: cx.app().mailer.transport.keeps_mail(),
        settings: Arc::clone(settings),
        now: cx.now(),
    };
    let request = PlacementRequest {
        public_id: entropy::prefixed("ibp_"),
        email_id: cx.path("emailId").to_owned(),
        email_version_id: body.email_version_id.clone(),
        domain_id: body.domain_id.clone(),
        subject: body.subject.clone(),
    };
    let test = tests::ask(&tx, &context, &request).await?;
    let hold = Hold {
        number: test.id,
        until: cx.now() + settings.within_ms + HELD_MS,
    };
    let seeds = seeds::of_test(&tx, context.brand, test.id).await?;
    // The path names the design alone.
    let told = Told {
        target: Some(AuditTarget {
            kind: "placementTest".to_owned(),
            id: test.public_id.clone(),
        }),
        ..Told::default()
    };
    Ok(Reply::accepted(show(&test, seeds)?).held(hold).tell(told))
}

pub async fn list(tx: Tx, cx: Cx, query: Arc<PageQuery>) -> ApiResult<Reply<Page<PlacementTest>>> {
    let (brand, limit) = (cx.brand_key()?, query.limit.unwrap_or(MAX_LIMIT));
    let email = find(&tx, &cx).await?;
    let after = after_number(&cx, query.cursor.as_deref())?;
    let rows = placement::list(&tx, brand, email.id, after, i64::from(limit) + 1).await?;
    let numbers: Vec<i64> = rows.iter().map(|row| row.id).collect();
    let mut of_tests: HashMap<i64, Vec<SeedRecord>> = HashMap::new();
    for (test, seed) in seeds::of_tests(&tx, brand, numbers).await? {
        of_tests.entry(test).or_default().push(seed);
    }
    let position = |row: &TestRecord| vec![Position::Int(row.id)];
    let shown = page(&cx, limit, rows, position, |row| {
        let seeds = of_tests.remove(&row.id).unwrap_or_default();
        show(&row, seeds)
    })?;
    Ok(Reply::ok(shown))
}

pub async fn get(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<PlacementTest>> {
    let brand = cx.brand_key()?;
    let email = find(&tx, &cx).await?;
    let test = placement::get(&tx, brand, email.id, cx.path("testId")).await?;
    let test = test.ok_or_else(no_such_test)?;
    let seeds = seeds::of_test(&tx, brand, test.id).await?;
    Ok(Reply::ok(show(&test, seeds)?))
}

fn no_such_test() -> Problem {
    Problem::new(Code::NotFound, "The design has no such placement test.")
        .suggest("List the tests with `GET /v1/emails/{emailId}/inbox-placement-tests`.")
}

fn show(test: &TestRecord, seeds: Vec<SeedRecord>) -> Result<PlacementTest, Problem> {
    let error = test.error.as_deref().map(serde_json::from_str);
    let unreadable = |_| Problem::new(Code::InternalError, "A stored error cannot be read.");
    let shown = tests::show(test, seeds);
    let (overall, by_provider) = (shown.overall, shown.by_provider);
    Ok(PlacementTest {
        test_id: test.public_id.clone(),
        status: test.status.into(),
        domain_id: test.domain_id.clone(),
        seed_count: test.seed_count,
        results: shown.judged.map(|judged| Results {
            overall,
            by_provider,
            authentication: judged.authentication,
            spam_filter: judged.spam_filter,
            headers: judged.headers,
        }),
        diagnosis: shown.diagnosis,
        error: error.transpose().map_err(unreadable)?,
        created_at: time::format(test.created_at),
    })
}
