//! Who would get a campaign now. The freeze judges by the same rules.

use std::collections::BTreeSet;

use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::contacts::contact::{ContactInput, ContactWrite};
use postrider_domain::contacts::filter;
use postrider_domain::sending::send::Tally;
use postrider_store::audiences::AudienceRecord;
use postrider_store::brands::BrandIdentity;
use postrider_store::contacts::Judging;
use postrider_store::db::Tx;
use postrider_store::{contacts, fields};
use schemars::JsonSchema;
use serde::Serialize;

use crate::audiences::stored_filter;
use crate::contacts::filtering::all_of;
use crate::contacts::write::{Manner, Numbered, WriteContext, write_rows};
use crate::failure::Failure;

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

/// Judges the members of an audience, or everybody.
pub async fn count(
    tx: &Tx,
    brand: &BrandIdentity,
    audience: Option<&AudienceRecord>,
    judging: Judging,
    now: i64,
) -> Result<Tally, Failure> {
    let filter = match audience {
        None => None,
        Some(audience) => {
            let known = fields::known(tx, brand.key).await?;
            let checked = filter::check(&stored_filter(&audience.filters)?, &known, "audienceId")?;
            all_of(vec![checked], &brand.time_zone, now)?
        }
    };
    Ok(contacts::eligible_for(tx, brand.key, filter.as_ref(), judging).await?)
}

/// Makes contacts of addresses that have none, and judges them all. Nobody is changed who is there, so nobody is
/// subscribed again.
pub(super) async fn take_addresses(
    tx: &Tx,
    context: WriteContext<'_>,
    addresses: &[EmailAddress],
) -> Result<Tally, Failure> {
    let distinct: BTreeSet<&str> = addresses.iter().map(EmailAddress::as_str).collect();
    let distinct: Vec<&str> = distinct.into_iter().collect();
    let known = contacts::known(tx, context.brand, &distinct).await?;
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
            context.now,
        ),
    };
    let rows: Vec<Numbered> = new.enumerate().map(row).collect();
    if !rows.is_empty() {
        write_rows(tx, context, &rows, Manner::UPLOAD).await?;
    }
    let mut tally = contacts::eligible_listed(tx, context.brand, &distinct).await?;
    tally.excluded_duplicate = (addresses.len() - distinct.len()) as i64;
    Ok(tally)
}
