//! Pages and counts of contacts.

use postrider_domain::contacts::address::search_spellings;
use postrider_domain::contacts::contact::fold;
use postrider_domain::contacts::filter::{Filter, ResolvedFilter};
use postrider_domain::contract::cursor::Position;
use postrider_domain::tenant::BrandKey;

use super::filter_sql::push_filter;
use super::index::Index;
use super::record::ContactRecord;
use super::sort::{Direction, Order, SortKey};
use super::sql::Sql;
use crate::db::{Bounded, DbError, Record, Tx};
use crate::{params, record, statements};

statements! {
    list NEWEST -> ContactRecord = "
        SELECT {columns} FROM contacts
        WHERE org = $1 AND brand = $2 AND id < $3 ORDER BY id DESC LIMIT $4";
    list OLDEST -> ContactRecord = "
        SELECT {columns} FROM contacts
        WHERE org = $1 AND brand = $2 AND id > $3 ORDER BY id LIMIT $4";
    COUNT -> (i64,) = "SELECT count(*) FROM contacts WHERE org = $1 AND brand = $2";
}

record! {
    /// A contact in an order other than that of row numbers.
    struct SortedContact {
        contact: ContactRecord = ..,
        /// What it is sorted by; `Order::push_selected` writes this column.
        value: (Position,) = ..,
    }
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
    /// Once the contacts hold so many bytes, the page ends.
    pub bytes: usize,
}

/// Each contact with its position in the order.
pub async fn page(
    tx: &Tx,
    brand: BrandKey,
    query: &ContactQuery,
) -> Result<Bounded<(ContactRecord, Vec<Position>)>, DbError> {
    let order = Order::new(query.sort, query.direction);
    if !order.is_by_number() {
        let found: Bounded<SortedContact> = found_page(tx, brand, query, &order).await?;
        let positioned = |SortedContact { contact, value }: SortedContact| {
            let position = order.position_of(contact.id, value.0)?;
            Ok((contact, position))
        };
        return found.map(positioned);
    }
    let is_plain = query.filter.is_none() && query.search.is_none();
    let found = match query.after.as_deref() {
        None if is_plain => plain_page(tx, brand, query, None).await?,
        Some([Position::Int(id)]) if is_plain => plain_page(tx, brand, query, Some(*id)).await?,
        _ => found_page(tx, brand, query, &order).await?,
    };
    let positioned = |contact: ContactRecord| {
        let position = vec![Position::Int(contact.id)];
        Ok((contact, position))
    };
    found.map(positioned)
}

async fn plain_page(
    tx: &Tx,
    brand: BrandKey,
    query: &ContactQuery,
    after: Option<i64>,
) -> Result<Bounded<ContactRecord>, DbError> {
    let (statement, start) = match query.direction {
        Direction::Ascending => (&OLDEST, i64::MIN),
        Direction::Descending => (&NEWEST, i64::MAX),
    };
    let values = params![brand.org, brand.brand, after.unwrap_or(start), query.limit];
    tx.all_within(statement, values, query.bytes).await
}

async fn found_page<R: Record>(
    tx: &Tx,
    brand: BrandKey,
    query: &ContactQuery,
    order: &Order,
) -> Result<Bounded<R>, DbError> {
    let mut sql = Sql::default();
    sql.push("SELECT {columns}");
    order.push_selected(&mut sql);
    let (filter, search) = (query.filter.as_ref(), query.search.as_deref());
    let number = push_from(&mut sql, tx, brand, filter, search);
    if let Some(after) = &query.after {
        sql.push(" AND (");
        order.push_after(&mut sql, after, number)?;
        sql.push(")");
    }
    order.push_order(&mut sql, number);
    sql.push(" LIMIT ").bind(query.limit);
    tx.dynamic_within(&sql.text, sql.values, query.bytes).await
}

pub async fn count(
    tx: &Tx,
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
    search: Option<&str>,
) -> Result<i64, DbError> {
    if let (Some(opposite), None) = (filter.and_then(opposite), search) {
        // Those who lack a value are many, and a list names only those who have it.
        return Ok(count_all(tx, brand).await? - counted(tx, brand, &opposite, None).await?);
    }
    match filter {
        None if search.is_none() => count_all(tx, brand).await,
        None => counted(tx, brand, &Filter::All(Vec::new()), search).await,
        Some(filter) => counted(tx, brand, filter, search).await,
    }
}

async fn count_all(tx: &Tx, brand: BrandKey) -> Result<i64, DbError> {
    let count = tx.value(&COUNT, params![brand.org, brand.brand]).await?;
    Ok(count.unwrap_or(0))
}

async fn counted(
    tx: &Tx,
    brand: BrandKey,
    filter: &ResolvedFilter,
    search: Option<&str>,
) -> Result<i64, DbError> {
    let mut sql = Sql::default();
    sql.push("SELECT count(*)");
    let is_answered = search.is_none()
        && Index::of(tx, brand)
            .narrow(Some(filter), &[])
            .push_whole_answer(&mut sql);
    if !is_answered {
        push_from(&mut sql, tx, brand, Some(filter), search);
    }
    let counts = tx.dynamic_all::<(i64,)>(&sql.text, sql.values).await?;
    Ok(counts.first().map_or(0, |(count,)| *count))
}

/// The filter that holds for everybody else, if this one is a single condition with `not`.
fn opposite(filter: &ResolvedFilter) -> Option<ResolvedFilter> {
    match filter {
        Filter::All(parts) | Filter::Any(parts) if parts.len() == 1 => opposite(&parts[0]),
        Filter::Condition {
            field,
            test,
            negated: true,
        } => Some(Filter::Condition {
            field: *field,
            test: test.clone(),
            negated: false,
        }),
        _ => None,
    }
}

/// The tables and the condition. Gives the row number that is in the order of reading.
pub(super) fn push_from(
    sql: &mut Sql,
    tx: &Tx,
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
    search: Option<&str>,
) -> &'static str {
    let index = Index::of(tx, brand);
    let search = search.filter(|search| !search.is_empty());
    let search = search.map_or_else(Vec::new, |search| search_spellings(&fold(search)));
    let lookup = index.narrow(filter, &search);
    let number = lookup.number();
    let open = lookup.push_from(sql, filter);
    sql.push("contacts.org = ").bind(brand.org);
    sql.push(" AND contacts.brand = ").bind(brand.brand);
    if let Some(open) = open {
        sql.push(" AND ");
        push_filter(sql, index, &open);
    }
    if !search.is_empty() {
        sql.push(" AND ").joined(" OR ", &search, |sql, part| {
            index.push_search(sql, part);
        });
    }
    number
}
