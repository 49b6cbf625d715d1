//! Which automations name a row, so that it cannot be deleted under them. A brand has few automations: those that can be
//! asked about are read, and what they use is looked at here.

use postrider_domain::automations::automation::Uses;
use postrider_domain::tenant::BrandKey;

use super::record::{AutomationName, name_of};
use super::versions::uses_of;
use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    LIVE_USES = "
        SELECT a.id, a.public_id, a.name, a.published, l.uses
        FROM automations AS a
        JOIN automation_versions AS l
            ON l.org = a.org AND l.brand = a.brand AND l.id = a.live
        WHERE a.org = $1 AND a.brand = $2 AND a.published
        ORDER BY a.id";
    OF_TRIGGER = "
        SELECT id, public_id, name, published FROM automations
        WHERE org = $1 AND brand = $2 AND (trigger = $3 OR live_trigger = $3)
            AND deleted_at IS NULL
        ORDER BY id";
    STANDING = "
        SELECT a.id, a.public_id, a.name, a.published, h.uses, l.uses
        FROM automations AS a
        JOIN automation_versions AS h
            ON h.org = a.org AND h.brand = a.brand AND h.id = a.head
        LEFT JOIN automation_versions AS l
            ON l.org = a.org AND l.brand = a.brand AND l.id = a.live
        WHERE a.org = $1 AND a.brand = $2 AND (a.trigger = $3 OR a.live_trigger = $3)
            AND a.deleted_at IS NULL
        ORDER BY a.id";
}

/// A row that a published automation may use.
#[derive(Clone, Copy, Debug)]
pub enum Used<'a> {
    Email(i64),
    Domain(i64),
    Audience(i64),
    /// A custom field, by name.
    Field(&'a str),
}

impl Used<'_> {
    fn is_in(self, uses: &Uses) -> bool {
        match self {
            Self::Email(email) => uses.emails.iter().any(|used| used.email == email),
            Self::Domain(domain) => uses.domains.contains(&domain),
            Self::Audience(audience) => uses.audience == Some(audience),
            // The trigger may stop declaring a tag at any time: then the field is what gives it.
            Self::Field(name) => {
                uses.fields.iter().any(|field| field == name)
                    || uses.tags.iter().any(|tag| tag.name == name)
            }
        }
    }
}

/// Published automations whose live version uses a row, oldest first.
pub async fn using(
    tx: &Tx,
    brand: BrandKey,
    used: Used<'_>,
) -> Result<Vec<AutomationName>, DbError> {
    let rows = tx.rows(&LIVE_USES, params![brand.org, brand.brand]).await?;
    let mut found = Vec::new();
    for row in &rows {
        if used.is_in(&uses_of(row.str(4)?)?) {
            found.push(name_of(row)?);
        }
    }
    Ok(found)
}

/// Automations whose newest or live version is bound to a trigger, published or not, oldest first.
pub async fn referencing_trigger(
    tx: &Tx,
    brand: BrandKey,
    trigger: i64,
) -> Result<Vec<AutomationName>, DbError> {
    let values = params![brand.org, brand.brand, trigger];
    let rows = tx.rows(&OF_TRIGGER, values).await?;
    rows.iter().map(name_of).collect()
}

/// An automation that is bound to a trigger, with what its versions need of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bound {
    pub automation: AutomationName,
    pub head: Uses,
    pub live: Option<Uses>,
}

/// Like [`referencing_trigger`], with what they use.
pub async fn bound_to_trigger(
    tx: &Tx,
    brand: BrandKey,
    trigger: i64,
) -> Result<Vec<Bound>, DbError> {
    let values = params![brand.org, brand.brand, trigger];
    let rows = tx.rows(&STANDING, values).await?;
    let bound = |row: &Row| {
        Ok(Bound {
            automation: name_of(row)?,
            head: uses_of(row.str(4)?)?,
            live: row.opt_str(5)?.map(uses_of).transpose()?,
        })
    };
    rows.iter().map(bound).collect()
}
