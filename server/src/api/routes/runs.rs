//! Runs of automations: by event, on an audience, as a test.

use postrider_domain::accounts::scope::Scope::Automations;
use postrider_domain::contract::catalog::Code::{
    AudienceNotFound, AudienceRunNotFound, AutomationNotFound, AutomationNotManual,
    AutomationRunNotFound, AutomationVersionNotFound, InvalidPayload, NoEligibleRecipients,
    PublishValidationFailed, RunNotPausable, RunNotResumable, SendQuotaExceeded,
};
use postrider_domain::contract::policy::Policy::{AutomationRunsRead, AutomationRunsWrite};

use super::method::{get, post};
use crate::api::row::{Keeps, Row};
use crate::api::{audience_runs, runs};

pub fn rows() -> Vec<Row> {
    [started(), walked(), launched()]
        .concat()
        .into_iter()
        .map(|row| row.scope(Automations))
        .collect()
}

fn started() -> Vec<Row> {
    vec![
        post(
            "automations.run",
            "/v1/automations/{automationId}/run",
            AutomationRunsWrite,
            "Launch a manual-audience run",
        )
        .told_by("audienceRuns.get")
        .success(&[200, 202])
        .errors(&[
            AutomationNotFound,
            AudienceNotFound,
            AutomationNotManual,
            PublishValidationFailed,
            NoEligibleRecipients,
            SendQuotaExceeded,
        ])
        .prepared_write(audience_runs::prepare, audience_runs::launch),
        post(
            "automations.test",
            "/v1/automations/{automationId}/test",
            AutomationRunsWrite,
            "Walk an automation as a test",
        )
        .told_by("automationRuns.get")
        .success(&[202])
        .errors(&[
            AutomationNotFound,
            AutomationVersionNotFound,
            InvalidPayload,
            NoEligibleRecipients,
        ])
        .write(runs::test),
    ]
}

fn walked() -> Vec<Row> {
    const RUN: &str = "/v1/automations/runs/{automationRunId}";
    const CANCEL: &str = "/v1/automations/runs/{automationRunId}/cancel";
    vec![
        get(
            "automationRuns.list",
            "/v1/automations/runs",
            AutomationRunsRead,
            "List runs",
        )
        .heavy_read(runs::list),
        get("automationRuns.get", RUN, AutomationRunsRead, "Read a run")
            .keeps(Keeps::ValuesBut(&["recipientEmail"]))
            .errors(&[AutomationRunNotFound])
            .read(runs::get),
        post(
            "automationRuns.cancel",
            CANCEL,
            AutomationRunsWrite,
            "Cancel a run",
        )
        .errors(&[AutomationRunNotFound])
        .write(runs::cancel),
    ]
}

fn launched() -> Vec<Row> {
    const AUDIENCE_RUNS: &str = "/v1/automations/audience-runs";
    const AUDIENCE_RUN: &str = "/v1/automations/audience-runs/{audienceRunId}";
    const PAUSE: &str = "/v1/automations/audience-runs/{audienceRunId}/pause";
    const RESUME: &str = "/v1/automations/audience-runs/{audienceRunId}/resume";
    const CANCEL: &str = "/v1/automations/audience-runs/{audienceRunId}/cancel";
    vec![
        get(
            "audienceRuns.list",
            AUDIENCE_RUNS,
            AutomationRunsRead,
            "List audience runs",
        )
        .read(audience_runs::list),
        get(
            "audienceRuns.get",
            AUDIENCE_RUN,
            AutomationRunsRead,
            "Read an audience run",
        )
        .errors(&[AudienceRunNotFound])
        .read(audience_runs::get),
        post(
            "audienceRuns.pause",
            PAUSE,
            AutomationRunsWrite,
            "Pause an audience run",
        )
        .errors(&[AudienceRunNotFound, RunNotPausable])
        .write(audience_runs::pause),
        post(
            "audienceRuns.resume",
            RESUME,
            AutomationRunsWrite,
            "Resume an audience run",
        )
        .errors(&[AudienceRunNotFound, RunNotResumable])
        .write(audience_runs::resume),
        post(
            "audienceRuns.cancel",
            CANCEL,
            AutomationRunsWrite,
            "Cancel an audience run",
        )
        .errors(&[AudienceRunNotFound])
        .write(audience_runs::cancel),
    ]
}
