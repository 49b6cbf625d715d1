//! Pages and counts of contacts.

use postrider_domain::contact::fold;
use postrider_domain::cursor::Position;
use postrider_domain::filter::ResolvedFilter;
use postrider_domain::tenant::BrandKey;

use super::filter_sql::push_filter;
use super::record::{COLUMNS, ContactRecord, SELECT, record_of, select};
use super::sort::{Direction, Order, SortKey};
use super::sql::Sql;
use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    list NEWEST = select!("
        FROM contacts WHERE org = $1 AND brand = $2 AND id < $3 ORDER BY id DESC LIMIT $4");
    list OLDEST = select!("
        FROM contacts WHERE org = $1 AND brand = $2 AND id > $3 ORDER BY id LIMIT $4");
    COUNT = "SELECT count(*) FROM contacts WHERE org = $1 AND brand = $2";
}

#[derive(Clone, Debug)]
pub struct ContactQuery {
    pub filter: Option<ResolvedFilter>,
    /// Any part of address and name; case does not count.
    pub search: Option<String>,
    pub sort: SortKey,
    pub direction: Direction,
    /// The position of the last contact of the page before, in the same order.
    pub after: Option<Vec<Position>>,
    pub limit: i64,
}

/// Each contact with its position in the order.
pub async fn page(
    tx: &Tx,
    brand: BrandKey,
    query: &ContactQuery,
) -> Result<Vec<(ContactRecord, Vec<Position>)>, DbError> {
    let order = Order::new(query.sort, query.direction);
    let is_plain = order.is_by_number() && query.filter.is_none() && query.search.is_none();
    let rows = match query.after.as_deref() {
        None if is_plain => plain_page(tx, brand, query, None).await?,
        Some([Position::Int(id)]) if is_plain => plain_page(tx, brand, query, Some(*id)).await?,
        _ => found_page(tx, brand, query, &order).await?,
    };
    let positioned = |row: &Row| {
        let record = record_of(row)?;
        let position = order.position_of(row, record.id, COLUMNS)?;
        Ok((record, position))
    };
    rows.iter().map(positioned).collect()
}

async fn plain_page(
    tx: &Tx,
    brand: BrandKey,
    query: &ContactQuery,
    after: Option<i64>,
) -> Result<Vec<Row>, DbError> {
    let (statement, start) = match query.direction {
        Direction::Ascending => (&OLDEST, i64::MIN),
        Direction::Descending => (&NEWEST, i64::MAX),
    };
    let values = params![brand.org, brand.brand, after.unwrap_or(start), query.limit];
    tx.rows(statement, values).await
}

async fn found_page(
    tx: &Tx,
    brand: BrandKey,
    query: &ContactQuery,
    order: &Order,
) -> Result<Vec<Row>, DbError> {
    let mut sql = Sql::default();
    sql.push(SELECT);
    order.push_selected(&mut sql);
    push_where(
        &mut sql,
        brand,
        query.filter.as_ref(),
        query.search.as_deref(),
    );
    if let Some(after) = &query.after {
        sql.push(" AND (");
        order.push_after(&mut sql, after)?;
        sql.push(")");
    }
    order.push_order(&mut sql);
    sql.push(" LIMIT ").bind(query.limit);
    tx.dynamic(&sql.text, sql.values).await
}

pub async fn count(
    tx: &Tx,
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
    search: Option<&str>,
) -> Result<i64, DbError> {
    let counted = if filter.is_none() && search.is_none() {
        tx.rows(&COUNT, params![brand.org, brand.brand]).await?
    } else {
        let mut sql = Sql::default();
        sql.push("SELECT count(*)");
        push_where(&mut sql, brand, filter, search);
        tx.dynamic(&sql.text, sql.values).await?
    };
    counted.first().map_or(Ok(0), |row| row.int(0))
}

fn push_where(
    sql: &mut Sql,
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
    search: Option<&str>,
) {
    sql.push(" FROM contacts WHERE contacts.org = ")
        .bind(brand.org);
    sql.push(" AND contacts.brand = ").bind(brand.brand);
    if let Some(filter) = filter {
        sql.push(" AND ");
        push_filter(sql, filter);
    }
    // Not LIKE: there, `%` and `_` would be the caller's.
    if let Some(search) = search.filter(|search| !search.is_empty()) {
        sql.push(" AND {position}(contacts.folded, ")
            .bind(fold(search))
            .push(") > 0");
    }
}
