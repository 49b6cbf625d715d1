//! Reads whose answer is a file: of any size, made part by part, or one that is there.

use std::sync::Arc;

use postrider_store::db::Tx;

use super::erased::{Erased, InTransaction, Pending};

/// What is known before the first part.
pub struct Opened<S> {
    pub file_name: String,
    /// What the file begins with.
    pub head: Vec<u8>,
    /// What every part is made from.
    pub source: S,
}

impl<S> Opened<S> {
    pub fn map<T>(self, of: impl FnOnce(S) -> T) -> Opened<T> {
        Opened {
            file_name: self.file_name,
            head: self.head,
            source: of(self.source),
        }
    }
}

/// Some of the file's rows.
pub struct Part {
    pub bytes: Vec<u8>,
    /// The number of the last row in it, if there may be more.
    pub next: Option<i64>,
}

/// A file as it is kept somewhere.
pub struct StoredFile {
    pub file_name: String,
    pub bytes: Vec<u8>,
}

type MakePart = Arc<dyn Fn(Tx, Erased, Option<i64>) -> Pending<Part> + Send + Sync>;

#[derive(Clone)]
pub struct DownloadHandler {
    pub open: InTransaction<Opened<Erased>>,
    /// The rows after a number; each part is one transaction.
    pub part: MakePart,
}
