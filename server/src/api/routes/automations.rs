//! Automations.

use postrider_domain::accounts::scope::Scope::Automations;
use postrider_domain::contract::catalog::Code::{
    AudienceNotFound, AutomationGraphInvalid, AutomationNotFound, AutomationNotPublished,
    AutomationVersionNotFound, PublishValidationFailed, TriggerEventNotFound,
};
use postrider_domain::contract::policy::Policy::{
    AnalyticsRead, AutomationsRead, AutomationsWrite, MetaRead,
};

use super::method::{delete, get, patch, post};
use crate::api::row::Row;
use crate::api::{analytics, automations, integrations};

pub fn rows() -> Vec<Row> {
    automations()
        .into_iter()
        .map(|row| row.scope(Automations))
        .collect()
}

#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
fn automations() -> Vec<Row> {
    vec![
        get(
            "automations.list",
            "/v1/automations",
            AutomationsRead,
            "List automations",
        )
        .read(automations::list),
        post(
            "automations.create",
            "/v1/automations",
            AutomationsWrite,
            "Create an automation",
        )
        .success(&[200, 201])
        .errors(&[
            AutomationGraphInvalid,
            TriggerEventNotFound,
            AudienceNotFound,
        ])
        .prepared_write(automations::prepare_create, automations::create),
        get(
            "automations.get",
            "/v1/automations/{automationId}",
            AutomationsRead,
            "Read an automation",
        )
        .errors(&[AutomationNotFound])
        .read(automations::get),
        patch(
            "automations.update",
            "/v1/automations/{automationId}",
            AutomationsWrite,
            "Change, publish or unpublish an automation",
        )
        .errors(&[
            AutomationNotFound,
            AutomationVersionNotFound,
            AutomationGraphInvalid,
            AutomationNotPublished,
            PublishValidationFailed,
            TriggerEventNotFound,
            AudienceNotFound,
        ])
        .prepared_write(automations::prepare_change, automations::update),
        delete(
            "automations.delete",
            "/v1/automations/{automationId}",
            AutomationsWrite,
            "Delete an automation",
        )
        .errors(&[AutomationNotFound])
        .write(automations::delete),
        get(
            "analytics.automations",
            "/v1/analytics/automations",
            AnalyticsRead,
            "Performance of each automation",
        )
        .errors(&[AutomationNotFound])
        .heavy_read(analytics::automations),
        get(
            "integrations.list",
            "/v1/integrations",
            MetaRead,
            "Catalog of integration events",
        )
        .read(integrations::list),
    ]
}
