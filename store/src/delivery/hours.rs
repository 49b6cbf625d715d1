//! Counts by the hour and the mailbox provider, for reports. Like those of sends, a row for each process.
//!
//! Beside the rows of its sends a brand has one of all of them, so that adding up a month does not depend on how many
//! sends there were.

use postrider_domain::sending::send::Tally;

use super::change::Change;
use crate::db::{DbError, Tx, Value};
use crate::statements;

statements! {
    bulk(
        org: Int, brand: Int, hour: Int, send: Int, provider: Int, process: Int, accepted: Int, delivered: Int,
        bounced: Int, failed: Int, in_doubt: Int, opened: Int, clicked: Int, complained: Int,
        unsubscribed: Int, machine_opens: Int, machine_clicks: Int
    ) ADD = "
        INSERT INTO hours (org, brand, hour, send, provider, process, accepted, delivered, bounced, failed,
            in_doubt, opened, clicked, complained, unsubscribed, machine_opens, machine_clicks)
        SELECT r.org, r.brand, r.hour, r.send, r.provider, r.process, r.accepted, r.delivered, r.bounced,
            r.failed, r.in_doubt, r.opened, r.clicked, r.complained, r.unsubscribed, r.machine_opens,
            r.machine_clicks
        FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, hour, send, provider, process) DO UPDATE SET
            accepted = hours.accepted + excluded.accepted,
            delivered = hours.delivered + excluded.delivered,
            bounced = hours.bounced + excluded.bounced,
            failed = hours.failed + excluded.failed,
            in_doubt = hours.in_doubt + excluded.in_doubt,
            opened = hours.opened + excluded.opened,
            clicked = hours.clicked + excluded.clicked,
            complained = hours.complained + excluded.complained,
            unsubscribed = hours.unsubscribed + excluded.unsubscribed,
            machine_opens = hours.machine_opens + excluded.machine_opens,
            machine_clicks = hours.machine_clicks + excluded.machine_clicks";
}

/// In the place of a send's number: all of the brand's. No row is numbered so.
pub(crate) const ALL_SENDS: i64 = 0;

/// Adds what happened at a known time; two changes of one place are one.
pub(super) async fn add(tx: &Tx, process: i64, changes: &[Change]) -> Result<(), DbError> {
    let key = |change: &Change| {
        (
            change.brand.org,
            change.brand.brand,
            change.cell,
            change.send,
        )
    };
    let mut placed: Vec<Change> = Vec::new();
    let told = changes.iter().filter(|each| each.cell.is_some());
    let of_all = |change: &Change| Change {
        send: ALL_SENDS,
        ..*change
    };
    let mut sorted: Vec<Change> = told.flat_map(|change| [*change, of_all(change)]).collect();
    sorted.sort_unstable_by_key(key);
    for change in sorted {
        match placed.last_mut() {
            Some(last) if key(last) == key(&change) => last.by += change.by,
            _ => placed.push(change),
        }
    }
    let rows = placed.iter().filter_map(|change| {
        let (place, by) = (change.cell?, &change.by);
        if !is_told(by) {
            return None;
        }
        Some(vec![
            change.brand.org.into(),
            change.brand.brand.into(),
            place.hour.into(),
            change.send.into(),
            Value::from(place.provider.code()),
            process.into(),
            by.accepted.into(),
            by.delivered.into(),
            by.bounced.into(),
            by.failed.into(),
            by.in_doubt.into(),
            by.opened.into(),
            by.clicked.into(),
            by.complained.into(),
            by.unsubscribed.into(),
            by.machine_opens.into(),
            by.machine_clicks.into(),
        ])
    });
    tx.bulk(&ADD, rows.collect()).await?;
    Ok(())
}

/// Whether anything of it has a column here: most deferrals have none.
fn is_told(by: &Tally) -> bool {
    let untold = Tally {
        planned: by.planned,
        excluded_unsubscribed: by.excluded_unsubscribed,
        excluded_invalid: by.excluded_invalid,
        excluded_suppressed: by.excluded_suppressed,
        excluded_duplicate: by.excluded_duplicate,
        deferred: by.deferred,
        ..Tally::default()
    };
    *by != untold
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_merely_waits_is_in_no_hour() {
        let mut waits = Tally {
            deferred: 3,
            planned: -1,
            excluded_suppressed: 1,
            ..Tally::default()
        };
        assert!(!is_told(&waits));
        waits.bounced = 1;
        assert!(is_told(&waits));
    }
}
