//! Which automations name a row, so that it cannot be deleted under them. A brand has few automations: those that can be
//! asked about are read, and what they use is looked at here.

use postrider_domain::automations::automation::Uses;
use postrider_domain::tenant::BrandKey;

use super::record::AutomationName;
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    LIVE_USES -> LiveUses = "
        SELECT {columns}
        FROM automations AS a
        JOIN automation_versions AS l
            ON l.org = a.org AND l.brand = a.brand AND l.id = a.live
        WHERE a.org = $1 AND a.brand = $2 AND a.published
        ORDER BY a.id";
    HEAD_USES -> HeadUses = "
        SELECT {columns}
        FROM automations AS a
        JOIN automation_versions AS h
            ON h.org = a.org AND h.brand = a.brand AND h.id = a.head
        WHERE a.org = $1 AND a.brand = $2 AND a.deleted_at IS NULL
        ORDER BY a.id";
    OF_TRIGGER -> AutomationName = "
        SELECT {columns} FROM automations AS a
        WHERE a.org = $1 AND a.brand = $2 AND (a.trigger = $3 OR a.live_trigger = $3)
            AND a.deleted_at IS NULL
        ORDER BY a.id";
    STANDING -> Bound = "
        SELECT {columns}
        FROM automations AS a
        JOIN automation_versions AS h
            ON h.org = a.org AND h.brand = a.brand AND h.id = a.head
        LEFT JOIN automation_versions AS l
            ON l.org = a.org AND l.brand = a.brand AND l.id = a.live
        WHERE a.org = $1 AND a.brand = $2 AND (a.trigger = $3 OR a.live_trigger = $3)
            AND a.deleted_at IS NULL
        ORDER BY a.id";
}

/// A row that an automation may use.
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

record! {
    struct LiveUses {
        automation: AutomationName = ..,
        uses: Uses = "l.uses",
    }
}

record! {
    struct HeadUses {
        automation: AutomationName = ..,
        uses: Uses = "h.uses",
    }
}

/// Automations whose newest version names a row, published or not, oldest first.
pub async fn naming(
    tx: &Tx,
    brand: BrandKey,
    used: Used<'_>,
) -> Result<Vec<AutomationName>, DbError> {
    let heads = tx.all(&HEAD_USES, params![brand.org, brand.brand]).await?;
    let found = heads.into_iter().filter(|head| used.is_in(&head.uses));
    Ok(found.map(|head| head.automation).collect())
}

/// Published automations whose live version uses a row, oldest first.
pub async fn using(
    tx: &Tx,
    brand: BrandKey,
    used: Used<'_>,
) -> Result<Vec<AutomationName>, DbError> {
    let live = tx.all(&LIVE_USES, params![brand.org, brand.brand]).await?;
    let found = live.into_iter().filter(|live| used.is_in(&live.uses));
    Ok(found.map(|live| live.automation).collect())
}

/// Automations whose newest or live version is bound to a trigger, published or not, oldest first.
pub async fn referencing_trigger(
    tx: &Tx,
    brand: BrandKey,
    trigger: i64,
) -> Result<Vec<AutomationName>, DbError> {
    let values = params![brand.org, brand.brand, trigger];
    tx.all(&OF_TRIGGER, values).await
}

record! {
    /// An automation that is bound to a trigger, with what its versions need of it.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Bound {
        pub automation: AutomationName = ..,
        pub head: Uses = "h.uses",
        pub live: Option<Uses> = "l.uses",
    }
}

/// Like [`referencing_trigger`], with what they use.
pub async fn bound_to_trigger(
    tx: &Tx,
    brand: BrandKey,
    trigger: i64,
) -> Result<Vec<Bound>, DbError> {
    let values = params![brand.org, brand.brand, trigger];
    tx.all(&STANDING, values).await
}
