//! Lists: one envelope, keyset pages, authenticated cursors.

use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cx::Cx;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}Page")]
pub struct Page<T> {
    pub data: Vec<T>,
    pub pagination: Pagination,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Pagination {
    /// The page size used.
    pub limit: u32,
    /// Pass it back as `cursor` for the next page; absent on the last one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cursor: Option<String>,
    pub has_more: bool,
}

/// The two inputs every list takes.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PageQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    pub limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    pub cursor: Option<String>,
}

pub const MAX_LIMIT: u32 = 100;

/// The first `limit` of the rows that were read with one to spare, and the cursor behind them.
pub fn page<R, T>(
    cx: &Cx,
    limit: u32,
    mut rows: Vec<R>,
    position: impl Fn(&R) -> Vec<Position>,
    show: impl FnMut(R) -> Result<T, Problem>,
) -> Result<Page<T>, Problem> {
    let has_more = rows.len() > limit as usize;
    rows.truncate(limit as usize);
    let cursor = if has_more {
        rows.last().map(|row| cx.seal_cursor(&position(row)))
    } else {
        None
    };
    let data = rows.into_iter().map(show).collect::<Result<_, _>>()?;
    Ok(Page {
        data,
        pagination: Pagination {
            limit,
            cursor,
            has_more,
        },
    })
}

/// Where a list ordered by row number goes on.
pub fn after_number(cx: &Cx, cursor: Option<&str>) -> Result<Option<i64>, Problem> {
    let Some(text) = cursor else { return Ok(None) };
    match cx.open_cursor(text)?.as_slice() {
        [Position::Int(number)] => Ok(Some(*number)),
        _ => Err(Problem::invalid(
            "cursor",
            "The cursor is not one of this list.",
        )),
    }
}

/// A bound of the times that a list holds.
pub fn time_bound(param: &str, text: Option<&str>) -> Result<Option<i64>, Problem> {
    let Some(text) = text else { return Ok(None) };
    let bound = time::parse_iso(text).ok_or_else(|| {
        Problem::invalid(param, format!("`{param}` is no ISO time or date.")).suggest(
            "Send a time such as `2026-01-02T03:04:05Z`, or a date, which is its midnight in UTC.",
        )
    })?;
    Ok(Some(bound))
}
