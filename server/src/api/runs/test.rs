//! `POST /v1/automations/{automationId}/test`: an automation, also a draft, is walked for one inbox. Waits pass at once.

use std::sync::Arc;

use postrider_domain::sending::send::SendStatus;
use postrider_engine::automations::testing::{self, AutomationTest};
use postrider_store::db::Tx;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use super::record::RunMode;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::api::sends::address;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "TestRunBody")]
pub struct TestBody {
    /// The address that all its mail goes to. If there is a contact with it, filters and merge tags see that contact.
    #[schemars(length(max = 254), extend("examples" = ["ada@example.com"]))]
    recipient: String,
    /// What a fire would bring, checked against the trigger's contract; `email` is the recipient if it is left out.
    payload: Option<Map<String, Value>>,
    /// A version of the automation; without one, the newest, published or not.
    automation_version_id: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "TestRun")]
pub struct Tested {
    automation_run_id: String,
    /// `queued`
    status: SendStatus,
    mode: RunMode,
}

pub async fn test(tx: Tx, cx: Cx, body: Arc<TestBody>) -> ApiResult<Reply<Tested>> {
    let test = AutomationTest {
        automation_id: cx.path("automationId").to_owned(),
        automation_version_id: body.automation_version_id.clone(),
        recipient: address(&body.recipient, "recipient")?,
        payload: body.payload.clone(),
    };
    let public_id = entropy::lower32();
    let allowance = cx.app().mailer.tests;
    testing::test(&tx, cx.contacts()?, &test, allowance, public_id.clone()).await?;
    Ok(Reply::accepted(Tested {
        automation_run_id: public_id,
        status: SendStatus::Queued,
        mode: RunMode::Test,
    }))
}
