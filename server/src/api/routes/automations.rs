//! Automations, their runs, and the triggers that start them.

use postrider_domain::catalog::Code::AutomationNotFound;
use postrider_domain::policy::Policy::{
    AnalyticsRead, AutomationRunsRead, AutomationRunsWrite, AutomationsRead, AutomationsWrite,
    MetaRead,
};
use postrider_domain::scope::Scope::Automations;

use super::{delete, get, patch, post};
use crate::api::analytics;
use crate::api::row::Row;

pub fn rows() -> Vec<Row> {
    [automations(), runs()]
        .concat()
        .into_iter()
        .map(|row| row.scope(Automations))
        .collect()
}

fn automations() -> Vec<Row> {
    vec![
        get("/v1/automations", AutomationsRead, "List automations"),
        post("/v1/automations", AutomationsWrite, "Create an automation").success(&[200, 201]),
        get(
            "/v1/automations/{automationId}",
            AutomationsRead,
            "Read an automation",
        ),
        patch(
            "/v1/automations/{automationId}",
            AutomationsWrite,
            "Change, publish or unpublish an automation",
        ),
        delete(
            "/v1/automations/{automationId}",
            AutomationsWrite,
            "Delete an automation",
        ),
        post(
            "/v1/automations/{automationId}/run",
            AutomationRunsWrite,
            "Launch a manual-audience run",
        )
        .success(&[200, 202]),
        post(
            "/v1/automations/{automationId}/test",
            AutomationRunsWrite,
            "Walk an automation as a test",
        )
        .success(&[202]),
        get(
            "/v1/analytics/automations",
            AnalyticsRead,
            "Performance of each automation",
        )
        .errors(&[AutomationNotFound])
        .heavy_read(analytics::automations),
        get(
            "/v1/integrations",
            MetaRead,
            "Catalog of integration events",
        ),
    ]
}

fn runs() -> Vec<Row> {
    const RUN: &str = "/v1/automations/runs/{automationRunId}";
    const AUDIENCE_RUN: &str = "/v1/automations/audience-runs/{audienceRunId}";
    const PAUSE: &str = "/v1/automations/audience-runs/{audienceRunId}/pause";
    const RESUME: &str = "/v1/automations/audience-runs/{audienceRunId}/resume";
    const CANCEL: &str = "/v1/automations/audience-runs/{audienceRunId}/cancel";
    vec![
        get("/v1/automations/runs", AutomationRunsRead, "List runs"),
        get(RUN, AutomationRunsRead, "Read a run"),
        post(
            "/v1/automations/runs/{automationRunId}/cancel",
            AutomationRunsWrite,
            "Cancel a run",
        ),
        get(
            "/v1/automations/audience-runs",
            AutomationRunsRead,
            "List audience runs",
        ),
        get(AUDIENCE_RUN, AutomationRunsRead, "Read an audience run"),
        post(PAUSE, AutomationRunsWrite, "Pause an audience run"),
        post(RESUME, AutomationRunsWrite, "Resume an audience run"),
        post(CANCEL, AutomationRunsWrite, "Cancel an audience run"),
    ]
}
