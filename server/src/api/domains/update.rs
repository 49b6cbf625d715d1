//! `PATCH /v1/domains/{domainId}`: whom its mails come from unless a send says otherwise, and what is counted.

use std::sync::Arc;

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::check_line;
use postrider_domain::patch::Patch;
use postrider_engine::domains::{lock, not_found};
use postrider_store::db::Tx;
use postrider_store::domains::{self, DomainRecord, Settings};
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Domain, show};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DomainUpdate")]
pub struct UpdateBody {
    /// What a send from the domain uses where it says nothing itself; `null` removes all of it.
    #[serde(default)]
    defaults: Patch<DefaultsUpdate>,
    /// Whether opens of its mails are counted, if the brand agrees.
    open_tracking: Option<bool>,
    /// Whether clicks are, if the brand agrees.
    click_tracking: Option<bool>,
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DomainDefaultsUpdate")]
struct DefaultsUpdate {
    /// Replaces the sender as a whole; `null` removes it.
    #[serde(default)]
    from: Patch<FromUpdate>,
    /// `null` removes it.
    #[serde(default)]
    #[schemars(length(max = 320))]
    reply_to: Patch<String>,
}

#[derive(Clone, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "DefaultSenderUpdate")]
struct FromUpdate {
    /// An address on the domain itself.
    #[schemars(length(max = 320))]
    email: String,
    #[schemars(length(min = 1, max = 200), extend("examples" = ["Analytical Engines"]))]
    name: Option<String>,
}

pub async fn update(tx: Tx, cx: Cx, body: Arc<UpdateBody>) -> ApiResult<Reply<Domain>> {
    let (brand, sandbox) = (cx.brand_key()?, cx.app().sandbox());
    let before = lock(&tx, brand, cx.path("domainId"), sandbox).await?;
    let (id, settings) = (before.id, settings(&body, before)?);
    let domain = domains::set_settings(&tx, brand, id, settings, cx.now()).await?;
    Ok(Reply::ok(show(&cx, domain.ok_or_else(not_found)?)))
}

fn settings(body: &UpdateBody, before: DomainRecord) -> Result<Settings, Problem> {
    let mut settings = Settings {
        from_email: before.default_from_email,
        from_name: before.default_from_name,
        reply_to: before.default_reply_to,
        open_tracking: body.open_tracking.unwrap_or(before.open_tracking),
        click_tracking: body.click_tracking.unwrap_or(before.click_tracking),
    };
    match &body.defaults {
        Patch::Keep => {}
        Patch::Clear => {
            (settings.from_email, settings.from_name, settings.reply_to) = (None, None, None);
        }
        Patch::Set(defaults) => set_defaults(&mut settings, defaults, &before.name)?,
    }
    Ok(settings)
}

fn set_defaults(
    settings: &mut Settings,
    defaults: &DefaultsUpdate,
    domain: &str,
) -> Result<(), Problem> {
    match &defaults.from {
        Patch::Keep => {}
        Patch::Clear => (settings.from_email, settings.from_name) = (None, None),
        Patch::Set(from) => {
            if let Some(name) = &from.name {
                check_line("defaults.from.name", name)?;
            }
            settings.from_email = Some(on_domain(&from.email, domain)?);
            settings.from_name.clone_from(&from.name);
        }
    }
    match &defaults.reply_to {
        Patch::Keep => {}
        Patch::Clear => settings.reply_to = None,
        Patch::Set(email) => {
            let address = address("defaults.replyTo", email)?;
            settings.reply_to = Some(address.into_string());
        }
    }
    Ok(())
}

fn on_domain(email: &str, domain: &str) -> Result<String, Problem> {
    const PARAM: &str = "defaults.from.email";
    let address = address(PARAM, email)?;
    if address.domain() != domain {
        return Err(Problem::invalid(
            PARAM,
            format!("The address is not on the domain `{domain}`."),
        )
        .suggest(format!("Use an address such as `hello@{domain}`.")));
    }
    Ok(address.into_string())
}

fn address(param: &str, email: &str) -> Result<EmailAddress, Problem> {
    EmailAddress::parse(email).map_err(|problem| Problem {
        param: Some(param.to_owned()),
        ..problem
    })
}
