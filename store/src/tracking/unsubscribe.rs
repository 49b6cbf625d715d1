//! The unsubscribe link of a mail.

use super::RecipientRef;
use crate::db::{DbError, Tx};
use crate::{contact_changes, params, statements};

statements! {
    WHO -> (i64,) = "
        SELECT COALESCE(d.successor, x.contact) FROM recipients AS x
        LEFT JOIN departed_contacts AS d ON d.org = x.org AND d.brand = x.brand AND d.contact = x.contact
        WHERE x.org = $1 AND x.brand = $2 AND x.send = $3 AND x.ordinal = $4";
    UNSUBSCRIBE = "
        UPDATE contacts SET subscribed = FALSE, unsubscribed_at = $4, updated_at = $4
        WHERE org = $1 AND brand = $2 AND id = $3 AND subscribed";
    // A contact that is deleted in between is found here: its deletion was waited for.
    OPT_OUT = "
        INSERT INTO opt_outs (org, brand, address_hash, unsubscribed_at)
        SELECT d.org, d.brand, d.address_hash, CAST($4 AS BIGINT) FROM departed_contacts AS d
        WHERE d.org = $1 AND d.brand = $2 AND d.contact = $3 AND NOT EXISTS (
            SELECT 1 FROM contacts AS c WHERE c.org = d.org AND c.brand = d.brand AND c.id = $3)
        ON CONFLICT (org, brand, address_hash) DO UPDATE SET unsubscribed_at = excluded.unsubscribed_at
            WHERE opt_outs.unsubscribed_at IS NULL";
    FIRST = "
        UPDATE recipients SET unsubscribed_at = $5
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal = $4 AND unsubscribed_at IS NULL";
    AGAIN = "
        UPDATE recipients SET unsubscribed_at = $5
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal = $4";
    // Takes back what this link did and nothing else: somebody who opted out again since, in another way, stays
    // out.
    RESUBSCRIBE = "
        UPDATE contacts SET subscribed = TRUE, unsubscribed_at = NULL, updated_at = $6
        WHERE org = $1 AND brand = $2 AND id = $5 AND NOT subscribed AND unsubscribed_at = (
            SELECT x.unsubscribed_at FROM recipients AS x
            WHERE x.org = $1 AND x.brand = $2 AND x.send = $3 AND x.ordinal = $4)";
}

/// What an unsubscribe link did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// For the first time from this mail: an event, and counted.
    First,
    Again,
    /// They were out already.
    None,
}

/// Nothing if there is no such recipient.
pub async fn unsubscribe(
    tx: &Tx,
    recipient: RecipientRef,
    now: i64,
) -> Result<Option<Effect>, DbError> {
    let Some(now_is) = tx.value(&WHO, recipient.params()).await? else {
        return Ok(None);
    };
    let brand = recipient.brand;
    let values = params![brand.org, brand.brand, now_is, now];
    if tx.execute(&UNSUBSCRIBE, &values).await? == 0 && tx.execute(&OPT_OUT, &values).await? == 0 {
        return Ok(Some(Effect::None));
    }
    contact_changes::note(tx, brand, now).await?;
    let values = [&recipient.params()[..], &[now.into()]].concat();
    if tx.execute(&FIRST, &values).await? > 0 {
        return Ok(Some(Effect::First));
    }
    tx.execute(&AGAIN, &values).await?;
    Ok(Some(Effect::Again))
}

/// Whether they are subscribed again.
pub async fn resubscribe(tx: &Tx, recipient: RecipientRef, now: i64) -> Result<bool, DbError> {
    let Some(now_is) = tx.value(&WHO, recipient.params()).await? else {
        return Ok(false);
    };
    let values = [&recipient.params()[..], &[now_is.into(), now.into()]].concat();
    let is_back = tx.execute(&RESUBSCRIBE, values).await? > 0;
    if is_back {
        contact_changes::note(tx, recipient.brand, now).await?;
    }
    Ok(is_back)
}
