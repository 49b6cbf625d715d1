//! Triggers and their fires.

use postrider_domain::accounts::scope::Scope::Automations;
use postrider_domain::contract::catalog::Code::{
    InvalidPayload, NoPublishedAutomation, PayloadSchemaEmailRequired, TriggerAlreadyExists,
    TriggerEventNotFound, TriggerHasDependentAutomations, TriggerImmutable,
    TriggerInstanceNotFound,
};
use postrider_domain::contract::policy::Policy::{TriggersRead, TriggersWrite};

use super::method::{delete, get, patch, post};
use crate::api::row::Row;
use crate::api::triggers;

const TRIGGERS: &str = "/v1/automations/triggers";
const TRIGGER: &str = "/v1/automations/triggers/{triggerEventId}";
const FIRE: &str = "/v1/automations/triggers/{triggerEventId}/fire";
const READINESS: &str = "/v1/automations/triggers/{triggerEventId}/readiness";
const INSTANCES: &str = "/v1/automations/trigger-instances";
const INSTANCE: &str = "/v1/automations/trigger-instances/{triggerInstanceId}";

pub fn rows() -> Vec<Row> {
    [instances(), collection(), one()]
        .concat()
        .into_iter()
        .map(|row| row.scope(Automations))
        .collect()
}

fn instances() -> Vec<Row> {
    vec![
        get(
            "triggerInstances.list",
            INSTANCES,
            TriggersRead,
            "List trigger instances",
        )
        .read(triggers::list_instances),
        get(
            "triggerInstances.get",
            INSTANCE,
            TriggersRead,
            "Read a trigger instance",
        )
        .errors(&[TriggerInstanceNotFound])
        .read(triggers::get_instance),
    ]
}

fn collection() -> Vec<Row> {
    vec![
        get("triggers.list", TRIGGERS, TriggersRead, "List triggers").read(triggers::list),
        post(
            "triggers.create",
            TRIGGERS,
            TriggersWrite,
            "Create a trigger",
        )
        .success(&[201])
        .errors(&[PayloadSchemaEmailRequired, TriggerAlreadyExists])
        .write(triggers::create),
        patch(
            "triggers.updateNamed",
            TRIGGERS,
            TriggersWrite,
            "Change the trigger named in the body",
        )
        .errors(&[
            TriggerEventNotFound,
            PayloadSchemaEmailRequired,
            TriggerImmutable,
        ])
        .write(triggers::update_named),
        delete(
            "triggers.deleteNamed",
            TRIGGERS,
            TriggersWrite,
            "Delete the trigger named in the body",
        )
        .errors(&[
            TriggerEventNotFound,
            TriggerHasDependentAutomations,
            TriggerImmutable,
        ])
        .write(triggers::delete_named),
    ]
}

fn one() -> Vec<Row> {
    vec![
        get("triggers.get", TRIGGER, TriggersRead, "Read a trigger")
            .errors(&[TriggerEventNotFound])
            .read(triggers::get),
        patch(
            "triggers.update",
            TRIGGER,
            TriggersWrite,
            "Change a trigger",
        )
        .errors(&[
            TriggerEventNotFound,
            PayloadSchemaEmailRequired,
            TriggerImmutable,
        ])
        .write(triggers::update),
        delete(
            "triggers.delete",
            TRIGGER,
            TriggersWrite,
            "Delete a trigger",
        )
        .errors(&[
            TriggerEventNotFound,
            TriggerHasDependentAutomations,
            TriggerImmutable,
        ])
        .write(triggers::delete),
        post("triggers.fire", FIRE, TriggersWrite, "Fire a trigger")
            .key_in_body("idempotencyKey")
            .errors(&[TriggerEventNotFound, InvalidPayload, NoPublishedAutomation])
            .handled(triggers::fire_handler()),
        get(
            "triggers.readiness",
            READINESS,
            TriggersRead,
            "Whether a fire would start something",
        )
        .errors(&[TriggerEventNotFound])
        .heavy_read(triggers::readiness),
    ]
}
