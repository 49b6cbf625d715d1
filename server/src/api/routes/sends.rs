//! Campaign and test sends.

use postrider_domain::catalog::Code::{
    self, AudienceNotFound, DomainNotFound, DomainNotReady, EmailAlreadySent, EmailNotFound,
    EmailNotReady, EmailVersionNotFound, EmailWrongType, NoEligibleRecipients, NotImplemented,
    SendNotCancelable, SendNotFound, SendNotPausable, SendNotResumable, SendQuotaExceeded,
};
use postrider_domain::policy::Policy::{SendsControl, SendsRead, SendsWrite};
use postrider_domain::scope::Scope::Sends;

use super::{get, post};
use crate::api::row::Row;
use crate::api::sends::{self, test};

const OF_A_TEST: &[Code] = &[
    EmailNotFound,
    EmailVersionNotFound,
    EmailNotReady,
    NotImplemented,
];

pub fn rows() -> Vec<Row> {
    [
        get("/v1/sends", SendsRead, "List sends").read(sends::list),
        post("/v1/sends", SendsWrite, "Send a campaign")
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
                NotImplemented,
            ])
            .prepared_write(sends::prepare, sends::create),
        post("/v1/sends", SendsWrite, "Send a test to one inbox")
            .body_key("test")
            .errors(OF_A_TEST)
            .outside::<test::TestBody, test::Tested>(test::handler()),
        post(
            "/v1/sends",
            SendsWrite,
            "Send a test to one inbox (older spelling)",
        )
        .body_key("mode")
        .errors(OF_A_TEST)
        .outside::<test::OlderTestBody, test::Tested>(test::older_handler()),
        get("/v1/sends/{sendId}", SendsRead, "Read a send")
            .errors(&[SendNotFound])
            .read(sends::get),
        post("/v1/sends/{sendId}/cancel", SendsControl, "Cancel a send")
            .errors(&[SendNotFound, SendNotCancelable])
            .write(sends::cancel),
        post("/v1/sends/{sendId}/pause", SendsControl, "Pause a send")
            .errors(&[SendNotFound, SendNotPausable])
            .write(sends::pause),
        post(
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
