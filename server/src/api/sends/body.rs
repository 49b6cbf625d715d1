//! What a caller gives of a campaign.

use jiff::tz::TimeZone;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::{check_line, check_title};
use postrider_domain::time::When;
use postrider_engine::campaigns::{AddressedTo, Campaign, EVERYBODY};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
#[schemars(rename = "SendBody")]
pub struct CreateBody {
    /// A design of type `campaign`: it is sent once.
    pub email_id: String,
    /// A version of the design; without one, the newest as it stands now.
    pub email_version_id: Option<String>,
    /// Without one, the domain of `from.email`, else the brand's only domain that is ready.
    pub domain_id: Option<String>,
    /// Who gets it: an audience, or `all` for every contact of the brand.
    pub audience_id: Option<String>,
    /// Who gets it, instead of `audienceId`: one address or up to 1000, which become contacts.
    pub to: Option<To>,
    /// Without one, the design's. Merge tags are filled in for each recipient.
    #[schemars(length(min = 1, max = 500))]
    pub subject: Option<String>,
    /// The line beside the subject in an inbox; without one, the design's.
    #[schemars(length(max = 500))]
    pub preview_text: Option<String>,
    /// Without one, the domain's default, else `hello@` the domain with the brand's name.
    pub from: Option<Sender>,
    /// Where answers go; without one, the domain's default.
    #[schemars(length(max = 254))]
    pub reply_to: Option<String>,
    /// When it starts, in the future: an ISO time. Without one, now.
    #[schemars(extend("examples" = ["2030-01-02T03:04:05Z"]))]
    pub scheduled_at: Option<String>,
    /// Counts who would get it, and changes nothing.
    pub dry_run: Option<bool>,
    /// `true` makes it a test to one inbox.
    #[expect(dead_code, reason = "what is true here leads to another row")]
    pub test: Option<bool>,
    /// `live`, as without it; `test` makes it a test to one inbox.
    #[expect(dead_code, reason = "a test leads to another row")]
    pub mode: Option<SendMode>,
}

/// Addresses, one alone or many.
#[derive(Deserialize, JsonSchema)]
#[serde(untagged)]
#[schemars(rename = "SendTo")]
pub enum To {
    List(#[schemars(length(min = 1, max = 1000))] Vec<String>),
    Address(String),
}

#[derive(Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum SendMode {
    Live,
    Test,
}

/// Who a mail is from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Sender {
    /// An address on the domain.
    #[schemars(length(max = 254))]
    pub email: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(length(max = 200))]
    pub name: Option<String>,
}

/// A body, checked as far as it can be by itself.
pub fn campaign(body: &CreateBody, zone: &TimeZone, now: i64) -> Result<Campaign, Problem> {
    if let Some(subject) = &body.subject {
        check_title("subject", subject)?;
    }
    check_line(
        "previewText",
        body.preview_text.as_deref().unwrap_or_default(),
    )?;
    let from = match &body.from {
        None => None,
        Some(from) => {
            check_line("from.name", from.name.as_deref().unwrap_or_default())?;
            let name = from.name.clone().filter(|name| !is_blank(name));
            Some((address(&from.email, "from.email")?, name))
        }
    };
    let reply_to = body.reply_to.as_deref();
    Ok(Campaign {
        email_id: body.email_id.clone(),
        email_version_id: body.email_version_id.clone(),
        domain_id: body.domain_id.clone(),
        addressed_to: addressed_to(body)?,
        subject: body.subject.clone(),
        preview_text: body.preview_text.clone().filter(|text| !is_blank(text)),
        from,
        reply_to: reply_to.map(|text| address(text, "replyTo")).transpose()?,
        scheduled_at: body
            .scheduled_at
            .as_deref()
            .map(|text| future(text, zone, now))
            .transpose()?,
        dry_run: body.dry_run == Some(true),
    })
}

fn is_blank(text: &str) -> bool {
    text.trim().is_empty()
}

fn addressed_to(body: &CreateBody) -> Result<AddressedTo, Problem> {
    match (&body.audience_id, &body.to) {
        (Some(_), Some(_)) => Err(Problem::invalid(
            "to",
            "A send goes either to `audienceId` or to the addresses in `to`.",
        )),
        (None, None) => Err(
            Problem::invalid("audienceId", "Nobody is named to send to.").suggest(
                "Name an audience in `audienceId`, `all` for every contact, or addresses in `to`.",
            ),
        ),
        (Some(id), None) if id == EVERYBODY => Ok(AddressedTo::Everybody),
        (Some(id), None) => Ok(AddressedTo::Audience(id.clone())),
        (None, Some(To::Address(text))) => Ok(AddressedTo::Addresses(vec![address(text, "to")?])),
        (None, Some(To::List(to))) => {
            let each = |(index, text): (usize, &String)| address(text, &format!("to[{index}]"));
            let addresses = to.iter().enumerate().map(each);
            Ok(AddressedTo::Addresses(addresses.collect::<Result<_, _>>()?))
        }
    }
}

/// An address that stands under `param`.
pub fn address(text: &str, param: &str) -> Result<EmailAddress, Problem> {
    EmailAddress::parse(text).map_err(|problem| problem.param(param))
}

/// A time that is still to come; without an offset it is meant where the brand is.
pub fn future(text: &str, zone: &TimeZone, now: i64) -> Result<i64, Problem> {
    let refuse = |message: &str| {
        Err(Problem::invalid("scheduledAt", message)
            .suggest("Send a time such as `2030-01-02T03:04:05Z`, or leave it out to start now."))
    };
    match When::parse(text).map(|when| when.start(zone)) {
        None => refuse("`scheduledAt` is no ISO time."),
        Some(at) if at <= now => refuse("`scheduledAt` is not in the future."),
        Some(at) => Ok(at),
    }
}
