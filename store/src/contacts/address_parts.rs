//! Contacts by a part of their address.

use postrider_domain::contacts::address::search_spellings;
use postrider_domain::tenant::BrandKey;

use super::query::push_from;
use super::sql::Sql;
use crate::db::{DbError, Tx};

/// The numbers of contacts whose address contains this folded text, at most `limit`, in no order.
pub async fn with_address_part(
    tx: &Tx,
    brand: BrandKey,
    part: &str,
    limit: i64,
) -> Result<Vec<i64>, DbError> {
    let mut sql = Sql::default();
    sql.push("SELECT contacts.id");
    // What is searched holds the names too.
    push_from(&mut sql, tx, brand, None, Some(part));
    sql.push(" AND ")
        .joined(" OR ", search_spellings(part), |sql, part| {
            sql.push("{position}(contacts.email, ")
                .bind(part)
                .push(") > 0");
        });
    sql.push(" LIMIT ").bind(limit);
    let found = tx.dynamic_all::<(i64,)>(&sql.text, sql.values).await?;
    Ok(found.into_iter().map(|(id,)| id).collect())
}
