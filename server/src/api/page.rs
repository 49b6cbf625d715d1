//! Lists: one envelope, keyset pages, authenticated cursors.

use std::io;

use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_store::db::Bounded;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::cx::Cx;

#[derive(Serialize, JsonSchema)]
#[schemars(rename = "{T}Page")]
pub struct Page<T> {
    pub data: Vec<T>,
    pub pagination: Pagination,
}

impl<T> Page<Option<T>> {
    /// Without what the caller does not see: a page may be shorter than it was asked to be, and not the last.
    pub fn seen(self) -> Page<T> {
        Page {
            data: self.data.into_iter().flatten().collect(),
            pagination: self.pagination,
        }
    }
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

/// Once a page holds so many bytes, about, it ends: what is over comes with the next. Eight callers at the same time
/// hold some ten times that of everything that is made on the way, and not whatever strangers have stored.
pub const PAGE_BYTES: usize = 8 << 20;

/// The first `limit` of the rows that were read with one to spare, as far as they fit a page, and the cursor behind them.
pub fn page<R, T: Serialize>(
    cx: &Cx,
    limit: u32,
    rows: impl Into<Bounded<R>>,
    position: impl Fn(&R) -> Vec<Position>,
    mut show: impl FnMut(R) -> Result<T, Problem>,
) -> Result<Page<T>, Problem> {
    let Bounded { rows, is_cut } = rows.into();
    let mut left = rows.len();
    let mut data = Vec::with_capacity(left.min(limit as usize));
    let (mut bytes, mut last) = (0, None);
    for row in rows.into_iter().take(limit as usize) {
        last = Some(position(&row));
        let shown = show(row)?;
        bytes += shown_bytes(&shown);
        data.push(shown);
        left -= 1;
        if bytes >= PAGE_BYTES {
            break;
        }
    }
    let has_more = is_cut || left > 0;
    let cursor = last.filter(|_| has_more);
    Ok(Page {
        data,
        pagination: Pagination {
            limit,
            cursor: cursor.map(|position| cx.seal_cursor(&position)),
            has_more,
        },
    })
}

/// Where a list goes on that is held in memory, behind an entry with its number.
pub fn number_of<T>((number, _): &(i64, T)) -> Vec<Position> {
    vec![Position::Int(*number)]
}

/// How long an entry is in the answer.
fn shown_bytes(shown: &impl Serialize) -> usize {
    let mut length = Length(0);
    // Counting cannot fail; what cannot be written fails when the answer is.
    let _ = serde_json::to_writer(&mut length, shown);
    length.0
}

/// Counts what is written and keeps none of it.
struct Length(usize);

impl io::Write for Length {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0 += bytes.len();
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
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
