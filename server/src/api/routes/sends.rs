//! Campaign and test sends.

use postrider_domain::accounts::scope::Scope::Sends;
use postrider_domain::contract::catalog::Code::{
    self, AudienceNotFound, DomainNotFound, DomainNotReady, EmailAlreadySent, EmailNotFound,
    EmailNotReady, EmailVersionNotFound, EmailWrongType, NoEligibleRecipients, SendNotCancelable,
    SendNotFound, SendNotPausable, SendNotResumable, SendQuotaExceeded,
};
use postrider_domain::contract::policy::Policy::{SendsControl, SendsRead, SendsWrite};
use serde_json::Value;

use super::method::{get, post};
use crate::api::row::{Keeps, Row};
use crate::api::sends::{self, test};

const OF_A_TEST: &[Code] = &[
    EmailNotFound,
    EmailVersionNotFound,
    DomainNotFound,
    AudienceNotFound,
    EmailNotReady,
];

fn says_something(test: &Value) -> bool {
    !matches!(test, Value::Null | Value::Bool(false))
}

#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
pub fn rows() -> Vec<Row> {
    [
        get("sends.list", "/v1/sends", SendsRead, "List sends").read(sends::list),
        post("sends.create", "/v1/sends", SendsWrite, "Send a campaign")
            .success(&[200, 202])
            .errors(&[
                EmailNotFound,
                EmailVersionNotFound,
                DomainNotFound,
                AudienceNotFound,
                EmailWrongType,
                EmailNotReady,
                EmailAlreadySent,
                DomainNotReady,
                NoEligibleRecipients,
                SendQuotaExceeded,
            ])
            .prepared_write(sends::prepare, sends::create),
        post(
            "sends.test",
            "/v1/sends",
            SendsWrite,
            "Send a test to one inbox",
        )
        .body_key_that("test", says_something)
        .errors(OF_A_TEST)
        .handled(test::handler()),
        post(
            "sends.testOlder",
            "/v1/sends",
            SendsWrite,
            "Send a test to one inbox (older spelling)",
        )
        .body_key_that("mode", |mode| mode == "test")
        .errors(OF_A_TEST)
        .handled(test::older_handler()),
        get("sends.get", "/v1/sends/{sendId}", SendsRead, "Read a send")
            .keeps(Keeps::ValuesBut(&["to", "recipientEmail"]))
            .errors(&[SendNotFound])
            .read(sends::get),
        post(
            "sends.cancel",
            "/v1/sends/{sendId}/cancel",
            SendsControl,
            "Cancel a send",
        )
        .errors(&[SendNotFound, SendNotCancelable])
        .write(sends::cancel),
        post(
            "sends.pause",
            "/v1/sends/{sendId}/pause",
            SendsControl,
            "Pause a send",
        )
        .errors(&[SendNotFound, SendNotPausable])
        .write(sends::pause),
        post(
            "sends.resume",
            "/v1/sends/{sendId}/resume",
            SendsControl,
            "Resume a paused send",
        )
        .errors(&[SendNotFound, SendNotResumable])
        .write(sends::resume),
    ]
    .map(|row| row.scope(Sends))
    .to_vec()
}
