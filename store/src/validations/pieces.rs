//! The addresses of a validation, some hundred in a row.

use postrider_domain::tenant::BrandKey;

use super::Tally;
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    GROW -> (i64,) = "
        UPDATE validations SET pieces = pieces + $4, total = total + $5
        WHERE org = $1 AND brand = $2 AND id = $3 AND status = 'queued'
        RETURNING pieces";
    bulk(org: Int, brand: Int, validation: Int, piece: Int, addresses: Text) ADD = "
        INSERT INTO validation_pieces (org, brand, validation, piece, addresses)
        SELECT r.org, r.brand, r.validation, r.piece, r.addresses FROM {rows} AS r WHERE true";
    PIECE -> (String,) = "
        SELECT addresses FROM validation_pieces
        WHERE org = $1 AND brand = $2 AND validation = $3 AND piece = $4";
    ADVANCE = "
        UPDATE validations SET position = position + 1, processed = processed + $5,
            valid = valid + $6, risky = risky + $7, invalid = invalid + $8, unknown = unknown + $9
        WHERE org = $1 AND brand = $2 AND id = $3 AND position = $4 AND status = 'running'";
    ANSWER = "
        UPDATE validation_pieces SET answers = $5
        WHERE org = $1 AND brand = $2 AND validation = $3 AND piece = $4";
    DROP = "
        DELETE FROM validation_pieces
        WHERE org = $1 AND brand = $2 AND validation = $3 AND piece = $4";
    list ANSWERS -> (String,) = "
        SELECT answers FROM validation_pieces
        WHERE org = $1 AND brand = $2 AND validation = $3 AND answers IS NOT NULL
        ORDER BY piece";
    EXPIRED -> Expired = "
        SELECT {columns} FROM validations WHERE purge_at <= $1 ORDER BY purge_at LIMIT 1";
    PURGE = "
        DELETE FROM validation_pieces
        WHERE org = $1 AND brand = $2 AND validation = $3 AND piece IN (
            SELECT piece FROM validation_pieces
            WHERE org = $1 AND brand = $2 AND validation = $3 ORDER BY piece LIMIT $4)";
    PURGED = "UPDATE validations SET purge_at = NULL WHERE org = $1 AND brand = $2 AND id = $3";
}

/// Adds pieces, each a JSON list, that hold `addresses` addresses together.
pub async fn append(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    pieces: Vec<String>,
    addresses: i64,
) -> Result<(), DbError> {
    let count = pieces.len() as i64;
    let values = params![brand.org, brand.brand, id, count, addresses];
    let Some(grown) = tx.value(&GROW, values).await? else {
        return Err(DbError::Other(format!(
            "validation {id} takes no addresses"
        )));
    };
    let first = grown - count;
    let rows = (first..)
        .zip(pieces)
        .map(|(piece, addresses)| params![brand.org, brand.brand, id, piece, addresses].into())
        .collect();
    tx.bulk(&ADD, rows).await?;
    Ok(())
}

/// The addresses of a piece, a JSON list.
pub async fn piece(
    tx: &Tx,
    brand: BrandKey,
    id: i64,
    piece: i64,
) -> Result<Option<String>, DbError> {
    tx.value(&PIECE, params![brand.org, brand.brand, id, piece])
        .await
}

/// What a piece came to.
#[derive(Clone, Debug)]
pub struct Settled {
    pub piece: i64,
    pub tally: Tally,
    /// JSON, for whoever reads the validation; without them the piece goes.
    pub answers: Option<String>,
}

/// `false`: the piece was settled before, and its addresses are counted.
pub async fn settle(tx: &Tx, brand: BrandKey, id: i64, settled: Settled) -> Result<bool, DbError> {
    let tally = settled.tally;
    let values = params![
        brand.org,
        brand.brand,
        id,
        settled.piece,
        tally.total(),
        tally.valid,
        tally.risky,
        tally.invalid,
        tally.unknown
    ];
    if tx.execute(&ADVANCE, values).await? == 0 {
        return Ok(false);
    }
    let place = params![brand.org, brand.brand, id, settled.piece];
    match settled.answers {
        Some(answers) => {
            let values = params![brand.org, brand.brand, id, settled.piece, answers];
            tx.execute(&ANSWER, values).await?
        }
        None => tx.execute(&DROP, place).await?,
    };
    Ok(true)
}

/// The answers of every settled piece, JSON lists in the order in which the addresses were given.
pub async fn answers(tx: &Tx, brand: BrandKey, id: i64) -> Result<Vec<String>, DbError> {
    tx.values(&ANSWERS, params![brand.org, brand.brand, id])
        .await
}

/// Deletes some pieces of a validation whose time is over; `false` when there is none.
pub async fn purge(tx: &Tx, now: i64, limit: i64) -> Result<bool, DbError> {
    let Some(expired) = tx.one(&EXPIRED, params![now]).await? else {
        return Ok(false);
    };
    let Expired { org, brand, id } = expired;
    if tx.execute(&PURGE, params![org, brand, id, limit]).await? == 0 {
        tx.execute(&PURGED, params![org, brand, id]).await?;
    }
    Ok(true)
}

record! {
    /// A validation whose time is over.
    struct Expired {
        org: i64 = "org",
        brand: i64 = "brand",
        id: i64 = "id",
    }
}
