//! A flow that is used: a group with its designs, its trigger, the fields of contacts that it looks at, and an automation,
//! which is a draft until somebody publishes it.

use postrider_content::catalog::Flow;
use postrider_domain::automations::automation::{Graph, Notice, Purpose, SendEmailConfig};
use postrider_domain::automations::trigger::{Contract, Enforcement};
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_store::automations::AutomationRecord;
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::{self, Sandbox};
use postrider_store::emails::EmailRecord;
use postrider_store::fields::{self, NewField};
use postrider_store::groups;
use postrider_store::triggers::{self, NewTrigger};

use super::drawing::{Drawing, Drawn, Place};
use crate::assets;
use crate::automations::checking;
use crate::automations::drafting::{self, AuthoringContext, GivenAutomation};
use crate::campaigns;
use crate::designs::DesignContext;
use crate::domains::not_found as no_such_domain;
use crate::failure::Failure;

/// Whose flow it becomes.
pub struct FlowContext {
    pub designs: DesignContext,
    pub sandbox: Sandbox,
    pub bounds: FieldBounds,
}

/// What whoever uses a flow says of it.
pub struct FlowUse {
    /// Without one, the title of the flow.
    pub name: Option<String>,
    /// What its mails come from; without one the draft has none yet.
    pub domain_id: Option<String>,
    /// Without one, the flow makes its own.
    pub trigger_event_id: Option<String>,
}

/// All that a flow has become.
pub struct UsedFlow {
    pub automation: AutomationRecord,
    pub trigger_event_id: String,
    pub group_id: String,
    /// In the order of the flow.
    pub emails: Vec<EmailRecord>,
    /// What keeps the automation from being published.
    pub blockers: Vec<Notice>,
}

/// The templates of a flow, in its order.
pub fn drawings(flow: &Flow) -> Vec<Drawing> {
    let mails = flow.mails().filter_map(|(_, mail)| mail.template());
    mails
        .map(|template| Drawing {
            template,
            kind: template.automation_type(),
        })
        .collect()
}

/// Refuses a domain or a trigger that the brand does not have, before anything is drawn.
pub async fn require_named(
    tx: &Tx,
    context: &FlowContext,
    wanted: &FlowUse,
) -> Result<(), Failure> {
    let brand = context.designs.brand;
    let mut domain = None;
    if let Some(id) = &wanted.domain_id {
        let found = domains::by_public_id(tx, brand, id, context.sandbox).await?;
        domain = Some(found.ok_or_else(|| no_such_domain().param("domainId"))?);
    }
    if let Some(id) = &wanted.trigger_event_id
        && triggers::get(tx, brand, id).await?.is_none()
    {
        let message = "There is no such trigger.";
        return Err(Problem::new(Code::TriggerEventNotFound, message)
            .param("triggerEventId")
            .into());
    }
    if let Some(domain) = domain {
        campaigns::require_ready(&domain)?;
    }
    Ok(())
}

pub async fn use_flow(
    tx: &Tx,
    context: &FlowContext,
    flow: &Flow,
    wanted: &FlowUse,
    drawn: &Drawn,
) -> Result<UsedFlow, Failure> {
    require_named(tx, context, wanted).await?;
    let (group_id, emails) = write_designs(tx, &context.designs, flow, drawn).await?;
    let trigger_event_id = match &wanted.trigger_event_id {
        Some(id) => id.clone(),
        None => make_trigger(tx, &context.designs, flow).await?,
    };
    make_fields(tx, context, flow).await?;
    let graph = graph(
        flow,
        &trigger_event_id,
        wanted.domain_id.as_deref(),
        &emails,
    );
    let authoring = AuthoringContext {
        brand: context.designs.brand,
        sandbox: context.sandbox,
        now: context.designs.now,
        ids: context.designs.ids,
    };
    let given = GivenAutomation {
        name: wanted.name.clone().unwrap_or_else(|| flow.title.clone()),
        description: Some(flow.description.clone()),
        graph,
    };
    let automation = drafting::create(tx, &authoring, &given).await?;
    let (brand, sandbox) = (authoring.brand, context.sandbox);
    let blockers = checking::blockers(tx, brand, &given.graph, Purpose::Publish, sandbox).await?;
    Ok(UsedFlow {
        automation,
        trigger_event_id,
        group_id,
        emails,
        blockers,
    })
}

async fn write_designs(
    tx: &Tx,
    context: &DesignContext,
    flow: &Flow,
    drawn: &Drawn,
) -> Result<(String, Vec<EmailRecord>), Failure> {
    let (brand, now) = (context.brand, context.now);
    assets::keep(tx, brand, &context.plan, &drawn.made.taken, now).await?;
    let group_id = format!("grp_{}", (context.ids)());
    let group = groups::create(tx, brand, &group_id, &flow.title, now).await?;
    let mut emails = Vec::with_capacity(drawn.drawings.len());
    let drawings = drawn.drawings.iter().zip(&drawn.made.contents);
    let mails = flow.mails().filter(|(_, mail)| mail.template().is_some());
    for ((drawing, version), (_, mail)) in drawings.zip(mails) {
        let place = Place {
            title: None,
            subject: mail.subject(),
            group: Some(group.id),
        };
        emails.push(drawing.write(tx, context, version, &place).await?);
    }
    Ok((group_id, emails))
}

async fn make_trigger(tx: &Tx, context: &DesignContext, flow: &Flow) -> Result<String, Failure> {
    let new = NewTrigger {
        public_id: (context.ids)(),
        title: flow.trigger.title.clone(),
        description: Some(flow.trigger.description.clone()),
        contract: Contract::check(flow.trigger.fields.clone(), Enforcement::default())?,
    };
    let made = triggers::create(tx, context.brand, &new, context.now).await?;
    let made = made.ok_or_else(|| DbError::Other("the id of a new trigger is taken".into()))?;
    Ok(made.public_id)
}

/// A field that is there with another type, or has no room any more, is a blocker: the flow is a draft all the same.
async fn make_fields(tx: &Tx, context: &FlowContext, flow: &Flow) -> Result<(), DbError> {
    let wanted = flow.contact_fields.iter().filter_map(|field| {
        Some(NewField {
            name: field.name.clone(),
            field_type: field.kind.field_type()?,
            label: None,
        })
    });
    let wanted: Vec<NewField> = wanted.collect();
    if wanted.is_empty() {
        return Ok(());
    }
    let (brand, now) = (context.designs.brand, context.designs.now);
    fields::create(tx, brand, &wanted, context.bounds.fields, now).await?;
    Ok(())
}

fn graph(flow: &Flow, trigger: &str, domain: Option<&str>, emails: &[EmailRecord]) -> Graph {
    let mut emails = emails.iter();
    flow.graph(Some(trigger), |_, mail| {
        let email = emails.next();
        SendEmailConfig {
            email_id: email.map(|email| email.public_id.clone()),
            email_version_id: email
                .and_then(|email| email.head.as_ref())
                .map(|head| head.public_id.clone()),
            domain_id: domain.map(ToOwned::to_owned),
            subject: mail.subject().map(ToOwned::to_owned),
            ..SendEmailConfig::default()
        }
    })
}
