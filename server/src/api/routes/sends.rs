//! Campaign and test sends.

use postrider_domain::policy::Policy::{SendsControl, SendsRead, SendsWrite};
use postrider_domain::scope::Scope::Sends;

use super::{get, post};
use crate::api::row::Row;

pub fn rows() -> Vec<Row> {
    [
        get("/v1/sends", SendsRead, "List sends"),
        post(
            "/v1/sends",
            SendsWrite,
            "Send a campaign, or a test to one inbox",
        )
        .success(&[200, 202]),
        get("/v1/sends/{sendId}", SendsRead, "Read a send"),
        post("/v1/sends/{sendId}/cancel", SendsControl, "Cancel a send"),
        post("/v1/sends/{sendId}/pause", SendsControl, "Pause a send"),
        post(
            "/v1/sends/{sendId}/resume",
            SendsControl,
            "Resume a paused send",
        ),
    ]
    .map(|row| row.scope(Sends))
    .to_vec()
}
