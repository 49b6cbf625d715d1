//! A file as an answer: one that is there, or read from the database part by part, as fast as the caller takes it. No
//! transaction stays open between two parts, and a caller that goes away ends the reading.

use std::io;

use axum::body::Body;
use axum::http::header::{CONTENT_DISPOSITION, CONTENT_TYPE};
use axum::http::{HeaderValue, Response};
use bytes::Bytes;
use futures_util::stream::{self, Stream};
use postrider_store::db::DbError;
use tokio::time::{Duration, sleep};

use super::envelope::problem_of;
use crate::api::cx::Cx;
use crate::api::failure::{ApiResult, Failure};
use crate::api::handler::{DownloadHandler, Erased, Part, StoredFile};
use crate::api::row::Row;

/// How often a part is asked for when the database is busy, and the time between.
const TRIES: usize = 4;
const PAUSE: Duration = Duration::from_millis(500);

pub struct Download {
    media_type: &'static str,
    file_name: String,
    body: Body,
}

/// The first part is read before anything is answered: what is wrong with the request shows there.
pub async fn open(
    cx: &Cx,
    row: &Row,
    handler: &DownloadHandler,
    input: Erased,
) -> ApiResult<Download> {
    let (db, call, steps) = (cx.db(), cx.clone(), handler.clone());
    let read = db.read_heavy(move |tx| async move {
        let opened = (steps.open)(tx.clone(), call, input).await?;
        let part = (steps.part)(tx, opened.source.clone(), None).await?;
        Ok::<_, Failure>((opened, part))
    });
    let (opened, part) = read.await?;
    let first = Part {
        bytes: [opened.head, part.bytes].concat(),
        next: part.next,
    };
    let source = Source {
        cx: cx.clone(),
        handler: handler.clone(),
        state: opened.source,
    };
    Ok(Download {
        media_type: row.answer_type,
        file_name: opened.file_name,
        body: Body::from_stream(parts(first, source)),
    })
}

impl Download {
    pub fn of(row: &Row, file: StoredFile) -> Self {
        Self {
            media_type: row.answer_type,
            file_name: file.file_name,
            body: Body::from(file.bytes),
        }
    }

    pub fn into_response(self) -> Response<Body> {
        let mut response = Response::new(self.body);
        let headers = response.headers_mut();
        // What is no text says itself how it is written.
        let charset = if self.media_type.starts_with("text/") {
            "; charset=utf-8"
        } else {
            ""
        };
        let kind = format!("{}{charset}", self.media_type);
        if let Ok(kind) = HeaderValue::from_str(&kind) {
            headers.insert(CONTENT_TYPE, kind);
        }
        let disposition = format!("attachment; filename=\"{}\"", plain(&self.file_name));
        if let Ok(value) = HeaderValue::from_str(&disposition) {
            headers.insert(CONTENT_DISPOSITION, value);
        }
        response
    }
}

/// A name that needs no quoting, on any system.
fn plain(name: &str) -> String {
    let plain = |c: char| {
        if c.is_ascii_alphanumeric() || matches!(c, '.' | '-' | '_') {
            c
        } else {
            '-'
        }
    };
    name.chars().map(plain).collect()
}

/// Where the parts come from.
#[derive(Clone)]
struct Source {
    cx: Cx,
    handler: DownloadHandler,
    state: Erased,
}

/// The body's pieces. An error among them breaks the connection off: a short file never looks whole.
fn parts(first: Part, source: Source) -> impl Stream<Item = io::Result<Bytes>> {
    stream::unfold(Some(Next::Ready(first)), move |next| {
        let source = source.clone();
        async move {
            let part = match next? {
                Next::Ready(part) => Ok(part),
                Next::After(place) => source.part(place).await,
            };
            Some(match part {
                Ok(part) => (Ok(part.bytes.into()), part.next.map(Next::After)),
                // Logged where every failure is; there is nobody left to be told.
                Err(failure) => (Err(io::Error::other(problem_of(failure).message)), None),
            })
        }
    })
}

enum Next {
    Ready(Part),
    After(i64),
}

impl Source {
    async fn part(&self, after: i64) -> ApiResult<Part> {
        let (db, mut tries) = (self.cx.db(), 1);
        loop {
            let (handler, state) = (self.handler.clone(), self.state.clone());
            let read = db
                .read_heavy(move |tx| async move { (handler.part)(tx, state, Some(after)).await });
            match read.await {
                Err(Failure::Database(
                    DbError::Busy | DbError::QueueFull | DbError::Unavailable(_),
                )) if tries < TRIES => {
                    tries += 1;
                    sleep(PAUSE).await;
                }
                done => return done,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn a_file_name_can_say_nothing_else() {
        assert_eq!(plain("contacts-2026-01-02.csv"), "contacts-2026-01-02.csv");
        assert_eq!(plain("a\"; b=\r\nX: ü/..\\"), "a---b---X----..-");
    }
}
