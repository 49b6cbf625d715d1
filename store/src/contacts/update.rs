//! Contacts that are there already.

use std::collections::{HashMap, HashSet};

use postrider_domain::contacts::contact::Intent;
use postrider_domain::contacts::field::ContactExcess;
use postrider_domain::patch::Patch;

use super::index::{self, Index};
use super::record::ContactRecord;
use super::suppression;
use super::write::{ContactUpsert, Pending, Write};
use crate::db::{DbError, Tx, Value};
use crate::{params, record, statements};

/// The custom values of a write that names none.
const NO_VALUES: &str = "{}";

// Last comes what a contact may have in custom values after the write: refused is only what makes it more than
// that. Asked here, under the row's lock, because several writes may each add some; measured only where what
// is there and what is given are not few anyway.
//
// The rules of `Standing::after` for many rows: `opt_out_over` is the time before which an opt-out
// no longer holds, `complaint_over` the same for a complaint; both null if nothing was shown.
macro_rules! update_rows {
    () => {
        "
        UPDATE contacts SET
            first_name = CASE WHEN r.keeps_first THEN contacts.first_name ELSE r.first_name END,
            last_name = CASE WHEN r.keeps_last THEN contacts.last_name ELSE r.last_name END,
            subscribed = CASE
                WHEN r.subscribed IS NULL THEN contacts.subscribed
                WHEN contacts.subscribed OR NOT r.subscribed THEN r.subscribed
                ELSE COALESCE(r.opt_out_over > contacts.unsubscribed_at, r.opt_out_over IS NOT NULL)
            END,
            unsubscribed_at = CASE
                WHEN r.subscribed IS FALSE THEN COALESCE(contacts.unsubscribed_at, r.now)
                WHEN r.subscribed AND NOT contacts.subscribed
                    AND r.opt_out_over > contacts.unsubscribed_at THEN NULL
                ELSE contacts.unsubscribed_at
            END,
            suppressed_reason = CASE
                WHEN contacts.suppressed_reason = 'complained' AND r.subscribed IS NOT FALSE
                    AND r.complaint_over > contacts.suppressed_at THEN NULL
                ELSE contacts.suppressed_reason
            END,
            suppressed_at = CASE
                WHEN contacts.suppressed_reason = 'complained' AND r.subscribed IS NOT FALSE
                    AND r.complaint_over > contacts.suppressed_at THEN NULL
                ELSE contacts.suppressed_at
            END,
            consent = COALESCE(r.consent, contacts.consent),
            import = COALESCE(r.import, contacts.import),
            custom = {merge}(contacts.custom, r.custom),
            folded_custom = {merge}(contacts.folded_custom, r.folded_custom),
            folded = CASE WHEN r.keeps_first AND r.keeps_last THEN contacts.folded
                ELSE {fold}(contacts.email || '\n' || COALESCE(
                    CASE WHEN r.keeps_first THEN contacts.first_name ELSE r.first_name END
                        || ' ' || CASE WHEN r.keeps_last THEN contacts.last_name ELSE r.last_name END,
                    CASE WHEN r.keeps_first THEN contacts.first_name ELSE r.first_name END,
                    CASE WHEN r.keeps_last THEN contacts.last_name ELSE r.last_name END,
                    ''))
            END,
            updated_at = r.now
        FROM {rows} AS r
        WHERE contacts.org = r.org AND contacts.brand = r.brand AND contacts.email = r.email
            AND (NOT r.adds OR CASE
                WHEN octet_length({json}(contacts.custom)) + r.given <= r.surely_within THEN TRUE
                WHEN octet_length({json}({merge}(contacts.custom, r.custom)))
                    > CASE WHEN octet_length({json}(contacts.custom)) > r.most_bytes
                        THEN octet_length({json}(contacts.custom)) ELSE r.most_bytes END THEN FALSE
                ELSE {key_count}({merge}(contacts.custom, r.custom))
                    <= CASE WHEN {key_count}(contacts.custom) > r.most_keys
                        THEN {key_count}(contacts.custom) ELSE r.most_keys END
            END)"
    };
}

