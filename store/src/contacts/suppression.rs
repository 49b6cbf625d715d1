//! Who is mailed no more, and why: what was said, by whom, about which mail.

use postrider_domain::contacts::contact::SuppressionReason;
use postrider_domain::tenant::BrandKey;
use serde_json::{Value as Json, json};

use super::write::{Pending, Write};
use crate::db::{DbError, Tx, Value};
use crate::{contact_changes, params, statements};

statements! {
    // A complaint is lifted only by a newer consent of the person who complained.
    UNSUPPRESS -> (i64,) = "
        UPDATE contacts SET suppressed_reason = NULL, suppressed_at = NULL, updated_at = $4
        WHERE org = $1 AND brand = $2 AND email = $3
            AND suppressed_reason IS NOT NULL AND suppressed_reason <> 'complained'
        RETURNING id";
    // What a receiver says goes before what a look at the address said, a complaint before everything; a person's
    // word stays otherwise.
    bulk(org: Int, brand: Int, id: Int, reason: Text, now: Int) SUPPRESS -> (i64,) = "
        UPDATE contacts SET suppressed_reason = r.reason, suppressed_at = r.now, updated_at = r.now
        FROM {rows} AS r
        WHERE contacts.org = r.org AND contacts.brand = r.brand AND contacts.id = r.id
            AND (COALESCE(contacts.suppressed_reason, 'invalid') IN ('invalid', 'risky')
                OR (r.reason = 'complained' AND contacts.suppressed_reason <> 'complained'))
        RETURNING contacts.id";
    bulk(org: Int, brand: Int, contact: Int, reason: Text, at: Int, send: Int, detail: Text) WITNESS = "
        INSERT INTO suppressions (org, brand, contact, reason, at, send, detail)
        SELECT r.org, r.brand, r.contact, r.reason, r.at, r.send, r.detail FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, contact) DO UPDATE SET reason = excluded.reason, at = excluded.at,
            send = excluded.send, detail = excluded.detail";
    // As a contact, or as one that was deleted.
    COMPLAINED -> (i64,) = "
        SELECT 1 FROM contacts
        WHERE org = $1 AND brand = $2 AND email = $3 AND suppressed_reason = 'complained'
        UNION ALL
        SELECT 1 FROM opt_outs
        WHERE org = $1 AND brand = $2 AND address_hash = $4 AND suppressed_reason = 'complained'
        LIMIT 1";
    FORGET = "DELETE FROM suppressions WHERE org = $1 AND brand = $2 AND contact {in_ints}($3)";
    FORGET_LIFTED = "
        DELETE FROM suppressions WHERE org = $1 AND brand = $2 AND contact {in_ints}($3) AND NOT EXISTS (
            SELECT 1 FROM contacts AS c WHERE c.org = $1 AND c.brand = $2 AND c.id = suppressions.contact
                AND c.suppressed_reason IS NOT NULL)";
    FORGET_SOFT = "DELETE FROM soft_bounces WHERE org = $1 AND brand = $2 AND contact {in_ints}($3)";
    // Of a contact that was deleted, the address alone is remembered, for the day that it comes back.
    REMEMBER = "
        INSERT INTO opt_outs (org, brand, address_hash, suppressed_reason, suppressed_at)
        SELECT d.org, d.brand, d.address_hash, CAST($4 AS TEXT), CAST($5 AS BIGINT)
        FROM departed_contacts AS d
        WHERE d.org = $1 AND d.brand = $2 AND d.contact = $3 AND NOT EXISTS (
            SELECT 1 FROM contacts AS c WHERE c.org = d.org AND c.brand = d.brand AND c.id = $3)
        ON CONFLICT (org, brand, address_hash) DO UPDATE SET
            suppressed_reason = excluded.suppressed_reason, suppressed_at = excluded.suppressed_at
            WHERE COALESCE(opt_outs.suppressed_reason, 'invalid') IN ('invalid', 'risky')
                OR (excluded.suppressed_reason = 'complained' AND opt_outs.suppressed_reason <> 'complained')";
}

/// A contact that is mailed no more, with the evidence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suppressed {
    pub contact: i64,
    /// The send that brought it to light.
    pub send: Option<i64>,
    /// JSON: `source` (`reply`, `report`, `complaint`), `smtpReply`, `bounceType`, `reporter`.
    pub detail: String,
}

impl Suppressed {
    /// By somebody's word; no mail brought it to light.
    pub fn by_hand(contact: i64) -> Self {
        Self {
            contact,
            send: None,
            detail: "{}".to_owned(),
        }
    }

