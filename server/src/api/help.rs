//! `GET /v1/help`: what this server can do, made from the tables it works by.

use std::sync::Arc;

use postrider_domain::accounts::credits::CREDIT_VALUE;
use postrider_domain::accounts::scope::Scope;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::policy::Policy;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::Serialize;

use super::cx::Cx;
use super::failure::ApiResult;
use super::input::Nothing;
use super::reply::Reply;
use crate::app::App;
use crate::app::operation::Operation;
use crate::config::ModelConfig;

const STATUSES: [&str; 8] = [
    "queued",
    "scheduled",
    "running",
    "paused",
    "completed",
    "partially_completed",
    "failed",
    "canceled",
];

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Help {
    version: &'static str,
    credits: Credits,
    designer: Designer,
    /// What `semantic` goes by among templates and flows, and `q` among images of a brand.
    semantic_search: SemanticSearch,
    placement_tests: PlacementTests,
    rate_limits: Vec<RateLimit>,
    /// Where calls are counted: in this process alone, or together with others.
    rate_limit_store: RateLimitStore,
    scopes: Vec<&'static str>,
    statuses: Vec<&'static str>,
    errors: Vec<ErrorEntry>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Credits {
    credit_value: f64,
    operations: Vec<Operation>,
}

/// Who makes designs of prompts.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Designer {
    kind: DesignerKind,
    /// The name of the model.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    /// Whether that costs credits.
    metered: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum DesignerKind {
    BuiltIn,
    Model,
}

impl Designer {
    fn of(model: Option<&ModelConfig>) -> Self {
        Self {
            kind: match model {
                Some(_) => DesignerKind::Model,
                None => DesignerKind::BuiltIn,
            },
            model: model.map(|model| model.settings.model.clone()),
            metered: model.is_some_and(|model| model.price.is_some()),
        }
    }
}

/// What inbox-placement tests go by here.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PlacementTests {
    /// Mailboxes that a test is mailed to; none while nothing that is mailed leaves this server.
    seed_count: usize,
    /// Where they are.
    providers: Vec<String>,
    /// `rspamd` or `spamassassin`, if one is asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    spam_filter: Option<&'static str>,
}

impl PlacementTests {
    fn of(app: &App) -> Self {
        let settings = &app.config.placement;
        let seeds = if app.mailer.transport.keeps_mail() {
            &[][..]
        } else {
            &settings.seeds
        };
        let mut providers: Vec<String> = seeds.iter().map(|seed| seed.provider.clone()).collect();
        providers.sort_unstable();
        providers.dedup();
        Self {
            seed_count: seeds.len(),
            providers,
            spam_filter: settings
                .filter
                .as_ref()
                .map(|filter| filter.kind().as_str()),
        }
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum SemanticSearch {
    /// The words of a query, and others that are known to mean the same.
    Words,
    /// What the query means, too.
    Meaning,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct RateLimit {
    policy: &'static str,
    per_minute: u32,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
enum RateLimitStore {
    Process,
    Shared,
}

#[derive(Serialize, JsonSchema)]
struct ErrorEntry {
    code: &'static str,
    http: u16,
    #[serde(rename = "type")]
    kind: &'static str,
}

pub async fn help(_tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Reply<Help>> {
    let app = cx.app();
    Ok(Reply::ok(Help {
        version: env!("CARGO_PKG_VERSION"),
        credits: Credits {
            credit_value: CREDIT_VALUE,
            operations: app.operations.clone(),
        },
        designer: Designer::of(app.config.model.as_ref()),
        semantic_search: if app.finder.knows_meaning() {
            SemanticSearch::Meaning
        } else {
            SemanticSearch::Words
        },
        placement_tests: PlacementTests::of(app),
        rate_limits: Policy::ALL
            .iter()
            .map(|policy| RateLimit {
                policy: policy.as_str(),
                per_minute: app.limiter.limit(*policy),
            })
            .collect(),
        rate_limit_store: if app.limiter.is_shared() {
            RateLimitStore::Shared
        } else {
            RateLimitStore::Process
        },
        scopes: Scope::ALL.iter().map(|scope| scope.as_str()).collect(),
        statuses: STATUSES.to_vec(),
        errors: Code::ALL
            .iter()
            .map(|code| ErrorEntry {
                code: code.as_str(),
                http: code.status(),
                kind: code.kind().as_str(),
            })
            .collect(),
    }))
}