statements! {
    bulk(
        org: Int, brand: Int, email: Text, first_name: Text, keeps_first: Bool, last_name: Text,
        keeps_last: Bool, subscribed: Bool, opt_out_over: Int, complaint_over: Int, consent: Text,
        import: Int, custom: Json, folded_custom: Json, now: Int, adds: Bool, given: Int,
        surely_within: Int, most_bytes: Int, most_keys: Int
    ) UPDATE -> (i64,) = concat!(update_rows!(), " RETURNING id");
    // The same for one, which is shown.
    bulk(
        org: Int, brand: Int, email: Text, first_name: Text, keeps_first: Bool, last_name: Text,
        keeps_last: Bool, subscribed: Bool, opt_out_over: Int, complaint_over: Int, consent: Text,
        import: Int, custom: Json, folded_custom: Json, now: Int, adds: Bool, given: Int,
        surely_within: Int, most_bytes: Int, most_keys: Int
    ) UPDATE_ONE -> ContactRecord = concat!(update_rows!(), " RETURNING {columns}");
    // Of rows that were not updated, those that are there.
    bulk(org: Int, brand: Int, email: Text, custom: Json, most_bytes: Int) OVERFULL -> OverfullRow = "
        SELECT {columns} FROM {rows} AS r
        JOIN contacts ON contacts.org = r.org AND contacts.brand = r.brand AND contacts.email = r.email";
}

record! {
    struct OverfullRow {
        email: String = "contacts.email",
        is_too_long: bool = "octet_length({json}({merge}(contacts.custom, r.custom))) > r.most_bytes",
        before: i64 = "{key_count}(contacts.custom)",
        after: i64 = "{key_count}({merge}(contacts.custom, r.custom))",
    }
}

/// Gives the numbers of those that were written: not of those that are gone, nor of those whose values would be over
/// a bound.
pub(super) async fn update(
    tx: &Tx,
    write: Write<'_>,
    existing: &[Pending<'_>],
) -> Result<HashSet<i64>, DbError> {
    let ids = existing.iter().map(|existing| existing.id).collect();
    let before = index::before(tx, write.brand, ids).await?;
    let index = Index::of(tx, write.brand);
    let rows = existing
        .iter()
        .map(|existing| row_of(write, existing.contact, index));
    let updated = tx.bulk_all(&UPDATE, rows.collect()).await?;
    let consenting = existing.iter().filter(|of| of.contact.consent.is_some());
    suppression::forget_lifted(tx, write.brand, consenting.map(|of| of.id).collect()).await?;
    index::refresh(tx, write.brand, before).await?;
    Ok(updated.into_iter().map(|(id,)| id).collect())
}

/// The contact, if it was written: as in `update`.
pub(super) async fn update_one(
    tx: &Tx,
    write: Write<'_>,
    contact: &ContactUpsert,
) -> Result<Option<ContactRecord>, DbError> {
    let row = row_of(write, contact, Index::of(tx, write.brand));
    let updated = tx.bulk_all(&UPDATE_ONE, vec![row]).await?;
    Ok(updated.into_iter().next())
}

/// Which of those that were not updated would be over a bound.
pub(super) async fn overfull(
    tx: &Tx,
    write: Write<'_>,
    left: &[Pending<'_>],
) -> Result<HashMap<String, ContactExcess>, DbError> {
    let bounds = write.rules.bounds;
    let row = |left: &Pending<'_>| {
        params![
            write.brand.org,
            write.brand.brand,
            &left.contact.email,
            &left.contact.custom,
            bounds.contact_bytes as i64,
        ]
        .into()
    };
    let found = tx
        .bulk_all(&OVERFULL, left.iter().map(row).collect())
        .await?;
    let excess = |row: OverfullRow| {
        let has_too_many = row.after > bounds.contact_keys as i64 && row.after > row.before;
        match (row.is_too_long, has_too_many) {
            (_, true) => Some((row.email, ContactExcess::Keys)),
            (true, false) => Some((row.email, ContactExcess::Bytes)),
            (false, false) => None,
        }
    };
    Ok(found.into_iter().filter_map(excess).collect())
}

fn row_of(write: Write<'_>, contact: &ContactUpsert, index: Index) -> Vec<Value> {
    let consent_at = contact.consent.as_ref().map(|(_, at)| *at);
    let opt_out_over = match write.rules.intent {
        Intent::Explicit => Some(i64::MAX),
        Intent::Upload => consent_at,
    };
    let (first_name, keeps_first) = patched(&contact.first_name);
    let (last_name, keeps_last) = patched(&contact.last_name);
    let bounds = write.rules.bounds;
    params![
        write.brand.org,
        write.brand.brand,
        &contact.email,
        first_name,
        keeps_first,
        last_name,
        keeps_last,
        contact.subscribed,
        opt_out_over,
        consent_at,
        contact.consent.as_ref().map(|(consent, _)| consent),
        contact.import,
        &contact.custom,
        index.folded_change(&contact.custom),
        write.rules.now,
        contact.custom.len() > NO_VALUES.len(),
        contact.custom.len() as i64,
        bounds.surely_within() as i64,
        bounds.contact_bytes as i64,
        bounds.contact_keys as i64,
    ]
    .into()
}

fn patched(patch: &Patch<String>) -> (Option<&str>, bool) {
    match patch {
        Patch::Keep => (None, true),
        Patch::Clear => (None, false),
        Patch::Set(name) => (Some(name), false),
    }
}