    /// By what the receiver answered while it was mailed: a `hard` bounce, or the last of many `soft` ones. `event` is
    /// the detail of its event.
    pub fn by_reply(contact: i64, send: i64, bounce_type: &str, event: Option<&str>) -> Self {
        let said: Option<Json> = event.and_then(|event| serde_json::from_str(event).ok());
        let reply = said.as_ref().map(|said| &said["smtpReply"]);
        let mut detail = json!({ "source": "reply", "bounceType": bounce_type });
        if let Some(reply) = reply.filter(|reply| reply.is_string()) {
            detail["smtpReply"] = reply.clone();
        }
        Self {
            contact,
            send: Some(send),
            detail: detail.to_string(),
        }
    }
}

/// Suppresses contacts by number, and keeps why; those that were suppressed for as good a reason stay as they are.
pub async fn suppress(
    tx: &Tx,
    brand: BrandKey,
    mut contacts: Vec<Suppressed>,
    reason: SuppressionReason,
    now: i64,
) -> Result<(), DbError> {
    contacts.sort_unstable_by_key(|suppressed| suppressed.contact);
    contacts.dedup_by_key(|suppressed| suppressed.contact);
    let (org, of) = (Value::from(brand.org), Value::from(brand.brand));
    let reason = Value::from(reason.as_str());
    let row = |suppressed: &Suppressed| {
        let contact = suppressed.contact.into();
        vec![org.clone(), of.clone(), contact, reason.clone(), now.into()]
    };
    let changed = tx
        .bulk_all(&SUPPRESS, contacts.iter().map(row).collect())
        .await?;
    let witnessed = contacts
        .iter()
        .filter(|suppressed| changed.contains(&(suppressed.contact,)));
    let evidence = witnessed.map(|suppressed| {
        let mut row = row(suppressed);
        row.push(suppressed.send.into());
        row.push(suppressed.detail.as_str().into());
        row
    });
    tx.bulk(&WITNESS, evidence.collect()).await?;
    if !changed.is_empty() {
        contact_changes::note(tx, brand, now).await?;
    }
    Ok(())
}

/// Somebody who may have been deleted since: then whoever comes back with the address begins suppressed.
pub async fn suppress_departed(
    tx: &Tx,
    brand: BrandKey,
    contact: i64,
    reason: SuppressionReason,
    now: i64,
) -> Result<(), DbError> {
    let values = params![brand.org, brand.brand, contact, reason.as_str(), now];
    tx.execute(&REMEMBER, values).await?;
    Ok(())
}

/// Whether somebody with this address, and keyed hash of it, has complained and never consented again.
pub async fn has_complained(
    tx: &Tx,
    brand: BrandKey,
    email: &str,
    address_hash: Vec<u8>,
) -> Result<bool, DbError> {
    let values = params![brand.org, brand.brand, email, address_hash];
    Ok(tx.value(&COMPLAINED, values).await?.is_some())
}

/// Whether there was a suppression that could be lifted.
pub async fn unsuppress(tx: &Tx, brand: BrandKey, email: &str, now: i64) -> Result<bool, DbError> {
    let lifted = tx
        .values(&UNSUPPRESS, params![brand.org, brand.brand, email, now])
        .await?;
    let is_lifted = !lifted.is_empty();
    if is_lifted {
        contact_changes::note(tx, brand, now).await?;
    }
    forget(tx, brand, lifted).await?;
    Ok(is_lifted)
}

/// What was known against contacts: it was lifted, or they are gone.
pub(super) async fn forget(tx: &Tx, brand: BrandKey, contacts: Vec<i64>) -> Result<(), DbError> {
    if contacts.is_empty() {
        return Ok(());
    }
    let values = params![brand.org, brand.brand, Value::ints(contacts)];
    tx.execute(&FORGET, &values).await?;
    tx.execute(&FORGET_SOFT, &values).await?;
    Ok(())
}

/// What was known against those of these contacts whose newer consent ended a complaint.
pub(super) async fn forget_lifted(
    tx: &Tx,
    brand: BrandKey,
    contacts: Vec<i64>,
) -> Result<(), DbError> {
    if !contacts.is_empty() {
        let values = params![brand.org, brand.brand, Value::ints(contacts)];
        tx.execute(&FORGET_LIFTED, values).await?;
    }
    Ok(())
}

/// Those of the contacts that a person wants to be mailed no more.
pub(super) async fn suppress_by_hand<'a>(
    tx: &Tx,
    write: Write<'_>,
    written: impl Iterator<Item = &'a Pending<'a>>,
) -> Result<(), DbError> {
    let asked = written.filter(|pending| pending.contact.suppress);
    let asked: Vec<_> = asked
        .map(|pending| Suppressed::by_hand(pending.id))
        .collect();
    if asked.is_empty() {
        return Ok(());
    }
    let (reason, now) = (SuppressionReason::Manual, write.rules.now);
    suppress(tx, write.brand, asked, reason, now).await
}
