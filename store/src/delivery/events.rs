//! What happened, appended and never changed.

use postrider_domain::sending::send::EventType;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, statements};

statements! {
    // What happens to the mail of a run is stamped with it here, so that nobody who writes events can forget it. By whole
    // keys and without a join: PostgreSQL reads all recipients for one while it has no statistics. Whoever has read the
    // recipients brings the stamps along: two look-ups for each event of a campaign cost as much as two of its indexes.
    bulk(
        org: Int, brand: Int, id: Int, type: Int, occurred_at: Int, send: Int, ordinal: Int,
        contact: Int, domain: Int, detail: Text, automation: Int, run: Int, instance: Int, is_stamped: Bool
    ) APPEND = "
        INSERT INTO events (org, brand, id, type, occurred_at, send, ordinal, contact, domain, detail, automation, run,
            instance)
        SELECT r.org, r.brand, r.id, r.type, r.occurred_at, r.send, r.ordinal, r.contact, r.domain, r.detail,
            CASE WHEN r.is_stamped THEN r.automation ELSE COALESCE(r.automation, (SELECT s.automation FROM sends AS s
                WHERE s.org = r.org AND s.brand = r.brand AND s.id = r.send)) END,
            CASE WHEN r.is_stamped THEN r.run ELSE COALESCE(r.run, CASE WHEN (SELECT s.automation FROM sends AS s
                WHERE s.org = r.org AND s.brand = r.brand AND s.id = r.send) IS NOT NULL
                THEN (SELECT p.run FROM recipients AS p
                    WHERE p.org = r.org AND p.brand = r.brand AND p.send = r.send AND p.ordinal = r.ordinal) END) END,
            r.instance
        FROM {rows} AS r WHERE true";
    list LAST_DETAIL -> (String,) = "
        SELECT detail FROM events {along}(events__org__brand__send__type)
        WHERE org = $1 AND brand = $2 AND send = $3 AND type = $4 AND detail IS NOT NULL
        ORDER BY id DESC LIMIT 1";
}

#[derive(Clone, Debug)]
pub struct NewEvent {
    pub brand: BrandKey,
    /// Made before the transaction, or by `Tx::number`.
    pub id: i64,
    pub kind: EventType,
    pub occurred_at: i64,
    pub send: Option<i64>,
    /// Of a recipient of the send; without a send, the number of a test's mail.
    pub ordinal: Option<i64>,
    pub contact: Option<i64>,
    /// The contact's mail domain (`mailbox::domain_number`), as far as the address is still known.
    pub domain: Option<i64>,
    /// JSON of what else is known: `url`, `machineReason`, `smtpReply`, `bounceType`, `error`; of a run's node what its
    /// log shows.
    pub detail: Option<String>,
    /// Of a run; that of a mail is found by its recipient.
    pub automation: Option<i64>,
    pub run: Option<i64>,
    /// Nobody has to look for automation and run: these are they, or there are none.
    pub is_stamped: bool,
    /// Of a trigger's fire.
    pub instance: Option<i64>,
}

impl NewEvent {
    /// Something that happened in a brand; the rest is to be filled in.
    pub fn new(brand: BrandKey, id: i64, kind: EventType, occurred_at: i64) -> Self {
        Self {
            brand,
            id,
            kind,
            occurred_at,
            send: None,
            ordinal: None,
            contact: None,
            domain: None,
            detail: None,
            automation: None,
            run: None,
            is_stamped: false,
            instance: None,
        }
    }
}

/// What is known of the newest event of the first of these kinds that a send has any of.
pub async fn last_detail(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    kinds: &[EventType],
) -> Result<Option<String>, DbError> {
    for kind in kinds {
        let values = params![brand.org, brand.brand, send, kind.code()];
        let found = tx.value(&LAST_DETAIL, values).await?;
        if found.is_some() {
            return Ok(found);
        }
    }
    Ok(None)
}

pub async fn append(tx: &Tx, events: Vec<NewEvent>) -> Result<(), DbError> {
    let rows = events.into_iter().map(|event| {
        vec![
            event.brand.org.into(),
            event.brand.brand.into(),
            event.id.into(),
            event.kind.code().into(),
            event.occurred_at.into(),
            event.send.into(),
            event.ordinal.into(),
            event.contact.into(),
            event.domain.into(),
            event.detail.into(),
            event.automation.into(),
            event.run.into(),
            event.instance.into(),
            event.is_stamped.into(),
        ]
    });
    tx.bulk(&APPEND, rows.collect()).await?;
    Ok(())
}
