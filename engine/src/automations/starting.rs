//! Whether the automations that a fire matched may start for its recipient, and their start.

use std::collections::HashSet;

use futures_util::future::{join, join3};

use postrider_domain::automations::automation::fit;
use postrider_domain::automations::trigger::{
    Contract, NotStarted, NotStartedReason, PayloadField, run_id,
};
use postrider_domain::contacts::field::{CoreColumn, KnownFields};
use postrider_domain::contacts::filter::Declared;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::Live;
use postrider_store::automations::runs::{self, NewRun};
use postrider_store::db::{DbError, Tx};
use postrider_store::domains::Sandbox;
use postrider_store::fields::{self, FieldRecord};
use postrider_store::triggers::{self, ContactReadiness, MailRoute, TriggerRecord};
use postrider_store::usage::{self, Account};

/// What starts depend on beside their trigger.
#[derive(Clone, Copy)]
pub struct StartConditions {
    pub brand: BrandKey,
    pub now: i64,
    /// The allowance of deliveries.
    pub account: Account,
    pub sandbox: Sandbox,
}

/// A fire that starts runs.
pub struct Occasion<'a> {
    pub instance: i64,
    pub instance_id: &'a str,
    pub contact: i64,
    /// Whether mail may go to the contact, where that is known already.
    pub readiness: Option<ContactReadiness>,
}

#[derive(Debug, Default)]
pub struct Chosen {
    /// A run of each automation that may start for the contact, to be begun.
    pub new: Vec<NewRun>,
    pub not_started: Vec<NotStarted>,
}

/// Which of the automations may start for the contacts of a trigger's fires, of each in the same order.
pub async fn choose(
    tx: &Tx,
    conditions: &StartConditions,
    trigger: &TriggerRecord,
    occasions: &[Occasion<'_>],
    live: &[Live],
) -> Result<Vec<Chosen>, DbError> {
    if live.is_empty() {
        return Ok(occasions.iter().map(|_| Chosen::default()).collect());
    }
    let unknown = occasions.iter().filter(|one| one.readiness.is_none());
    let unknown = unknown.map(|one| one.contact).collect();
    // Asked together, here and below: that is one journey to the database.
    let (asked, judge) = join(
        triggers::contact_readiness(tx, conditions.brand, unknown),
        // Boxed, here and by callers: what is asked together stands beside each other in the future.
        Box::pin(Judge::gather(tx, conditions, &trigger.contract, live)),
    )
    .await;
    let (asked, judge) = (asked?, judge?);
    let choose = |occasion: &Occasion<'_>| {
        let recipient = occasion.readiness;
        let recipient = recipient.or_else(|| asked.get(&occasion.contact).copied());
        judge.choose(trigger.id, occasion, recipient, live)
    };
    Ok(occasions.iter().map(choose).collect())
}

/// Begins them.
pub async fn begin(tx: &Tx, conditions: &StartConditions, new: Vec<NewRun>) -> Result<(), DbError> {
    if !new.is_empty() {
        runs::start(tx, conditions.brand, new, conditions.now).await?;
    }
    Ok(())
}

/// Why an automation cannot start, whoever the recipient is.
pub async fn obstacles(
    tx: &Tx,
    conditions: &StartConditions,
    contract: &Contract,
    live: &[Live],
) -> Result<Vec<NotStarted>, DbError> {
    if live.is_empty() {
        return Ok(Vec::new());
    }
    let judge = Judge::gather(tx, conditions, contract, live).await?;
    let refusal = |automation: &Live| Some(judge.refusal(automation)?.of(automation));
    Ok(live.iter().filter_map(refusal).collect())
}

/// Why one does not start.
struct Refusal {
    reason: NotStartedReason,
    message: String,
}

impl Refusal {
    fn new(reason: NotStartedReason, message: impl Into<String>) -> Self {
        Self {
            reason,
            message: message.into(),
        }
    }

    fn of(self, automation: &Live) -> NotStarted {
        NotStarted {
            automation_id: automation.public_id.clone(),
            reason: self.reason,
            message: self.message,
        }
    }
}

/// By the recipient alone. Mail that is not marketing goes to people who unsubscribed.
fn refused(recipient: Option<ContactReadiness>, automation: &Live) -> Option<Refusal> {
    let recipient = recipient.unwrap_or(ContactReadiness {
        is_subscribed: false,
        is_suppressed: true,
    });
    if recipient.is_suppressed {
        let message = "The recipient is suppressed: no mail goes there.";
        return Some(Refusal::new(NotStartedReason::RecipientSuppressed, message));
    }
    if !recipient.is_subscribed && automation.uses.is_all_marketing() {
        let message = "The recipient has unsubscribed, and the automation sends marketing alone.";
        return Some(Refusal::new(
            NotStartedReason::RecipientUnsubscribed,
            message,
        ));
    }
    None
}

