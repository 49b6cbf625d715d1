//! `POST /v1/sends` in test mode: one mail to one inbox, at once. It leaves no row, and the design can still be sent.

use std::sync::Arc;

use jiff::tz::TimeZone;
use postrider_domain::contract::problem::Problem;
use postrider_domain::sending::send::SendStatus;
use postrider_engine::campaigns::{CampaignTest, PreparedTest, SendWarning, test_mail};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::body::{CreateBody, Sender, To, address, campaign};
use super::create::context;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{self, Typed};
use crate::api::reply::Reply;

// Strict by its schema: serde cannot flatten and refuse unknown keys at once.
#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields, rename = "TestSendBody")]
pub struct TestBody {
    /// `true`
    test: bool,
    /// Says the same.
    mode: Option<Mode>,
    #[serde(flatten)]
    request: TestSendRequest,
}

#[derive(Deserialize, JsonSchema)]
#[schemars(deny_unknown_fields, rename = "OlderTestSendBody")]
pub struct OlderTestBody {
    mode: Mode,
    /// `true`, if anything.
    test: Option<bool>,
    #[serde(flatten)]
    request: TestSendRequest,
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct TestSendRequest {
    /// A design of any type.
    email_id: String,
    /// A version of the design; without one, the newest.
    email_version_id: Option<String>,
    /// One address, or a list of one.
    #[schemars(extend("examples" = ["ada@example.com"]))]
    to: Inbox,
    /// Without one, the design's.
    #[schemars(length(min = 1, max = 500))]
    subject: Option<String>,
    /// The line beside the subject in an inbox; without one, the design's.
    #[schemars(length(max = 500))]
    preview_text: Option<String>,
    /// As for a campaign. While no domain is ready, a test comes from the server's own sender in the brand's name, and
    /// `warnings` says so.
    domain_id: Option<String>,
    /// As for a campaign, if a domain is ready.
    from: Option<Sender>,
    /// As for a campaign, if a domain is ready.
    #[schemars(length(max = 254))]
    reply_to: Option<String>,
    /// It has to be there, and nobody of it is mailed.
    audience_id: Option<String>,
    /// It has to be a time in the future, and the test is mailed at once.
    #[schemars(extend("examples" = ["2030-01-02T03:04:05Z"]))]
    scheduled_at: Option<String>,
    /// `false`: a test mails one inbox and changes nothing else.
    dry_run: Option<bool>,
    /// What merge tags say, by name.
    payload: Option<Map<String, Value>>,
}

#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "Inbox")]
enum Inbox {
    Address(String),
    List(#[schemars(length(min = 1, max = 1))] Vec<String>),
}

/// `test`
#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "TestMode")]
enum Mode {
    Test,
}

#[derive(Clone, Serialize, JsonSchema)]
#[schemars(rename = "TestSend")]
pub struct Tested {
    /// `completed`
    status: SendStatus,
    recipient: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[schemars(default)]
    warnings: Vec<SendWarning>,
}

pub fn handler() -> Typed<TestBody, Tested, Tested> {
    handler::outside(begin, work, finish).after(async |cx: Cx, body: Arc<TestBody>| {
        let TestBody {
            test,
            mode,
            request: wanted,
        } = &*body;
        if !test && mode.is_none() {
            return Err(Problem::invalid("test", "`test` is not `true`.").into());
        }
        check(wanted, &cx.zone()?, cx.now())
    })
}

/// The same under its older spelling.
pub fn older_handler() -> Typed<OlderTestBody, Tested, Tested> {
    handler::outside(begin, work, finish).after(async |cx: Cx, body: Arc<OlderTestBody>| {
        let OlderTestBody {
            mode: Mode::Test,
            test,
            request: wanted,
        } = &*body;
        if *test == Some(false) {
            let message = "`test` says no, and `mode` says that it is a test.";
            return Err(Problem::invalid("test", message).into());
        }
        check(wanted, &cx.zone()?, cx.now())
    })
}

fn check(request: &TestSendRequest, zone: &TimeZone, now: i64) -> ApiResult<CampaignTest> {
    let to = match &request.to {
        Inbox::Address(text) => address(text, "to")?,
        Inbox::List(list) => match list.as_slice() {
            [text] => address(text, "to[0]")?,
            _ => return Err(Problem::invalid("to", "A test goes to one address.").into()),
        },
    };
    if request.dry_run == Some(true) {
        return Err(
            Problem::invalid("dryRun", "A test is mailed: it is no dry run.")
                .suggest("Leave `test` out to count who would get the campaign.")
                .into(),
        );
    }
    // Named beside an audience, the inbox is the test's alone.
    let inbox = To::Address(to.to_string());
    let campaign = campaign(
        &CreateBody {
            email_id: request.email_id.clone(),
            email_version_id: request.email_version_id.clone(),
            domain_id: request.domain_id.clone(),
            audience_id: request.audience_id.clone(),
            to: request.audience_id.is_none().then_some(inbox),
            subject: request.subject.clone(),
            preview_text: request.preview_text.clone(),
            from: request.from.clone(),
            reply_to: request.reply_to.clone(),
            scheduled_at: request.scheduled_at.clone(),
            dry_run: None,
            test: None,
            mode: None,
        },
        zone,
        now,
    )?;
    Ok(CampaignTest {
        campaign,
        to,
        payload: request.payload.clone().unwrap_or_default(),
    })
}

async fn begin(tx: Tx, cx: Cx, test: Arc<CampaignTest>) -> ApiResult<PreparedTest> {
    let allowance = cx.app().mailer.tests;
    test_mail(&tx, &context(&cx)?, &test, allowance).await
}

async fn work(cx: Cx, prepared: Arc<PreparedTest>) -> ApiResult<Tested> {
    let mail = prepared.mail.clone();
    let recipient = mail.to.clone();
    cx.app().mailer.test(mail).await?;
    Ok(Tested {
        status: SendStatus::Completed,
        recipient,
        warnings: prepared.warnings.clone(),
    })
}

async fn finish(_: Tx, _: Cx, tested: Arc<Tested>) -> ApiResult<Reply<Tested>> {
    Ok(Reply::ok(Tested::clone(&tested)))
}
