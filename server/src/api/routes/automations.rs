//! Automations, their runs, and the triggers that start them.

use postrider_domain::policy::Policy::{
    AnalyticsRead, AutomationRunsRead, AutomationRunsWrite, AutomationsRead, AutomationsWrite,
    MetaRead, TriggersRead, TriggersWrite,
};
use postrider_domain::scope::Scope::Automations;

use super::{delete, get, patch, post};
use crate::api::row::Row;

pub fn rows() -> Vec<Row> {
    [automations(), runs(), triggers()]
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
        ),
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

fn triggers() -> Vec<Row> {
    const TRIGGERS: &str = "/v1/automations/triggers";
    const TRIGGER: &str = "/v1/automations/triggers/{triggerEventId}";
    const FIRE: &str = "/v1/automations/triggers/{triggerEventId}/fire";
    const READINESS: &str = "/v1/automations/triggers/{triggerEventId}/readiness";
    const INSTANCE: &str = "/v1/automations/trigger-instances/{triggerInstanceId}";
    vec![
        get(
            "/v1/automations/trigger-instances",
            TriggersRead,
            "List trigger instances",
        ),
        get(INSTANCE, TriggersRead, "Read a trigger instance"),
        get(TRIGGERS, TriggersRead, "List triggers"),
        post(TRIGGERS, TriggersWrite, "Create a trigger").success(&[201]),
        patch(
            TRIGGERS,
            TriggersWrite,
            "Change the trigger named in the body",
        ),
        delete(
            TRIGGERS,
            TriggersWrite,
            "Delete the trigger named in the body",
        ),
        get(TRIGGER, TriggersRead, "Read a trigger"),
        patch(TRIGGER, TriggersWrite, "Change a trigger"),
        delete(TRIGGER, TriggersWrite, "Delete a trigger"),
        post(FIRE, TriggersWrite, "Fire a trigger"),
        get(
            READINESS,
            TriggersRead,
            "Whether a fire would start something",
        ),
    ]
}
