//! Routes of earlier revisions: 404 like any unknown path, with a suggestion that names the new one.

use axum::http::Method;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

pub fn suggestion(method: &Method, path: &str) -> Option<Problem> {
    let parts: Vec<&str> = path.trim_start_matches('/').split('/').collect();
    let replacement = match (method.as_str(), parts.as_slice()) {
        ("GET", ["v1", "automations", "triggers", _, "fire"]) => {
            "GET /v1/automations/triggers/{triggerEventId}/readiness"
        }
        ("PATCH", ["v1", "automations", "runs"] | ["v1", "automations", "runs", _]) => {
            "POST /v1/automations/runs/{automationRunId}/cancel"
        }
        ("POST", ["v1", "automations", "audience-runs", _])
        | (_, ["v1", "automations", "audience-runs", _, "control"]) => {
            "POST /v1/automations/audience-runs/{audienceRunId}/pause, /resume or /cancel"
        }
        (_, ["v1", "analytics", "sends"]) => "GET /v1/sends",
        (_, ["v1", "analytics", "campaigns"]) => "GET /v1/sends?kind=campaign",
        (_, ["v1", "analytics", "trigger-instances"]) => "GET /v1/automations/trigger-instances",
        _ => return None,
    };
    Some(
        Problem::new(Code::NotFound, format!("{method} {path} was retired."))
            .suggest(format!("Use `{replacement}`.")),
    )
}
