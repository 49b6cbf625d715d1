//! Making, finding and changing brands.

use postrider_domain::accounts::brand::{BrandUpdate, Identity, Readiness, Theme};
use postrider_domain::patch::Patch;
use postrider_domain::tenant::BrandKey;
use postrider_store::brands::{self, BrandRecord, NewBrand};
use postrider_store::db::{DbError, Tx};

use super::{AccountError, public_id};
use crate::assets::Entropy;
use crate::brand::{self, website_address};
use crate::failure::Failure;

/// A brand without a website: there is nothing to wait for.
pub async fn create(
    tx: &Tx,
    entropy: &Entropy,
    org: i64,
    name: &str,
    now: i64,
) -> Result<BrandRecord, DbError> {
    let new = NewBrand {
        org,
        public_id: public_id(entropy),
        name: name.to_owned(),
        website_url: None,
        readiness: Readiness::nothing_to_extract(),
        identity: Identity::default(),
        theme: Theme::default(),
        logos: Vec::new(),
        created_at: now,
    };
    // Boxed: a brand is large, and every future up to the server's start would hold it.
    Box::pin(brands::create(tx, new)).await
}

/// For whoever knows a brand and not whose it is.
pub async fn find_anywhere(tx: &Tx, public_id: &str) -> Result<BrandKey, AccountError> {
    match brands::find_anywhere(tx, public_id).await? {
        Some(brand) => Ok(brand.key),
        None => Err(AccountError::NoBrand(public_id.to_owned())),
    }
}

/// What the change leaves out stays; a website that it names is read in the background. `None`: the brand was deleted.
pub async fn update(
    tx: &Tx,
    key: BrandKey,
    update: &BrandUpdate,
    now: i64,
) -> Result<Option<BrandRecord>, Failure> {
    let website = match &update.website_url {
        Patch::Set(text) => Some(website_address(text)?),
        Patch::Keep | Patch::Clear => None,
    };
    let Some(mut record) = brands::lock(tx, key).await? else {
        return Ok(None);
    };
    if let Some(update) = &update.identity {
        record.identity = update.apply(record.identity);
    }
    if let Some(update) = &update.theme {
        record.theme = update.apply(record.theme);
    }
    record.extracted.yield_to(update);
    if let Some(website) = website {
        brand::begin(tx, &mut record, &website, now).await?;
    } else if matches!(update.website_url, Patch::Clear) {
        brand::forget(&mut record);
    }
    record.name = update.name.clone().unwrap_or(record.name);
    record.voice = update.voice.clone().apply(record.voice);
    record.time_zone = update.time_zone.clone().unwrap_or(record.time_zone);
    record.track_opens = update.track_opens.unwrap_or(record.track_opens);
    record.track_clicks = update.track_clicks.unwrap_or(record.track_clicks);
    record.updated_at = now;
    brands::update(tx, &record).await?;
    Ok(Some(record))
}
