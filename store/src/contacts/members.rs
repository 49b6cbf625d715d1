//! The members of an audience, judged a page at a time, for whoever makes something else of them than recipients.

use postrider_domain::contacts::filter::ResolvedFilter;
use postrider_domain::tenant::BrandKey;

use super::judging::Judging;
use super::query::push_from;
use super::sql::Sql;
use crate::db::{DbError, Tx};
use crate::record;

/// The next members behind one.
#[derive(Clone, Copy, Debug)]
pub struct Stretch {
    /// Members up to this contact are judged already.
    pub after: i64,
    /// Contacts above it came later and are none.
    pub bound: i64,
    pub limit: i64,
}

record! {
    struct Found {
        contact: i64 = "contacts.id",
        /// By what the member is judged for; the query writes this column.
        state: (i64,) = ..,
    }
}

/// A member with the code of its `RecipientState`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct JudgedMember {
    pub contact: i64,
    pub state: i64,
}

/// In the order of their numbers. Fewer than the limit: there are no more.
pub async fn members(
    tx: &Tx,
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
    stretch: Stretch,
    judging: Judging,
) -> Result<Vec<JudgedMember>, DbError> {
    let mut sql = Sql::default();
    sql.push("SELECT {columns}, ").push(judging.sql());
    let number = push_from(&mut sql, tx, brand, filter, None);
    sql.push(" AND ")
        .push(number)
        .push(" > ")
        .bind(stretch.after);
    sql.push(" AND ")
        .push(number)
        .push(" <= ")
        .bind(stretch.bound);
    sql.push(" ORDER BY ").push(number);
    sql.push(" LIMIT ").bind(stretch.limit);
    let found = tx.dynamic_all::<Found>(&sql.text, sql.values).await?;
    let judged = |Found { contact, state }| JudgedMember {
        contact,
        state: state.0,
    };
    Ok(found.into_iter().map(judged).collect())
}
