//! The lines before busy receivers. Whoever cannot be mailed now because a site takes no more leaves the order of
//! the send and stands in the line of that site, so that nobody behind waits for somebody else's receiver.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::{params, statements};

statements! {
    // An update that changes nothing: whoever is about to close the line is waited for, or waits.
    bulk(org: Int, brand: Int, send: Int, site: Int) OPEN = "
        INSERT INTO lines (org, brand, send, site)
        SELECT r.org, r.brand, r.send, r.site FROM {rows} AS r WHERE true
        ON CONFLICT (org, brand, send, site) DO UPDATE SET site = excluded.site";
    bulk(org: Int, brand: Int, send: Int, ordinal: Int, site: Int) STAND = "
        UPDATE recipients SET site = r.site, due_at = NULL FROM {rows} AS r
        WHERE recipients.org = r.org AND recipients.brand = r.brand AND recipients.send = r.send
            AND recipients.ordinal = r.ordinal";
    LOCK -> (i64,) = "
        SELECT 1 FROM lines WHERE org = $1 AND brand = $2 AND send = $3 AND site = $4 {skip_locked}";
    list FIRST -> (i64,) = "
        SELECT ordinal FROM recipients
        WHERE org = $1 AND brand = $2 AND send = $3 AND site = $4
        ORDER BY ordinal LIMIT $5";
    LEAVE = "
        UPDATE recipients SET site = NULL
        WHERE org = $1 AND brand = $2 AND send = $3 AND ordinal {in_ints}($4)";
    CLOSE = "DELETE FROM lines WHERE org = $1 AND brand = $2 AND send = $3 AND site = $4";
    CLOSE_ALL = "DELETE FROM lines WHERE org = $1 AND brand = $2 AND send = $3";
}

/// The line of one send's recipients before one site.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct Line {
    pub(super) brand: BrandKey,
    pub(super) send: i64,
    pub(super) site: i64,
}

impl Line {
    fn key(&self) -> Vec<Value> {
        vec![
            self.brand.org.into(),
            self.brand.brand.into(),
            self.send.into(),
            self.site.into(),
        ]
    }
}

/// Puts recipients, by ordinal, into the lines of their sites.
pub(super) async fn stand(
    tx: &Tx,
    brand: BrandKey,
    send: i64,
    mut waiting: Vec<(i64, i64)>,
) -> Result<(), DbError> {
    if waiting.is_empty() {
        return Ok(());
    }
    let mut sites: Vec<i64> = waiting.iter().map(|(_, site)| *site).collect();
    sites.sort_unstable();
    sites.dedup();
    let lines = sites
        .into_iter()
        .map(|site| Line { brand, send, site }.key());
    tx.bulk(&OPEN, lines.collect()).await?;
    waiting.sort_unstable();
    let rows = waiting.into_iter().map(|(ordinal, site)| {
        vec![
            brand.org.into(),
            brand.brand.into(),
            send.into(),
            ordinal.into(),
            site.into(),
        ]
    });
    tx.bulk(&STAND, rows.collect()).await?;
    Ok(())
}

/// The first of a line, by ordinal, for this transaction alone; nothing if somebody else serves it right now. A line
/// that ends here is closed: whoever comes later opens it again.
pub(super) async fn first(tx: &Tx, line: &Line, limit: usize) -> Result<Option<Vec<i64>>, DbError> {
    let key = line.key();
    if tx.value(&LOCK, &key).await?.is_none() {
        return Ok(None);
    }
    let values = [&key[..], &[(limit as i64).into()]].concat();
    let ordinals = tx.values(&FIRST, values).await?;
    if ordinals.len() < limit {
        tx.execute(&CLOSE, key).await?;
    }
    if !ordinals.is_empty() {
        let brand = line.brand;
        let listed = Value::ints(ordinals.iter().copied());
        let values = params![brand.org, brand.brand, line.send, listed];
        tx.execute(&LEAVE, values).await?;
    }
    Ok(Some(ordinals))
}

/// Of a send that is over.
pub(crate) async fn close_all(tx: &Tx, brand: BrandKey, send: i64) -> Result<(), DbError> {
    tx.execute(&CLOSE_ALL, params![brand.org, brand.brand, send])
        .await?;
    Ok(())
}
