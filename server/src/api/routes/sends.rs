//! Campaign and test sends.

use postrider_domain::catalog::Code::{
    AudienceNotFound, DomainNotFound, DomainNotReady, EmailAlreadySent, EmailNotFound,
    EmailNotReady, EmailVersionNotFound, EmailWrongType, NoEligibleRecipients, NotImplemented,
    SendNotCancelable, SendNotFound, SendNotPausable, SendNotResumable, SendQuotaExceeded,
};
use postrider_domain::policy::Policy::{SendsControl, SendsRead, SendsWrite};
use postrider_domain::scope::Scope::Sends;

use super::{get, post};
use crate::api::row::Row;
use crate::api::sends;

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
        test(post("/v1/sends", SendsWrite, "Send a test to one inbox")).body_key("test"),
        test(post(
            "/v1/sends",
            SendsWrite,
            "Send a test to one inbox (older spelling)",
        ))
        .body_key("mode"),
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

fn test(row: Row) -> Row {
    row.errors(&[
        EmailNotFound,
        EmailVersionNotFound,
        EmailNotReady,
        NotImplemented,
    ])
    .outside::<sends::test::TestBody, sends::test::Tested>(sends::test::handler())
}
