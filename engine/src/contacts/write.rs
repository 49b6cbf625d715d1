//! The one way in which contacts are written: check, type the custom values, upsert, report.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::{ContactWrite, Intent};
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::contacts::validation::{AddressVerdict, DomainAnswer, Status};
use postrider_store::contacts::{self, ContactUpsert, UpsertOutcome, UpsertRules, Upserted};
use postrider_store::db::{DbError, Tx};

use super::planning::plan;
use super::rows::{Good, Planned};
pub use super::rows::{Manner, Numbered, RowError, Warning, WriteContext, Written};
use crate::validation::domains::Look;

/// Writes the rows that can be written, whatever becomes of the others.
pub async fn write_rows(
    tx: &Tx,
    context: WriteContext<'_>,
    rows: &[Numbered],
    manner: Manner,
) -> Result<Written, DbError> {
    let mut written = Written::default();
    let mut good: Vec<Good> = Vec::with_capacity(rows.len());
    for row in rows {
        match &row.write {
            Ok(write) => good.push((row, write)),
            Err(problem) => written.errors.push(RowError::of(row, problem)),
        }
    }
    let planned = plan(tx, context, good, &mut written).await?;
    let zone = context.zone();
    let rows = planned.iter().map(|(_, write, custom)| {
        let upsert = upsert_of(write, custom, manner.import, &zone);
        (&write.email, upsert)
    });
    let outcome = put(tx, context, rows.collect(), manner.intent).await?;
    refuse_overfull(context.bounds, &planned, &outcome, &mut written);
    report(&planned, &outcome.written, &mut written);
    written.rows = outcome.written;
    written.errors.sort_by_key(|error| error.index);
    written.warnings.sort_by_key(|warning| warning.index);
    Ok(written)
}

/// Writes contacts whose values are typed already.
pub(super) async fn put(
    tx: &Tx,
    context: WriteContext<'_>,
    rows: Vec<(&EmailAddress, ContactUpsert)>,
    intent: Intent,
) -> Result<UpsertOutcome, DbError> {
    let domains = rows.iter().map(|(email, _)| email.domain());
    let domains = context
        .domains
        .look(tx, domains.collect(), context.now)
        .await?;
    let judged = |(email, upsert)| ContactUpsert {
        verdict: first_verdict(email, &domains),
        ..upsert
    };
    let upserts = rows.into_iter().map(judged).collect();
    let rules = UpsertRules {
        intent,
        now: context.now,
        bounds: context.bounds,
        address_hash: &|email| context.address_hash(email),
    };
    // Boxed: it is large, and whoever writes contacts would carry it along.
    let upserted = Box::pin(contacts::upsert(tx, context.brand, upserts, rules)).await?;
    // After the contacts, as every write does it: two that took them in different orders would wait for each
    // other.
    domains.register(tx, context.now).await?;
    Ok(upserted)
}

/// Contacts that have so much already that they cannot get this too.
fn refuse_overfull(
    bounds: FieldBounds,
    planned: &[Planned<'_>],
    outcome: &UpsertOutcome,
    written: &mut Written,
) {
    if outcome.overfull.is_empty() {
        return;
    }
    let rows: HashMap<&str, &Planned> = planned
        .iter()
        .map(|planned| (planned.1.email.as_str(), planned))
        .collect();
    for overfull in &outcome.overfull {
        let Some((row, write, _)) = rows.get(overfull.email.as_str()) else {
            continue;
        };
        // The last value that adds something.
        let mut given = write.custom.iter().rev();
        let key = given.find(|(_, value)| !value.is_null());
        let param = key.map_or_else(
            || "customFields".to_owned(),
            |(name, _)| format!("customFields.{name}"),
        );
        let problem = bounds.too_much(overfull.excess, param);
        written.errors.push(RowError::of(row, &problem));
    }
}

fn upsert_of(
    write: &ContactWrite,
    custom: &str,
    import: Option<i64>,
    zone: &TimeZone,
) -> ContactUpsert {
    ContactUpsert {
        email: write.email.as_str().to_owned(),
        first_name: write.first_name.clone(),
        last_name: write.last_name.clone(),
        subscribed: write.subscribed,
        custom: custom.to_owned(),
        consent: write.consent.as_ref().map(|consent| {
            let (recorded, captured_at) = consent.recorded(zone);
            let json = serde_json::to_string(&recorded).unwrap_or_default();
            (json, captured_at)
        }),
        import,
        verdict: None,
    }
}

/// What a contact that is new begins with, if anything speaks against its address.
fn first_verdict(email: &EmailAddress, domains: &Look<'_>) -> Option<AddressVerdict> {
    let verdict = AddressVerdict::of(email);
    if domains.dead.contains(email.domain()) {
        return Some(verdict.with_domain(DomainAnswer::NoMail));
    }
    matches!(verdict.status, Status::Risky | Status::Invalid).then_some(verdict)
}

fn report(planned: &[Planned<'_>], upserted: &[Upserted], written: &mut Written) {
    let skipped: Vec<&str> = upserted
        .iter()
        .filter(|row| row.resubscribe_skipped)
        .map(|row| row.email.as_str())
        .collect();
    written.created = upserted.iter().filter(|row| row.created).count();
    written.updated = upserted.len() - written.created;
    if skipped.is_empty() {
        return;
    }
    let indexes: HashMap<&str, usize> = planned
        .iter()
        .map(|(row, write, _)| (write.email.as_str(), row.index))
        .collect();
    for email in skipped {
        written.warnings.push(Warning {
            index: indexes.get(email).copied(),
            email: Some(email.to_owned()),
            ..Warning::resubscribe_skipped()
        });
    }
}
