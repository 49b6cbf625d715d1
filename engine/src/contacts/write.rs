//! The one way in which contacts are written: check, type the custom values, upsert, report.

use std::collections::HashMap;

use jiff::tz::TimeZone;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::{ContactWrite, Intent, in_succession};
use postrider_domain::contacts::field::FieldBounds;
use postrider_domain::contacts::validation::{AddressVerdict, DomainAnswer, Status};
use postrider_store::contacts::{self, ContactUpsert, UpsertOutcome, UpsertRules};
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
    let steps = in_succession(planned.iter().map(|(_, write, _)| &write.email));
    let zone = context.zone();
    let upsert = |position: &usize| {
        let (_, write, custom) = &planned[*position];
        let upsert = upsert_of(write, custom, manner.import, &zone);
        (&write.email, upsert)
    };
    let upserts = steps.iter().map(|step| step.iter().map(upsert).collect());
    let outcomes = put(tx, context, upserts.collect(), manner.intent).await?;
    for (step, outcome) in steps.iter().zip(outcomes) {
        let skipped = outcome.written.iter().any(|row| row.resubscribe_skipped);
        if skipped || !outcome.overfull.is_empty() {
            let rows = step.iter().map(|position| &planned[*position]);
            let rows = rows.map(|row| (row.1.email.as_str(), row)).collect();
            refuse_overfull(context.bounds, &rows, &outcome, &mut written);
            warn_of_skipped(&rows, &outcome, &mut written);
        }
        let created = outcome.written.iter().filter(|row| row.created).count();
        written.created += created;
        written.updated += outcome.written.len() - created;
        written.rows.extend(outcome.written);
    }
    written.rows.sort_by(|a, b| a.email.cmp(&b.email));
    written
        .rows
        .dedup_by(|later, first| later.email == first.email);
    written.errors.sort_by_key(|error| error.index);
    written.warnings.sort_by_key(|warning| warning.index);
    Ok(written)
}

/// Contacts whose values are typed already; each address at most once.
pub(super) type Step<'a> = Vec<(&'a EmailAddress, ContactUpsert)>;

/// Writes contacts, one step after the other.
async fn put(
    tx: &Tx,
    context: WriteContext<'_>,
    steps: Vec<Step<'_>>,
    intent: Intent,
) -> Result<Vec<UpsertOutcome>, DbError> {
    let domains = steps.iter().flatten().map(|(email, _)| email.domain());
    let domains = context
        .domains
        .look(tx, domains.collect(), context.now)
        .await?;
    let judged = |(email, upsert)| ContactUpsert {
        verdict: first_verdict(email, &domains),
        ..upsert
    };
    let rules = UpsertRules {
        intent,
        now: context.now,
        bounds: context.bounds,
        address_hash: &|email| context.address_hash(email),
    };
    let mut outcomes = Vec::with_capacity(steps.len());
    for step in steps {
        let upserts = step.into_iter().map(judged).collect();
        // Boxed: it is large, and whoever writes contacts would carry it along.
        outcomes.push(Box::pin(contacts::upsert(tx, context.brand, upserts, rules)).await?);
    }
    // After the contacts, as every write does it: two that took them in different orders would wait for each
    // other.
    domains.register(tx, context.now).await?;
    Ok(outcomes)
}

/// Writes contacts whose values are typed already, each address once.
pub(super) async fn put_step(
    tx: &Tx,
    context: WriteContext<'_>,
    step: Step<'_>,
    intent: Intent,
) -> Result<UpsertOutcome, DbError> {
    let outcomes = put(tx, context, vec![step], intent).await?;
    Ok(outcomes.into_iter().next().unwrap_or_default())
}

/// The rows of one step by address.
type ByAddress<'p, 'a> = HashMap<&'a str, &'p Planned<'a>>;

/// Contacts that have so much already that they cannot get this too.
fn refuse_overfull(
    bounds: FieldBounds,
    rows: &ByAddress<'_, '_>,
    outcome: &UpsertOutcome,
    written: &mut Written,
) {
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
        suppress: write.suppress,
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

fn warn_of_skipped(rows: &ByAddress<'_, '_>, outcome: &UpsertOutcome, written: &mut Written) {
    let skipped = outcome.written.iter().filter(|row| row.resubscribe_skipped);
    written.warnings.extend(skipped.map(|skipped| Warning {
        index: rows.get(skipped.email.as_str()).map(|(row, ..)| row.index),
        email: Some(skipped.email.clone()),
        ..Warning::resubscribe_skipped()
    }));
}
