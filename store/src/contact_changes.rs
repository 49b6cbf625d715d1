//! When contacts of a brand were changed last, and when they last got, opened or clicked mails, for whoever keeps counts of them. Noted once in some seconds: a busy brand's
//! writers must not wait for each other here.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Noted, Query, Statement, Tx, time_of_number};
use crate::{params, statements};

/// A change is not noted that comes within this long after one that was.
const NOTED_EVERY_MS: i64 = 10_000;
/// A note that is older than this was not made by a transaction that is still open.
const COMMITTED_AFTER_MS: i64 = 1_000;
/// A count is old that was begun up to this long after the last change that was noted: others may have followed it, or
/// have been under way.
pub(crate) const SETTLED_AFTER_MS: i64 = 3 * NOTED_EVERY_MS;

macro_rules! last {
    ($table:literal) => {
        concat!(
            "SELECT changed_at FROM ",
            $table,
            " WHERE org = $1 AND brand = $2"
        )
    };
}

macro_rules! first {
    ($table:literal) => {
        concat!(
            "INSERT INTO ",
            $table,
            " (org, brand, changed_at) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING"
        )
    };
}

macro_rules! note {
    ($table:literal) => {
        concat!(
            "UPDATE ",
            $table,
            " SET changed_at = $3 WHERE org = $1 AND brand = $2"
        )
    };
}

// Whoever holds a row that is locked notes the same.
statements! {
    LAST_CONTACTS -> (i64,) = last!("contact_changes");
    LOCK_CONTACTS -> (i64,) = concat!(last!("contact_changes"), " {skip_locked}");
    FIRST_CONTACTS = first!("contact_changes");
    NOTE_CONTACTS = note!("contact_changes");
    LAST_ENGAGEMENT -> (i64,) = last!("engagement_changes");
    LOCK_ENGAGEMENT -> (i64,) = concat!(last!("engagement_changes"), " {skip_locked}");
    FIRST_ENGAGEMENT = first!("engagement_changes");
    NOTE_ENGAGEMENT = note!("engagement_changes");
}

/// The statements over the notes of one kind.
struct Statements {
    last: &'static Query<(i64,)>,
    lock: &'static Query<(i64,)>,
    first: &'static Statement,
    note: &'static Statement,
}

impl Statements {
    fn over(what: Noted) -> Self {
        match what {
            Noted::Contacts => Self {
                last: &LAST_CONTACTS,
                lock: &LOCK_CONTACTS,
                first: &FIRST_CONTACTS,
                note: &NOTE_CONTACTS,
            },
            Noted::Engagement => Self {
                last: &LAST_ENGAGEMENT,
                lock: &LOCK_ENGAGEMENT,
                first: &FIRST_ENGAGEMENT,
                note: &NOTE_ENGAGEMENT,
            },
        }
    }
}

/// For whoever changes contacts, in the same transaction.
pub(crate) async fn note(tx: &Tx, brand: BrandKey, now: i64) -> Result<(), DbError> {
    note_one(tx, brand, Noted::Contacts, now).await
}

/// For whoever writes down what contacts got, opened or clicked, in the same transaction. Brands follow each other in order.
pub(crate) async fn note_engagement(
    tx: &Tx,
    brands: impl Iterator<Item = BrandKey> + Send,
) -> Result<(), DbError> {
    let now = time_of_number(tx.number());
    let mut last = None;
    for brand in brands {
        if last.replace(brand) != Some(brand) {
            note_one(tx, brand, Noted::Engagement, now).await?;
        }
    }
    Ok(())
}

async fn note_one(tx: &Tx, brand: BrandKey, what: Noted, now: i64) -> Result<(), DbError> {
    let is_enough = |last: i64| last > now - NOTED_EVERY_MS;
    if tx.notes().last(brand, what).is_some_and(is_enough) {
        return Ok(());
    }
    let statements = Statements::over(what);
    let (key, noted) = (
        params![brand.org, brand.brand],
        params![brand.org, brand.brand, now],
    );
    match tx.value(statements.last, &key).await? {
        None => {
            tx.execute(statements.first, noted).await?;
        }
        // A clock that was set back notes nothing until it has caught up, and the old counts are taken anew meanwhile.
        Some(last) if is_enough(last) => {
            if last <= now - COMMITTED_AFTER_MS {
                tx.notes().read(brand, what, last);
            }
        }
        Some(_) => {
            if tx.value(statements.lock, &key).await?.is_some() {
                tx.execute(statements.note, noted).await?;
            }
        }
    }
    Ok(())
}
