//! A filter as SQL. It must select exactly the contacts for which `filter::matches` holds.
//!
//! No value is NULL here, and a comparison with NULL is neither true nor false: as a whole condition it
//! does not match, and `IS NOT TRUE` makes its opposite match. Lists are one JSON parameter, because
//! a filter may hold more values than a statement may have parameters, and `OR` over them would be
//! nested deeper than `SQLite` allows.

use postrider_domain::contacts::field::FieldValue;
use postrider_domain::contacts::filter::{Bound, Comparison, Filter, Range, ResolvedFilter};

use super::column::{Column, Kind};
use super::index::Index;
use super::sql::Sql;
use crate::db::Value;

pub(super) fn push_filter(sql: &mut Sql, index: Index, filter: &ResolvedFilter) {
    match filter {
        Filter::All(parts) if parts.is_empty() => {
            sql.push("TRUE");
        }
        Filter::Any(parts) if parts.is_empty() => {
            sql.push("FALSE");
        }
        Filter::All(parts) => {
            sql.joined(" AND ", parts, |sql, part| push_filter(sql, index, part));
        }
        Filter::Any(parts) => {
            sql.joined(" OR ", parts, |sql, part| push_filter(sql, index, part));
        }
        Filter::Condition {
            field,
            test,
            negated,
        } => {
            sql.push("((");
            match index.pairs(*field, test) {
                Some(pairs) => {
                    sql.joined(" OR ", pairs, |sql, pair| {
                        sql.push("contacts.folded_custom @> ").bind(pair);
                    });
                }
                None => push_test(sql, index, &index.column(*field), test),
            }
            sql.push(if *negated { ") IS NOT TRUE)" } else { "))" });
        }
    }
}

/// A test that does not fit the column's kind is one that no value passes.
fn push_test(sql: &mut Sql, index: Index, column: &Column, test: &Comparison) {
    let is_text = matches!(column.kind, Kind::Text { .. });
    match test {
        Comparison::Empty if is_text => {
            sql.push("COALESCE(").push(&column.value).push(", '') = ''")
        }
        Comparison::Missing | Comparison::Empty => sql.push(&column.value).push(" IS NULL"),
        Comparison::OneOf(wanted) => push_one_of(sql, column, wanted),
        Comparison::Range(range) => push_range(sql, index, column, *range),
        Comparison::Contains(parts) if is_text => match column.compared_bare() {
            Some((compared, guard)) => push_guard(push_contains(sql, &compared, parts), guard),
            None => push_contains(sql, &column.compared(), parts),
        },
        Comparison::StartsWith(part) if is_text => sql
            .push("{position}(")
            .push(&column.compared())
            .push(", ")
            .bind(part)
            .push(") = 1"),
        Comparison::EndsWith(part) if is_text => push_ends_with(sql, &column.compared(), part),
        _ => sql.push("FALSE"),
    };
}

fn push_one_of<'s>(sql: &'s mut Sql, column: &Column, wanted: &[FieldValue]) -> &'s mut Sql {
    let (texts, numbers, flags) = by_type(wanted);
    let compared = column.compared();
    match column.kind {
        Kind::Text { .. } => match texts.as_slice() {
            [] => sql.push("FALSE"),
            [text] => sql.push(&compared).push(" = ").bind(*text),
            _ => sql
                .push(&compared)
                .push(" IN {texts}(")
                .bind(Value::texts(texts))
                .push(")"),
        },
        Kind::Int => {
            let whole = numbers.into_iter().filter(|number| number.fract() == 0.0);
            let whole = Value::ints(whole.map(|number| number as i64));
            sql.push(&compared)
                .push(" IN {ints}(")
                .bind(whole)
                .push(")")
        }
        Kind::Float => match numbers.as_slice() {
            [] => sql.push("FALSE"),
            [number] => sql.push(&compared).push(" = ").bind(*number),
            _ => sql
                .push(&compared)
                .push(" IN {floats}(")
                .bind(Value::floats(numbers))
                .push(")"),
        },
        Kind::Bool => match flags.as_slice() {
            [] => sql.push("FALSE"),
            flags => sql.joined(" OR ", flags, |sql, flag| {
                sql.push(&compared).push(" = ").bind(*flag);
            }),
        },
    }
}

