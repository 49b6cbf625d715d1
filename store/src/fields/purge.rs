//! Values of deleted fields leave the contacts' rows.

use postrider_domain::tenant::BrandKey;

use crate::contacts::reword;
use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    NEXT = "
        SELECT org, brand, field, after_contact FROM deleted_fields
        ORDER BY org, brand, field LIMIT 1 {skip_locked}";
    CHUNK = "
        SELECT max(c.id), count(*) FROM (
            SELECT id FROM contacts WHERE org = $1 AND brand = $2 AND id > $3 ORDER BY id LIMIT $4
        ) AS c";
    REMOVE = "
        UPDATE contacts SET custom = {without}(custom, CAST($5 AS TEXT)),
            folded_custom = {without}({without}(folded_custom, brand || '.' || CAST($5 AS TEXT)),
                brand || '.' || CAST($5 AS TEXT) || 'n')
        WHERE org = $1 AND brand = $2 AND id > $3 AND id <= $4
            AND custom -> CAST($5 AS TEXT) IS NOT NULL
        RETURNING id, {json}(custom)";
    GO_ON = "
        UPDATE deleted_fields SET after_contact = $4 WHERE org = $1 AND brand = $2 AND field = $3";
    FINISH = "DELETE FROM deleted_fields WHERE org = $1 AND brand = $2 AND field = $3";
}

/// One chunk of one deleted field of any brand. Answers whether there was anything to do: the caller
/// goes on until there is not, each chunk in a transaction of its own.
pub async fn purge_deleted(tx: &Tx, chunk: i64) -> Result<bool, DbError> {
    let Some(deleted) = tx.row(&NEXT, params![]).await? else {
        return Ok(false);
    };
    let [org, brand, field, after] = four(&deleted)?;
    let found = tx.row(&CHUNK, params![org, brand, after, chunk]).await?;
    let (last, contacts) = match &found {
        Some(row) => (row.opt_int(0)?, row.int(1)?),
        None => (None, 0),
    };
    if let Some(last) = last {
        let values = params![org, brand, after, last, field.to_string()];
        let changed = tx.rows(&REMOVE, values).await?;
        let changed = changed
            .iter()
            .map(|row| Ok((row.int(0)?, row.text(1)?)))
            .collect::<Result<_, DbError>>()?;
        reword(tx, BrandKey { org, brand }, changed).await?;
    }
    match last {
        Some(last) if contacts == chunk => {
            tx.execute(&GO_ON, params![org, brand, field, last]).await?
        }
        _ => tx.execute(&FINISH, params![org, brand, field]).await?,
    };
    Ok(true)
}

fn four(row: &Row) -> Result<[i64; 4], DbError> {
    Ok([row.int(0)?, row.int(1)?, row.int(2)?, row.int(3)?])
}
