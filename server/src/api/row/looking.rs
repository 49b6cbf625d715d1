//! Which row reads what another writes.

use std::sync::Arc;

use axum::http::Method;
use serde_json::json;

use super::Row;
use super::telling::{About, Keeps, Look};
use crate::api::handler::Handler;

impl Row {
    /// It makes or changes what the row of this name reads.
    pub fn told_by(mut self, read: &'static str) -> Self {
        self.telling.read_by = Some(read);
        self
    }

    /// It changes many rows at once.
    pub fn about_many(mut self) -> Self {
        self.telling.about = About::Many;
        self
    }

    /// What it does is committed, and told, before there is an answer.
    pub fn tells_itself(mut self) -> Self {
        self.telling.about = About::Told;
        self
    }

    pub fn keeps(mut self, keeps: Keeps) -> Self {
        self.telling.keeps = keeps;
        self
    }

    /// Whether it changes anything.
    pub fn writes(&self) -> bool {
        matches!(
            self.handler,
            Handler::Write(_) | Handler::Outside(_) | Handler::Upload(_)
        )
    }

    fn look(&self) -> Option<Look> {
        // With an empty query the heavy ones are light too: what may scan has to be asked for.
        let (Handler::Read(run) | Handler::HeavyRead { run, .. }) = &self.handler else {
            return None;
        };
        let types = self.types.as_ref()?;
        Some(Look {
            run: Arc::clone(run),
            input: (types.decode)(&types.form, json!({})).ok()?,
            id: parameter(self.path.rsplit('/').next()?),
            keeps: self.telling.keeps,
        })
    }
}

/// Finds for every row that writes the one that reads the same: the one that it names, that of its path up to the id in
/// it, of its path with an id behind it, or of its own path, where there is only one of what it names.
pub fn find_looks(rows: &mut [Row]) {
    let looks: Vec<Option<Arc<Look>>> = rows
        .iter()
        .map(|row| {
            if !row.writes() || row.telling.about != About::One {
                return None;
            }
            let read = match row.telling.read_by {
                Some(name) => rows.iter().find(|read| read.name == name),
                None => [is_of_subject, is_of_made, is_of_the_one]
                    .iter()
                    .find_map(|fits| rows.iter().find(|read| is_get(read) && fits(read, row))),
            };
            read.and_then(Row::look).map(Arc::new)
        })
        .collect();
    for (row, look) in rows.iter_mut().zip(looks) {
        row.telling.look = look;
    }
}

fn is_get(row: &Row) -> bool {
    row.method == Method::GET && !row.is_page()
}

fn is_of_subject(read: &Row, write: &Row) -> bool {
    let end = write.path.rfind('}').map(|end| end + 1);
    end.is_some_and(|end| read.path == &write.path[..end])
}

fn is_of_made(read: &Row, write: &Row) -> bool {
    let rest = read.path.strip_prefix(write.path);
    rest.and_then(|rest| rest.strip_prefix('/'))
        .is_some_and(|last| !last.contains('/') && parameter(last).is_some())
}

fn is_of_the_one(read: &Row, write: &Row) -> bool {
    read.path == write.path && write.method != Method::POST
}

fn parameter(part: &'static str) -> Option<&'static str> {
    part.strip_prefix('{')?.strip_suffix('}')
}
