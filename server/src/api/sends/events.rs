//! What happened to the recipients of a send.

use postrider_store::analytics;
use postrider_store::brands::BrandIdentity;
use postrider_store::db::Tx;
use postrider_store::sends::SendRecord;

use crate::api::analytics::event::{Event, show};
use crate::api::failure::Outcome;

/// As many as one read holds.
const MOST: usize = 1000;

pub struct Told {
    pub events: Vec<Event>,
    pub truncated: bool,
}

pub async fn read(tx: &Tx, brand: &BrandIdentity, send: &SendRecord) -> Outcome<Told> {
    let mut records = analytics::newest_of_send(tx, brand.key, send.id, MOST + 1).await?;
    let truncated = records.len() > MOST;
    records.truncate(MOST);
    let events = records
        .into_iter()
        .map(|record| show(&brand.public_id, record));
    Ok(Told {
        events: events.collect::<Result<_, _>>()?,
        truncated,
    })
}
