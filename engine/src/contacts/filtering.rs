//! Filters of contacts, made ready for the database.

use postrider_domain::contacts::filter::{Filter, ResolvedFilter};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time::parse_zone;

/// All of the parts at once, with dates made absolute in the brand's time zone. Nothing if there are none.
pub fn all_of(
    parts: Vec<Filter>,
    time_zone: &str,
    now: i64,
) -> Result<Option<ResolvedFilter>, Problem> {
    if parts.is_empty() {
        return Ok(None);
    }
    let zone = parse_zone(time_zone)
        .ok_or_else(|| Problem::new(Code::InternalError, "The brand's time zone is unknown."))?;
    Ok(Some(Filter::All(parts).resolve(now, &zone)))
}
