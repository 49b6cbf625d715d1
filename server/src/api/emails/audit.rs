//! `GET /v1/emails/{emailId}/accessibility-audit`.

use std::sync::Arc;

use postrider_content::audit::{Audit, Check, Finding, Summary, audit_in_time};
use postrider_domain::time;
use postrider_engine::designs::not_ready;
use postrider_store::db::Tx;
use postrider_store::emails;
use schemars::JsonSchema;
use serde::Serialize;
use tokio::time::Instant;

use super::record::{find, shown_html};
use super::source::{design_caller, failure};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::input::Nothing;
use crate::api::reply::Reply;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AccessibilityAudit {
    email_id: String,
    /// The version that was audited.
    email_version_id: String,
    audited_at: String,
    completion: Completion,
    summary: Summary,
    /// Every rule.
    checks: Vec<Check>,
    /// At most 50 of one rule; `summary` counts all.
    findings: Vec<Finding>,
}

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "AuditCompletion")]
struct Completion {
    /// A partial audit costs nothing and can be asked for again under the same idempotency key.
    status: CompletionStatus,
    /// 0 to 100; null if the audit is partial.
    score: Option<u8>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "AuditCompletionStatus")]
enum CompletionStatus {
    Complete,
    Partial,
}

pub fn handler() -> Typed<Nothing, Worked, AccessibilityAudit> {
    handler::outside(begin, work, finish)
}

/// The mail of the design's head.
struct Begun {
    email_id: String,
    email_version_id: String,
    html: String,
    text: String,
}

pub struct Worked {
    begun: Arc<Begun>,
    audit: Audit,
}

async fn begin(tx: Tx, cx: Cx, _: Arc<Nothing>) -> ApiResult<Begun> {
    let record = find(&tx, &cx).await?;
    let content = emails::head_content(&tx, cx.brand_key()?, record.id).await?;
    let (Some(head), Some(content)) = (&record.head, content) else {
        return Err(not_ready().into());
    };
    Ok(Begun {
        email_id: record.public_id.clone(),
        email_version_id: head.public_id.clone(),
        html: shown_html(&record, content.html, content.preheader),
        text: content.plain_text,
    })
}

async fn work(cx: Cx, begun: Arc<Begun>) -> ApiResult<Worked> {
    let mail = Arc::clone(&begun);
    let judge = move || {
        let started = Instant::now();
        audit_in_time(&mail.html, Some(&mail.text), &|| started.elapsed())
    };
    let audit = cx.app().workshop.apart(&design_caller(&cx), judge).await;
    Ok(Worked {
        begun,
        audit: audit.map_err(failure)?,
    })
}

async fn finish(_: Tx, cx: Cx, worked: Arc<Worked>) -> ApiResult<Reply<AccessibilityAudit>> {
    let (begun, audit) = (&worked.begun, &worked.audit);
    let answer = AccessibilityAudit {
        email_id: begun.email_id.clone(),
        email_version_id: begun.email_version_id.clone(),
        audited_at: time::format(cx.app().clock.now()),
        completion: Completion {
            status: if audit.is_complete() {
                CompletionStatus::Complete
            } else {
                CompletionStatus::Partial
            },
            score: audit.score,
        },
        summary: audit.summary,
        checks: audit.checks.clone(),
        findings: audit.findings.clone(),
    };
    let reply = Reply::ok(answer);
    Ok(if audit.is_complete() {
        reply
    } else {
        reply.changed_nothing().partial()
    })
}
