//! A contact as the API shows it.

use std::collections::{BTreeSet, HashMap};

use postrider_domain::contacts::contact::ConsentInput;
use postrider_domain::contacts::field::{KnownField, KnownFields};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::ids;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::contacts::single::not_found;
use postrider_store::brands::BrandIdentity;
use postrider_store::contacts::ContactRecord;
use postrider_store::db::Tx;
use postrider_store::fields;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

use crate::api::failure::ApiResult;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Contact {
    pub contact_id: String,
    pub email: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub first_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_name: Option<String>,
    pub subscribed: bool,
    /// String, number, boolean; a date is Unix seconds.
    pub custom_fields: Map<String, Value>,
    /// `valid`, `risky`, `invalid` or `unknown`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_status: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub last_validated_at: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub validation_details: Option<ValidationDetails>,
    pub suppressed: bool,
    /// `bounced`, `complained`, `invalid`, `risky` or `manual`
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppressed_reason: Option<String>,
    /// Why it is suppressed: what was said, by whom, about which mail. `GET /v1/contacts?suppressed=true` is the
    /// suppression list of the brand.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub suppression: Option<Suppression>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub consent: Option<ConsentInput>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub import_id: Option<String>,
    pub created_at: String,
    pub updated_at: String,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Suppression {
    /// `bounced`, `complained`, `invalid`, `risky` or `manual`
    pub reason: String,
    /// Since when.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
    #[serde(flatten)]
    pub evidence: Evidence,
    /// The send that brought it to light.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub send_id: Option<String>,
}

/// What is kept of what was said.
#[derive(Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, rename_all = "camelCase")]
pub struct Evidence {
    /// `reply`: the receiver's answer when it was mailed; `report`: a report that came later; `complaint`: the
    /// person, by way of their mailbox provider. Absent where no mail brought it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
    /// What the receiving server said.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub smtp_reply: Option<String>,
    /// `hard`, or `soft` for one of many over a long time
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bounce_type: Option<String>,
    /// Which server or provider reported it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reporter: Option<String>,
}

#[derive(Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ValidationDetails {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub did_you_mean: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_disposable: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_role: Option<bool>,
}

/// Field names by the number under which contacts keep the values.
pub struct FieldNames(HashMap<String, String>);

impl FieldNames {
    pub fn of(known: &KnownFields) -> Self {
        let name = |(name, field): (&str, KnownField)| (field.number.to_string(), name.to_owned());
        Self(known.iter().map(name).collect())
    }

    pub fn extend(&mut self, known: &KnownFields) {
        self.0.extend(Self::of(known).0);
    }

    /// The numbers of the contact's fields that have no name here.
    pub fn missing(&self, record: &ContactRecord) -> Result<Vec<i64>, Problem> {
        let by_number: Map<String, Value> = stored(&record.custom)?;
        let nameless = by_number.keys().filter(|key| !self.0.contains_key(*key));
        Ok(nameless.filter_map(|key| key.parse().ok()).collect())
    }

    /// Values of deleted fields have no name any more and are left out.
    fn named(&self, custom: &str) -> Result<Map<String, Value>, Problem> {
        let by_number: Map<String, Value> = stored(custom)?;
        Ok(by_number
            .into_iter()
            .filter_map(|(number, value)| Some((self.0.get(&number)?.clone(), value)))
            .collect())
    }
}

fn suppression(record: &ContactRecord) -> Result<Option<Suppression>, Problem> {
    let Some(reason) = record.suppressed_reason.clone() else {
        return Ok(None);
    };
    let evidence = record.evidence.as_deref().map(stored).transpose()?;
    Ok(Some(Suppression {
        reason,
        at: record.suppressed_at.map(time::format),
        evidence: evidence.unwrap_or_default(),
        send_id: record.evidence_send.clone(),
    }))
}

pub fn show(
    brand_public_id: &str,
    names: &FieldNames,
    record: ContactRecord,
) -> Result<Contact, Problem> {
    let suppression = suppression(&record)?;
    Ok(Contact {
        suppression,
        contact_id: ids::contact_id(brand_public_id, record.id),
        email: record.email,
        first_name: record.first_name,
        last_name: record.last_name,
        subscribed: record.subscribed,
        custom_fields: names.named(&record.custom)?,
        validation_status: record.validation_status,
        last_validated_at: record.validated_at.map(time::format),
        validation_details: record.validation.as_deref().map(stored).transpose()?,
        suppressed: record.suppressed_reason.is_some(),
        suppressed_reason: record.suppressed_reason,
        consent: record.consent.as_deref().map(stored).transpose()?,
        import_id: record.import_id,
        created_at: time::format(record.created_at),
        updated_at: time::format(record.updated_at),
    })
}

/// A contact alone.
pub async fn show_one(
    tx: &Tx,
    brand: &BrandIdentity,
    known: &KnownFields,
    record: ContactRecord,
) -> ApiResult<Contact> {
    let shown = show_some(tx, brand, known, vec![record]).await?;
    let shown = shown.into_iter().next();
    Ok(shown.ok_or_else(not_found)?)
}

/// A few contacts: the names of those fields alone that they have values in are read, as far as they are not known.
pub async fn show_some(
    tx: &Tx,
    brand: &BrandIdentity,
    known: &KnownFields,
    records: Vec<ContactRecord>,
) -> ApiResult<Vec<Contact>> {
    let mut names = FieldNames::of(known);
    let mut nameless = BTreeSet::new();
    for record in &records {
        nameless.extend(names.missing(record)?);
    }
    if !nameless.is_empty() {
        let fields = fields::numbered(tx, brand.key, nameless).await?;
        names.extend(&fields::by_name(fields));
    }
    let shown = records
        .into_iter()
        .map(|record| show(&brand.public_id, &names, record));
    Ok(shown.collect::<Result<_, _>>()?)
}

/// JSON that we wrote ourselves.
pub fn stored<T: serde::de::DeserializeOwned>(text: &str) -> Result<T, Problem> {
    serde_json::from_str(text).map_err(|error| {
        tracing::error!(error = %error, "a stored contact cannot be read");
        Problem::new(Code::InternalError, "A stored value cannot be read.")
    })
}
