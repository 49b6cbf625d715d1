//! `POST /v1/sends` in test mode: one mail to one inbox, at once. It leaves no row, and the design can still be sent.

use std::sync::Arc;

use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::check_title;
use postrider_domain::sending::send::SendStatus;
use postrider_engine::campaigns::{CampaignTest, test_mail};
use postrider_engine::sending::TestMail;
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::body::address;
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

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "TestSend")]
pub struct Tested {
    /// `completed`
    status: SendStatus,
    recipient: String,
}

pub fn handler() -> Typed<TestBody, Tested, Tested> {
    handler::outside(begin, work, finish).after(async |_: Cx, body: Arc<TestBody>| {
        let TestBody {
            test,
            mode,
            request: wanted,
        } = &*body;
        if !test && mode.is_none() {
            return Err(Problem::invalid("test", "`test` is not `true`.").into());
        }
        check(wanted)
    })
}

/// The same under its older spelling.
pub fn older_handler() -> Typed<OlderTestBody, Tested, Tested> {
    handler::outside(begin, work, finish).after(async |_: Cx, body: Arc<OlderTestBody>| {
        let OlderTestBody {
            mode: Mode::Test,
            request: wanted,
        } = &*body;
        check(wanted)
    })
}

fn check(request: &TestSendRequest) -> ApiResult<CampaignTest> {
    let to = match &request.to {
        Inbox::Address(text) => address(text, "to")?,
        Inbox::List(list) => match list.as_slice() {
            [text] => address(text, "to[0]")?,
            _ => return Err(Problem::invalid("to", "A test goes to one address.").into()),
        },
    };
    if let Some(subject) = &request.subject {
        check_title("subject", subject)?;
    }
    Ok(CampaignTest {
        email_id: request.email_id.clone(),
        email_version_id: request.email_version_id.clone(),
        to,
        subject: request.subject.clone(),
        payload: request.payload.clone().unwrap_or_default(),
    })
}

async fn begin(tx: Tx, cx: Cx, test: Arc<CampaignTest>) -> ApiResult<TestMail> {
    test_mail(&tx, cx.brand_key()?, &test).await
}

async fn work(cx: Cx, mail: Arc<TestMail>) -> ApiResult<Tested> {
    cx.app().mailer.test(TestMail::clone(&mail)).await?;
    Ok(Tested {
        status: SendStatus::Completed,
        recipient: mail.to.clone(),
    })
}

async fn finish(_: Tx, _: Cx, tested: Arc<Tested>) -> ApiResult<Reply<Tested>> {
    Ok(Reply::ok(Tested {
        status: tested.status,
        recipient: tested.recipient.clone(),
    }))
}
