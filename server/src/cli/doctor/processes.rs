//! The processes on this database: what each does, and whether they see the same files.

use std::collections::BTreeSet;

use postrider_store::db::{Db, DbError};
use postrider_store::processes::{self, ProcessRow};

use super::finding::{Check, Finding};

/// Whoever was not seen for so long is away; heartbeats come every five seconds.
const SILENT_MS: i64 = 20_000;

pub async fn alive(db: &Db, now: i64) -> Result<Vec<ProcessRow>, DbError> {
    db.read(move |tx| async move { processes::seen_since(&tx, now - SILENT_MS).await })
        .await
}

pub fn look(alive: &Result<Vec<ProcessRow>, DbError>) -> Finding {
    match alive {
        Ok(alive) => running(alive),
        Err(error) => Finding::warning(
            Check::Processes,
            error.to_string(),
            "Run this command again when the database answers.",
        ),
    }
}

fn running(alive: &[ProcessRow]) -> Finding {
    let versions = distinct(alive, |process| &process.version);
    let seen = match alive {
        [] => return Finding::ok(Check::Processes, "none runs now"),
        [only] => format!("one runs: {}", roles(only)),
        several => {
            let roles: Vec<String> = several.iter().map(roles).collect();
            format!("{} run: {}", several.len(), roles.join("; "))
        }
    };
    if versions.len() > 1 {
        return Finding::warning(
            Check::Processes,
            format!("{seen}; of versions {}", joined(&versions)),
            "Finish the upgrade: restart the older ones with the newer version.",
        );
    }
    let idle: Vec<&str> = ["api", "worker", "track"]
        .into_iter()
        .filter(|role| !alive.iter().any(|process| has_role(process, role)))
        .collect();
    if idle.is_empty() {
        return Finding::ok(Check::Processes, seen);
    }
    Finding::problem(
        Check::Processes,
        format!("{seen}; none of them does: {}", idle.join(", ")),
        "Start a process with these --roles, or one without --roles, which does everything.",
    )
}

/// A row that names none is of a process that does everything.
fn has_role(process: &ProcessRow, role: &str) -> bool {
    process.roles.is_empty() || process.roles.split(',').any(|each| each == role)
}

fn roles(process: &ProcessRow) -> String {
    if process.roles.is_empty() {
        "everything".to_owned()
    } else {
        process.roles.replace(',', ", ")
    }
}

fn distinct(alive: &[ProcessRow], of: impl Fn(&ProcessRow) -> &String) -> BTreeSet<&str> {
    let mut found = BTreeSet::new();
    for process in alive {
        found.insert(of(process).as_str());
    }
    found
}

fn joined(values: &BTreeSet<&str>) -> String {
    values.iter().copied().collect::<Vec<_>>().join(" and ")
}
