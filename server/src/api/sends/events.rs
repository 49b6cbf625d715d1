//! What happened to the recipients of a send.

use postrider_store::analytics::{self, OfSend};
use postrider_store::brands::BrandIdentity;
use postrider_store::db::Tx;

use super::record::Send;
use crate::api::analytics::event::show;
use crate::api::failure::ApiResult;

/// As many as one read holds.
const MOST: usize = 1000;

pub async fn embed(tx: &Tx, brand: &BrandIdentity, of: OfSend, send: &mut Send) -> ApiResult<()> {
    let mut records = analytics::newest_of_send(tx, brand.key, of, MOST + 1).await?;
    send.events_truncated = Some(records.len() > MOST);
    records.truncate(MOST);
    let events = records
        .into_iter()
        .map(|record| show(&brand.public_id, record));
    send.events = Some(events.collect::<Result<_, _>>()?);
    Ok(())
}
