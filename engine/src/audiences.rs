//! Audiences: saved filters over the brand's contacts, counted when they are written.

use std::sync::Arc;

use postrider_domain::contacts::filter::{self, FilterGroup};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::audiences::{self, AudiencePatch, AudienceRecord, NewAudience, NewFilters};
use postrider_store::automations::{self, AutomationName, Used};
use postrider_store::brands::BrandIdentity;
use postrider_store::db::{Db, DbError, Tx};
use postrider_store::{brands, contacts, fields, uses};

use crate::contacts::filtering::all_of;
use crate::failure::Failure;
use crate::in_use::refuse_in_use;

/// A filter whose members were counted before the transaction opens: counting a million contacts would hold every other
/// writer.
pub struct CountedFilter {
    json: String,
    /// `None` when counting took too long; the background counts later.
    count: Option<i64>,
}

pub async fn count_ahead(
    db: &Db,
    brand: &BrandIdentity,
    group: FilterGroup,
    now: i64,
) -> Result<CountedFilter, Failure> {
    let wanted = Arc::new((brand.clone(), group));
    let given = Arc::clone(&wanted);
    let counted = db.read_heavy(move |tx| {
        let wanted = Arc::clone(&wanted);
        async move {
            let (brand, group) = &*wanted;
            count(&tx, brand, group, now).await
        }
    });
    let count = match counted.await {
        Ok(count) => Some(count),
        Err(Failure::Database(DbError::Timeout)) => None,
        Err(failure) => return Err(failure),
    };
    let json = serde_json::to_string(&given.1)
        .map_err(|_| Problem::new(Code::InternalError, "The filter cannot be stored."))?;
    Ok(CountedFilter { json, count })
}

/// Members, whatever their subscription.
pub async fn count(
    tx: &Tx,
    brand: &BrandIdentity,
    group: &FilterGroup,
    now: i64,
) -> Result<i64, Failure> {
    let known = fields::known(tx, brand.key).await?;
    let checked = filter::check(group, &known, "filters")?;
    let resolved = all_of(vec![checked], &brand.time_zone, now)?;
    Ok(contacts::count(tx, brand.key, resolved.as_ref(), None).await?)
}

/// The filter of an audience's row.
pub fn stored_filter(json: &str) -> Result<FilterGroup, Problem> {
    FilterGroup::from_stored(json)
        .ok_or_else(|| Problem::new(Code::InternalError, "A stored filter cannot be read."))
}

/// The fields may have changed since the filter was checked; from here on they cannot.
async fn hold_fields(tx: &Tx, brand: BrandKey, filters: &str) -> Result<(), Failure> {
    brands::lock(tx, brand).await?;
    let known = fields::known(tx, brand).await?;
    filter::check(&stored_filter(filters)?, &known, "filters")?;
    Ok(())
}

/// What an audience is to be called, and who belongs to it.
pub struct GivenAudience {
    pub name: String,
    pub filter: CountedFilter,
}

pub async fn create(
    tx: &Tx,
    brand: BrandKey,
    public_id: String,
    given: &GivenAudience,
    now: i64,
) -> Result<AudienceRecord, Failure> {
    let GivenAudience { name, filter } = given;
    hold_fields(tx, brand, &filter.json).await?;
    let new = NewAudience {
        public_id,
        name: name.clone(),
        filters: filter.json.clone(),
        count: filter.count.unwrap_or(0),
        counted_at: filter.count.map(|_| now),
    };
    Ok(audiences::create(tx, brand, new, now).await?)
}

/// What is to be different about an audience.
pub struct AudienceUpdate {
    pub name: Option<String>,
    pub filter: Option<CountedFilter>,
}

pub async fn update(
    tx: &Tx,
    brand: BrandKey,
    id: &str,
    update: &AudienceUpdate,
    now: i64,
) -> Result<AudienceRecord, Failure> {
    if let Some(filter) = &update.filter {
        hold_fields(tx, brand, &filter.json).await?;
    }
    let filters = update.filter.as_ref().map(|filter| NewFilters {
        filters: filter.json.clone(),
        count: filter.count.unwrap_or(0),
        counted_at: filter.count.map(|_| now),
    });
    let update = AudiencePatch {
        name: update.name.clone(),
        filters,
    };
    let changed = audiences::update(tx, brand, id, update, now).await?;
    Ok(changed.ok_or_else(not_found)?)
}

/// An audience that is gone.
pub struct DeletedAudience {
    /// As it was.
    pub record: AudienceRecord,
    /// Automations that still name it: they can be launched on another one alone.
    pub named_by: Vec<AutomationName>,
}

pub async fn delete(tx: &Tx, brand: BrandKey, id: &str) -> Result<DeletedAudience, Failure> {
    // Locked first: nobody can begin to use it meanwhile.
    let locked = audiences::lock(tx, brand, id).await?;
    let record = locked.ok_or_else(not_found)?;
    let used = uses::of_audience(tx, brand, record.id).await?;
    refuse_in_use(Code::AudienceInUse, &used)?;
    let named_by = automations::naming(tx, brand, Used::Audience(record.id)).await?;
    let deleted = audiences::delete(tx, brand, id).await?;
    Ok(DeletedAudience {
        record: deleted.ok_or_else(not_found)?,
        named_by,
    })
}

pub fn not_found() -> Problem {
    Problem::new(Code::AudienceNotFound, "There is no such audience.")
}
