//! When contacts last opened and clicked, and how many mails.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{contact_changes, params, statements};

statements! {
    // A contact that was deleted gets no row.
    bulk(
        org: Int, brand: Int, contact: Int, sent_at: Int, opened_at: Int, clicked_at: Int,
        sends: Int, opens: Int, clicks: Int
    ) ENGAGED = "
        INSERT INTO engagement (org, brand, contact, last_sent_at, last_opened_at, last_clicked_at,
            sends, opens, clicks)
        SELECT r.org, r.brand, r.contact, r.sent_at, r.opened_at, r.clicked_at, r.sends, r.opens,
            r.clicks
        FROM {rows} AS r
        JOIN contacts AS c ON c.org = r.org AND c.brand = r.brand AND c.id = r.contact
        WHERE true
        ON CONFLICT (org, brand, contact) DO UPDATE SET
            last_sent_at = CASE
                WHEN excluded.last_sent_at IS NULL
                    OR engagement.last_sent_at > excluded.last_sent_at
                    THEN engagement.last_sent_at
                ELSE excluded.last_sent_at
            END,
            last_opened_at = CASE
                WHEN excluded.last_opened_at IS NULL
                    OR engagement.last_opened_at > excluded.last_opened_at
                    THEN engagement.last_opened_at
                ELSE excluded.last_opened_at
            END,
            last_clicked_at = CASE
                WHEN excluded.last_clicked_at IS NULL
                    OR engagement.last_clicked_at > excluded.last_clicked_at
                    THEN engagement.last_clicked_at
                ELSE excluded.last_clicked_at
            END,
            sends = engagement.sends + excluded.sends,
            opens = engagement.opens + excluded.opens,
            clicks = engagement.clicks + excluded.clicks";
    bulk(
        org: Int, brand: Int, contact: Int, from_at: Int, to_at: Int, opened_before: Int, clicked_before: Int,
        opens: Int, clicks: Int
    ) DISENGAGED = "
        UPDATE engagement SET
            last_opened_at = CASE
                WHEN engagement.last_opened_at BETWEEN r.from_at AND r.to_at THEN r.opened_before
                ELSE engagement.last_opened_at
            END,
            opens = engagement.opens - r.opens,
            last_clicked_at = CASE
                WHEN engagement.last_clicked_at BETWEEN r.from_at AND r.to_at THEN r.clicked_before
                ELSE engagement.last_clicked_at
            END,
            clicks = engagement.clicks - r.clicks
        FROM {rows} AS r
        WHERE engagement.org = r.org AND engagement.brand = r.brand AND engagement.contact = r.contact";
    bulk(org: Int, brand: Int, id: Int, detail: Text) MARK = "
        UPDATE events SET detail = r.detail FROM {rows} AS r
        WHERE events.org = r.org AND events.brand = r.brand AND events.id = r.id";
}

/// What a person did, or showed by it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Engaged {
    pub brand: BrandKey,
    pub contact: i64,
    pub sent_at: Option<i64>,
    pub opened_at: Option<i64>,
    pub clicked_at: Option<i64>,
    /// Mails that turned out to be delivered.
    pub sends: i64,
    /// Mails opened for the first time, and mails clicked in for the first time.
    pub opens: i64,
    pub clicks: i64,
}

/// Clicks between two times that were no person's after all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Disengaged {
    pub brand: BrandKey,
    pub contact: i64,
    pub from: i64,
    pub to: i64,
    /// When the contact had last opened and clicked before them.
    pub opened_before: Option<i64>,
    pub clicked_before: Option<i64>,
    /// Mails that are not opened after all, and not clicked in.
    pub opens: i64,
    pub clicks: i64,
}

/// Each contact once.
pub async fn engaged(tx: &Tx, mut contacts: Vec<Engaged>) -> Result<(), DbError> {
    contacts.sort_unstable_by_key(|of| (of.brand.org, of.brand.brand, of.contact));
    let rows = contacts.iter().map(|of| {
        params![
            of.brand.org,
            of.brand.brand,
            of.contact,
            of.sent_at,
            of.opened_at,
            of.clicked_at,
            of.sends,
            of.opens,
            of.clicks
        ]
        .into()
    });
    tx.bulk(&ENGAGED, rows.collect()).await?;
    contact_changes::note_engagement(tx, contacts.iter().map(|of| of.brand)).await
}

/// Each contact once.
pub async fn disengaged(tx: &Tx, mut contacts: Vec<Disengaged>) -> Result<(), DbError> {
    contacts.sort_unstable_by_key(|of| (of.brand.org, of.brand.brand, of.contact));
    let rows = contacts.iter().map(|of| {
        params![
            of.brand.org,
            of.brand.brand,
            of.contact,
            of.from,
            of.to,
            of.opened_before,
            of.clicked_before,
            of.opens,
            of.clicks
        ]
        .into()
    });
    tx.bulk(&DISENGAGED, rows.collect()).await?;
    contact_changes::note_engagement(tx, contacts.iter().map(|of| of.brand)).await
}

/// Says more about events that are there, by number: the one change that an event can see.
pub async fn mark(tx: &Tx, mut events: Vec<(BrandKey, i64, String)>) -> Result<(), DbError> {
    events.sort_unstable_by_key(|(brand, id, _)| (brand.org, brand.brand, *id));
    let rows = events
        .into_iter()
        .map(|(brand, id, detail)| params![brand.org, brand.brand, id, detail].into());
    tx.bulk(&MARK, rows.collect()).await?;
    Ok(())
}
