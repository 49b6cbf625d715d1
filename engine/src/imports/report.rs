//! What is told about an import.

use postrider_store::imports::{ImportError, Tally};
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::contacts::write::{RowError, Warning, Written};

/// Errors and warnings that are shown with the import; all errors can be downloaded.
pub const KEPT: usize = 100;

/// Every row is counted once.
pub fn tally_of(skipped: usize, written: &Written) -> Tally {
    Tally {
        created: written.created as i64,
        updated: written.updated as i64,
        failed: written.errors.len() as i64,
        skipped: skipped as i64,
    }
}

pub fn status_of(tally: Tally) -> &'static str {
    match (tally.failed, tally.created + tally.updated) {
        (0, _) => "completed",
        (_, 0) => "failed",
        _ => "partially_completed",
    }
}

/// A unit's row errors as they are kept for the download.
pub fn faults_of(errors: &[RowError]) -> Vec<ImportError> {
    let fault = |error: &RowError| ImportError {
        row: error.index as i64,
        email: error.email.clone(),
        code: error.code.clone(),
        message: error.message.clone(),
        param: error.param.clone(),
    };
    errors.iter().map(fault).collect()
}

/// The lists that are shown, while the import goes on.
#[derive(Clone, Default)]
pub struct Shown {
    errors: Vec<RowError>,
    warnings: Vec<Warning>,
    fields_created: Vec<String>,
}

/// The lists that a unit has changed, as JSON.
#[derive(Default)]
pub struct Changed {
    pub errors: Option<String>,
    pub warnings: Option<String>,
    pub fields_created: Option<String>,
}

impl Shown {
    pub fn from_stored(errors: &str, warnings: &str, fields_created: &str) -> Self {
        fn list<T: DeserializeOwned>(text: &str) -> Vec<T> {
            serde_json::from_str(text).unwrap_or_default()
        }
        Self {
            errors: list(errors),
            warnings: list(warnings),
            fields_created: list(fields_created),
        }
    }

    pub fn add(&mut self, written: &Written) -> Changed {
        Changed {
            errors: append(&mut self.errors, &written.errors, KEPT),
            warnings: append(&mut self.warnings, &written.warnings, KEPT),
            fields_created: append(
                &mut self.fields_created,
                &written.fields_created,
                usize::MAX,
            ),
        }
    }
}

/// The list as JSON if something was added to it.
fn append<T: Clone + Serialize>(list: &mut Vec<T>, new: &[T], most: usize) -> Option<String> {
    let room = most.saturating_sub(list.len()).min(new.len());
    if room == 0 {
        return None;
    }
    list.extend_from_slice(&new[..room]);
    serde_json::to_string(list).ok()
}