fn by_type(wanted: &[FieldValue]) -> (Vec<&str>, Vec<f64>, Vec<bool>) {
    let (mut texts, mut numbers, mut flags) = (Vec::new(), Vec::new(), Vec::new());
    for value in wanted {
        match value {
            FieldValue::Text(text) => texts.push(text.as_str()),
            FieldValue::Number(number) => numbers.push(*number),
            FieldValue::Bool(flag) => flags.push(*flag),
        }
    }
    (texts, numbers, flags)
}

fn push_contains<'s>(sql: &'s mut Sql, compared: &str, parts: &[String]) -> &'s mut Sql {
    if let [part] = parts {
        return sql
            .push("{position}(")
            .push(compared)
            .push(", ")
            .bind(part)
            .push(") > 0");
    }
    sql.push("EXISTS (SELECT 1 FROM {texts}(")
        .bind(Value::texts(parts));
    sql.push(") AS part WHERE {position}(")
        .push(compared)
        .push(", part.value) > 0)")
}

/// Where the text is shorter than the part, what `substr` gives is shorter too.
fn push_ends_with<'s>(sql: &'s mut Sql, compared: &str, part: &str) -> &'s mut Sql {
    let length = part.chars().count();
    sql.push(&format!(
        "substr({compared}, length({compared}) - {length} + 1) = "
    ))
    .bind(part)
}

fn push_range<'s>(sql: &'s mut Sql, index: Index, column: &Column, range: Range) -> &'s mut Sql {
    let value = &column.value;
    match (column.kind, range.min, range.max) {
        (Kind::Text { .. } | Kind::Bool, ..) => sql.push("FALSE"),
        (_, None, None) => sql.push(value).push(" IS NOT NULL"),
        (Kind::Int, min, max) => {
            let bounds = [
                (" >= ", min.map(first_whole)),
                (" <= ", max.map(last_whole)),
            ];
            push_bounds(sql, value, bounds)
        }
        (Kind::Float, min, max) => {
            let above = min.map_or(" > ", |min| if min.inclusive { " >= " } else { " > " });
            let below = max.map_or(" < ", |max| if max.inclusive { " <= " } else { " < " });
            let bounds = [
                (above, min.map(|min| min.value)),
                (below, max.map(|max| max.value)),
            ];
            match column.compared_bare() {
                Some((bare, guard)) => {
                    let stored = |(operator, bound): (_, Option<f64>)| {
                        (operator, bound.map(|number| index.bound(number)))
                    };
                    push_guard(push_bounds(sql, &bare, bounds.map(stored)), guard)
                }
                None => push_bounds(sql, value, bounds),
            }
        }
    }
}

fn push_bounds<'s, T: Into<Value>>(
    sql: &'s mut Sql,
    value: &str,
    bounds: [(&str, Option<T>); 2],
) -> &'s mut Sql {
    let given = bounds
        .into_iter()
        .filter_map(|(operator, bound)| Some((operator, bound?)));
    sql.joined(" AND ", given, |sql, (operator, bound)| {
        sql.push(value).push(operator).bind(bound);
    })
}

fn push_guard<'s>(sql: &'s mut Sql, guard: Option<&str>) -> &'s mut Sql {
    match guard {
        Some(guard) => sql.push(" AND ").push(guard),
        None => sql,
    }
}

/// The least whole number that a lower bound lets pass: the column stays an integer, so that neither
/// database compares it as a float.
fn first_whole(min: Bound) -> i64 {
    let whole = min.value.ceil() as i64;
    let is_out = !min.inclusive && min.value.fract() == 0.0;
    if is_out {
        whole.saturating_add(1)
    } else {
        whole
    }
}

fn last_whole(max: Bound) -> i64 {
    let whole = max.value.floor() as i64;
    let is_out = !max.inclusive && max.value.fract() == 0.0;
    if is_out {
        whole.saturating_sub(1)
    } else {
        whole
    }
}
