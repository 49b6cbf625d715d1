//! Values of deleted fields leave the contacts' rows.

use postrider_domain::tenant::BrandKey;

use crate::contacts::refresh_values;
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    NEXT -> DeletedField = "
        SELECT {columns} FROM deleted_fields
        ORDER BY org, brand, field LIMIT 1 {skip_locked}";
    CHUNK -> Chunk = "
        SELECT {columns} FROM (
            SELECT id FROM contacts WHERE org = $1 AND brand = $2 AND id > $3 ORDER BY id LIMIT $4
        ) AS c";
    REMOVE -> Changed = "
        UPDATE contacts SET custom = {without}(custom, CAST($5 AS TEXT)),
            folded_custom = {without}({without}(folded_custom, brand || '.' || CAST($5 AS TEXT)),
                brand || '.' || CAST($5 AS TEXT) || 'n')
        WHERE org = $1 AND brand = $2 AND id > $3 AND id <= $4
            AND custom -> CAST($5 AS TEXT) IS NOT NULL
        RETURNING {columns}";
    GO_ON = "
        UPDATE deleted_fields SET after_contact = $4 WHERE org = $1 AND brand = $2 AND field = $3";
    FINISH = "DELETE FROM deleted_fields WHERE org = $1 AND brand = $2 AND field = $3";
}

/// One chunk of one deleted field of any brand. Answers whether there was anything to do: the caller
/// goes on until there is not, each chunk in a transaction of its own.
pub async fn purge_deleted(tx: &Tx, chunk: i64) -> Result<bool, DbError> {
    let Some(deleted) = tx.one(&NEXT, params![]).await? else {
        return Ok(false);
    };
    let DeletedField {
        org,
        brand,
        field,
        after,
    } = deleted;
    let found = tx.one(&CHUNK, params![org, brand, after, chunk]).await?;
    let (last, contacts) = found.map_or((None, 0), |found| (found.last, found.contacts));
    if let Some(last) = last {
        let values = params![org, brand, after, last, field.to_string()];
        let changed = tx.all(&REMOVE, values).await?.into_iter();
        let changed = changed.map(|contact| (contact.id, contact.custom));
        refresh_values(tx, BrandKey { org, brand }, changed.collect()).await?;
    }
    match last {
        Some(last) if contacts == chunk => {
            tx.execute(&GO_ON, params![org, brand, field, last]).await?
        }
        _ => tx.execute(&FINISH, params![org, brand, field]).await?,
    };
    Ok(true)
}

record! {
    struct DeletedField {
        org: i64 = "org",
        brand: i64 = "brand",
        field: i64 = "field",
        /// The contact up to which its values are gone.
        after: i64 = "after_contact",
    }
}

record! {
    /// The contacts that come next.
    struct Chunk {
        last: Option<i64> = "max(c.id)",
        contacts: i64 = "count(*)",
    }
}

record! {
    /// A contact that had a value.
    struct Changed {
        id: i64 = "id",
        custom: String = "{json}(custom)",
    }
}
