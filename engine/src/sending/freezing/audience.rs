//! Whom a send goes to: those who fit a filter, or a list of addresses.

use std::collections::HashSet;

use postrider_domain::contacts::filter::{self, FilterGroup, ResolvedFilter};
use postrider_domain::tenant::BrandKey;
use postrider_domain::time::parse_zone;
use postrider_store::db::Tx;
use postrider_store::sends::SendRecord;
use postrider_store::{audiences, brands, fields};

use crate::jobs::JobError;

/// JSON; nothing for everybody, and for a list of addresses.
pub(super) async fn audience_filter(
    tx: &Tx,
    brand: BrandKey,
    send: &SendRecord,
) -> Result<Option<String>, JobError> {
    let Some(audience) = &send.refs.audience else {
        return match send.audience {
            None => Ok(None),
            Some(_) => Err(JobError::Failed("the audience is gone".to_owned())),
        };
    };
    let audience = audiences::get(tx, brand, audience).await?;
    Ok(audience.map(|audience| audience.filters))
}

/// A stored filter as it is asked at a time.
pub(crate) async fn resolved(
    tx: &Tx,
    brand: BrandKey,
    stored: Option<&str>,
    at: i64,
) -> Result<Option<ResolvedFilter>, JobError> {
    let Some(stored) = stored else {
        return Ok(None);
    };
    let known = fields::known(tx, brand).await?;
    let zone = match brands::get(tx, brand).await? {
        Some(brand) => parse_zone(&brand.time_zone),
        None => None,
    };
    let checked = FilterGroup::from_stored(stored)
        .and_then(|group| filter::check(&group, &known, "filters").ok())
        .ok_or_else(|| JobError::Failed("the audience's filter fits no more".to_owned()))?;
    let zone = zone.unwrap_or(jiff::tz::TimeZone::UTC);
    Ok(Some(checked.resolve(at, &zone)))
}

/// The addresses of a list, each with whether it repeats an earlier one.
pub(super) fn listed(addresses: &str) -> Result<Vec<(String, bool)>, JobError> {
    let addresses: Vec<String> = serde_json::from_str(addresses)
        .map_err(|error| JobError::Hopeless(format!("the send's addresses: {error}")))?;
    let mut seen = HashSet::new();
    let listed = addresses.into_iter().map(|address| {
        let repeats = !seen.insert(address.clone());
        (address, repeats)
    });
    Ok(listed.collect())
}
