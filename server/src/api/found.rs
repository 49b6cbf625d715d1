//! Lists whose order depends on what a query goes by: all pages of one go by the same.

use postrider_domain::contract::cursor::Position;
use postrider_domain::contract::problem::Problem;
use postrider_engine::catalog::{FindError, Found, FoundBy};

use super::cx::Cx;
use super::emails::source;
use super::failure::{ApiResult, Failure};

/// Where a page begins.
pub struct Beginning {
    /// The number of the last entry of the page before.
    after: i64,
    /// What the pages before went by, if somebody looked for something.
    pub by: Option<FoundBy>,
}

/// Entries of a list, and what its order goes by where that is not always the same.
pub struct Listed<T> {
    pub entries: Vec<T>,
    pub by: Option<FoundBy>,
}

impl Beginning {
    pub fn of(cx: &Cx, cursor: Option<&str>) -> Result<Self, Problem> {
        let Some(text) = cursor else {
            return Ok(Self {
                after: -1,
                by: None,
            });
        };
        let (after, by) = match cx.open_cursor(text)?.as_slice() {
            [Position::Int(after)] => (*after, None),
            [Position::Int(after), Position::Bool(by_meaning)] => {
                let by = if *by_meaning {
                    FoundBy::Meaning
                } else {
                    FoundBy::Words
                };
                (*after, Some(by))
            }
            _ => {
                let message = "The cursor is not one of this list.";
                return Err(Problem::invalid("cursor", message));
            }
        };
        Ok(Self { after, by })
    }

    /// What the list has behind it, with one to spare; each with its number in the list.
    pub fn rows<T>(&self, limit: u32, all: impl IntoIterator<Item = T>) -> Vec<(i64, T)> {
        let behind = (0..).zip(all).filter(|(number, _)| *number > self.after);
        behind.take(limit as usize + 1).collect()
    }
}

/// Where such a list goes on behind an entry.
pub fn position<T>(by: Option<FoundBy>) -> impl Fn(&(i64, T)) -> Vec<Position> {
    move |(number, _)| {
        let by = by.map(|by| Position::Bool(by == FoundBy::Meaning));
        [Position::Int(*number)].into_iter().chain(by).collect()
    }
}

impl<T> Listed<T> {
    /// All there is, in the order that never changes.
    pub fn all(entries: impl IntoIterator<Item = T>) -> Self {
        Self {
            entries: entries.into_iter().collect(),
            by: None,
        }
    }

    /// What fits a query.
    pub fn found(found: Result<Found<T>, FindError>) -> ApiResult<Self> {
        let found = found.map_err(failure)?;
        Ok(Self {
            entries: found.entries,
            by: Some(found.by),
        })
    }
}

fn failure(error: FindError) -> Failure {
    match error {
        FindError::NotNow(error) => source::failure(error),
        FindError::OtherOrder => {
            let message = "The list was in an order that goes by meaning, which is not there now.";
            let problem = Problem::invalid("cursor", message);
            problem.suggest("Begin anew without `cursor`.").into()
        }
    }
}