/// What is known about the matched automations. Only what they name is read.
struct Judge<'a> {
    declared: Vec<Declared<'a>>,
    fields: KnownFields,
    routes: Vec<MailRoute>,
    sandbox: Sandbox,
    is_used_up: bool,
}

impl<'a> Judge<'a> {
    async fn gather(
        tx: &Tx,
        conditions: &StartConditions,
        contract: &'a Contract,
        live: &[Live],
    ) -> Result<Self, DbError> {
        let with_mail = live.iter().filter(|one| !one.uses.emails.is_empty());
        let versions: Vec<i64> = with_mail.map(|one| one.version).collect();
        let (routes, fields, is_used_up) = join3(
            triggers::mail_routes(tx, conditions.brand, versions),
            tagged_fields(tx, conditions.brand, contract, live),
            is_used_up(tx, &conditions.account),
        )
        .await;
        Ok(Self {
            declared: declared(contract),
            fields: fields?,
            routes: routes?,
            sandbox: conditions.sandbox,
            is_used_up: is_used_up?,
        })
    }

    fn choose(
        &self,
        trigger: i64,
        occasion: &Occasion<'_>,
        recipient: Option<ContactReadiness>,
        live: &[Live],
    ) -> Chosen {
        let mut chosen = Chosen::default();
        for automation in live {
            let refusal = refused(recipient, automation).or_else(|| self.refusal(automation));
            if let Some(refusal) = refusal {
                chosen.not_started.push(refusal.of(automation));
                continue;
            }
            chosen.new.push(NewRun {
                public_id: run_id(occasion.instance_id, &automation.public_id),
                automation: automation.automation,
                version: automation.version,
                trigger: Some(trigger),
                instance: Some(occasion.instance),
                audience_run: None,
                contact: occasion.contact,
            });
        }
        chosen
    }

    fn refusal(&self, automation: &Live) -> Option<Refusal> {
        self.undeclared(automation)
            .or_else(|| self.unmailable(automation))
            .or_else(|| self.used_up(automation))
    }

    fn undeclared(&self, automation: &Live) -> Option<Refusal> {
        let unfit = fit::unfit_tags(&self.declared, &automation.uses, &self.fields);
        let first = unfit.into_iter().next()?;
        Some(Refusal::new(
            NotStartedReason::UndeclaredMergeTag,
            first.message,
        ))
    }

    fn unmailable(&self, automation: &Live) -> Option<Refusal> {
        automation.uses.emails.iter().find_map(|email| {
            let node = &email.node;
            let Some(route) = self.route(automation.version, node) else {
                let message =
                    format!("The mail of node `{node}` has no way out. It is tried again.");
                return Some(Refusal::new(NotStartedReason::StartError, message));
            };
            if !route.has_design {
                let message = format!("The design of node `{node}` is not ready.");
                return Some(Refusal::new(NotStartedReason::EmailNotReady, message));
            }
            let is_ready =
                route.is_verified && (!route.is_sandbox || self.sandbox == Sandbox::Shown);
            (!is_ready).then(|| {
                let message = format!("The domain of node `{node}` is not verified for sending.");
                Refusal::new(NotStartedReason::DomainNotReady, message)
            })
        })
    }

    fn route(&self, version: i64, node: &str) -> Option<&MailRoute> {
        let mut routes = self.routes.iter();
        routes.find(|route| route.version == version && route.node == node)
    }

    fn used_up(&self, automation: &Live) -> Option<Refusal> {
        (self.is_used_up && !automation.uses.emails.is_empty()).then(|| {
            let message = "The month's deliveries are used up.";
            Refusal::new(NotStartedReason::QuotaExceeded, message)
        })
    }
}

fn declared(contract: &Contract) -> Vec<Declared<'_>> {
    fn declared(field: &PayloadField) -> Declared<'_> {
        Declared {
            key: &field.key,
            field_type: field.kind.field_type(),
        }
    }
    contract.fields.iter().map(declared).collect()
}

/// The fields behind merge tags that are neither declared nor columns: usually none.
async fn tagged_fields(
    tx: &Tx,
    brand: BrandKey,
    contract: &Contract,
    live: &[Live],
) -> Result<KnownFields, DbError> {
    let tags = live.iter().flat_map(|one| &one.uses.tags);
    let names: HashSet<&str> = tags
        .map(|tag| tag.name.as_str())
        .filter(|name| !contract.declares(name) && CoreColumn::of_tag(name).is_none())
        .collect();
    if names.is_empty() {
        return Ok(KnownFields::default());
    }
    let known = fields::named(tx, brand, names).await?;
    let field = |field: FieldRecord| (field.name, field.id, field.field_type);
    Ok(known.into_iter().map(field).collect())
}

async fn is_used_up(tx: &Tx, account: &Account) -> Result<bool, DbError> {
    let Some(limit) = account.sends else {
        return Ok(false);
    };
    Ok(usage::read(tx, account).await?.sends_used >= limit)
}
