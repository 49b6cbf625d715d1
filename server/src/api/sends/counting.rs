//! Who would get a campaign now. The freeze judges by the same rules.

use std::collections::BTreeSet;
use std::sync::Arc;

use postrider_domain::address::EmailAddress;
use postrider_domain::catalog::Code;
use postrider_domain::contact::{ContactInput, ContactWrite};
use postrider_domain::filter::{self, FilterGroup};
use postrider_domain::problem::Problem;
use postrider_domain::send::Tally;
use postrider_engine::contacts::write::{Manner, Numbered, write_rows};
use postrider_store::audiences::AudienceRecord;
use postrider_store::db::{DbError, Tx};
use postrider_store::sends::Judging;
use postrider_store::{contacts, fields};
use schemars::JsonSchema;
use serde::Serialize;

use super::body::{Wanted, Who};
use super::resolve::resolve;
use crate::api::contacts::ContactFilter;
use crate::api::cx::Cx;
use crate::api::failure::{Failure, Outcome};

/// Members who get no mail, each counted under the first reason that fits.
#[derive(Clone, Copy, Debug, Serialize, JsonSchema)]
#[schemars(rename = "SendExclusions")]
pub struct Exclusions {
    unsubscribed: i64,
    /// The address is invalid or risky.
    invalid: i64,
    /// Bounced, complained, or suppressed by hand.
    suppressed: i64,
    /// Named more than once in `to`.
    duplicate: i64,
}

impl From<&Tally> for Exclusions {
    fn from(tally: &Tally) -> Self {
        Self {
            unsubscribed: tally.excluded_unsubscribed,
            invalid: tally.excluded_invalid,
            suppressed: tally.excluded_suppressed,
            duplicate: tally.excluded_duplicate,
        }
    }
}

/// Counts before the transaction opens: looking at a million contacts would hold every other writer. Nothing if
/// the campaign cannot be sent, which the transaction says in its turn, or if it goes to addresses, which become
/// contacts there.
pub async fn count_ahead(cx: &Cx, wanted: &Arc<Wanted>) -> Outcome<Option<Tally>> {
    match wanted.who {
        Who::Addresses(_) if wanted.dry_run => rehearse(cx, wanted).await,
        Who::Addresses(_) => Ok(None),
        Who::Everybody | Who::Audience(_) => {
            let (call, wanted) = (cx.clone(), Arc::clone(wanted));
            let db = &cx.app().db;
            db.read_heavy(move |tx| {
                let (cx, wanted) = (call.clone(), Arc::clone(&wanted));
                async move {
                    match resolve(&tx, &cx, &wanted).await {
                        Ok(resolved) => {
                            let audience = resolved.audience.as_ref();
                            let tally = count(&tx, &cx, audience, Judging::Marketing).await?;
                            Ok(Some(tally))
                        }
                        Err(Failure::Problem(_)) => Ok(None),
                        Err(failure) => Err(failure),
                    }
                }
            })
            .await
        }
    }
}

/// Judges the members of an audience, or everybody.
pub async fn count(
    tx: &Tx,
    cx: &Cx,
    audience: Option<&AudienceRecord>,
    judging: Judging,
) -> Outcome<Tally> {
    let brand = cx.brand_key()?;
    let filter = match audience {
        None => None,
        Some(audience) => {
            let known = fields::known(tx, brand).await?;
            let checked = filter::check(&stored_filter(audience)?, &known, "audienceId")?;
            ContactFilter::together(cx, vec![checked])?
        }
    };
    Ok(contacts::eligible_for(tx, brand, filter.as_ref(), judging).await?)
}

fn stored_filter(audience: &AudienceRecord) -> Result<FilterGroup, Problem> {
    FilterGroup::from_stored(&audience.filters)
        .ok_or_else(|| Problem::new(Code::InternalError, "A stored filter cannot be read."))
}

/// Makes contacts of addresses that have none, and judges them all. Nobody is changed who is there, so nobody is
/// subscribed again.
pub async fn take_addresses(tx: &Tx, cx: &Cx, addresses: &[EmailAddress]) -> Outcome<Tally> {
    let brand = cx.brand_key()?;
    let distinct: BTreeSet<&str> = addresses.iter().map(EmailAddress::as_str).collect();
    let distinct: Vec<&str> = distinct.into_iter().collect();
    let known = contacts::known(tx, brand, &distinct).await?;
    let known: BTreeSet<&str> = known.iter().map(String::as_str).collect();
    let new = distinct.iter().filter(|email| !known.contains(**email));
    let row = |(index, email): (usize, &&str)| Numbered {
        index,
        email: Some((*email).to_owned()),
        write: ContactWrite::check(
            ContactInput {
                email: Some((*email).to_owned()),
                ..ContactInput::default()
            },
            cx.now(),
        ),
    };
    let rows: Vec<Numbered> = new.enumerate().map(row).collect();
    if !rows.is_empty() {
        write_rows(tx, cx.contacts()?, &rows, Manner::UPLOAD).await?;
    }
    let mut tally = contacts::eligible_listed(tx, brand, &distinct).await?;
    tally.excluded_duplicate = (addresses.len() - distinct.len()) as i64;
    Ok(tally)
}

/// Why a rehearsal is rolled back.
enum Rehearsed {
    Counted(Tally),
    Failed(Failure),
}

impl From<DbError> for Rehearsed {
    fn from(error: DbError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<Failure> for Rehearsed {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Does with the addresses what a send would do, and takes it back.
async fn rehearse(cx: &Cx, wanted: &Arc<Wanted>) -> Outcome<Option<Tally>> {
    let (call, wanted) = (cx.clone(), Arc::clone(wanted));
    let rehearsed = cx.app().db.write(move |tx| {
        let (cx, wanted) = (call.clone(), Arc::clone(&wanted));
        async move {
            let Who::Addresses(addresses) = &wanted.who else {
                return Ok(());
            };
            resolve(&tx, &cx, &wanted).await?;
            Err(Rehearsed::Counted(
                take_addresses(&tx, &cx, addresses).await?,
            ))
        }
    });
    match rehearsed.await {
        Err(Rehearsed::Counted(tally)) => Ok(Some(tally)),
        Ok(()) | Err(Rehearsed::Failed(Failure::Problem(_))) => Ok(None),
        Err(Rehearsed::Failed(failure)) => Err(failure),
    }
}
