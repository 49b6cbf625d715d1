//! The schema's history: forward only, one transaction each, never edited once released.

use std::collections::BTreeMap;

use aws_lc_rs::digest::{SHA256, digest};
use data_encoding::HEXLOWER;

use super::error::DbError;
use crate::statements;

statements! {
    pub(in crate::db) CREATE = "CREATE TABLE IF NOT EXISTS migrations (
        number     BIGINT NOT NULL PRIMARY KEY,
        name       TEXT NOT NULL,
        checksum   TEXT NOT NULL,
        applied_at BIGINT NOT NULL
    )";
    pub(in crate::db) APPLIED = "SELECT number, checksum FROM migrations";
    pub(in crate::db) RECORD =
        "INSERT INTO migrations (number, name, checksum, applied_at) VALUES ($1, $2, $3, $4)";
}

/// One file `NNNN_name.sql`.
#[derive(Clone, Copy, Debug)]
pub struct Migration {
    pub number: i64,
    pub name: &'static str,
    pub sql: &'static str,
}

static HISTORY: &[Migration] = &[
    Migration {
        number: 1,
        name: "foundation",
        sql: include_str!("../../migrations/0001_foundation.sql"),
    },
    Migration {
        number: 2,
        name: "background",
        sql: include_str!("../../migrations/0002_background.sql"),
    },
    Migration {
        number: 3,
        name: "contact_search",
        sql: include_str!("../../migrations/0003_contact_search.sql"),
    },
    Migration {
        number: 4,
        name: "designs",
        sql: include_str!("../../migrations/0004_designs.sql"),
    },
    Migration {
        number: 5,
        name: "sending",
        sql: include_str!("../../migrations/0005_sending.sql"),
    },
    Migration {
        number: 6,
        name: "world",
        sql: include_str!("../../migrations/0006_world.sql"),
    },
    Migration {
        number: 7,
        name: "automations",
        sql: include_str!("../../migrations/0007_automations.sql"),
    },
    Migration {
        number: 8,
        name: "bounds",
        sql: include_str!("../../migrations/0008_bounds.sql"),
    },
    Migration {
        number: 9,
        name: "tenants",
        sql: include_str!("../../migrations/0009_tenants.sql"),
    },
    Migration {
        number: 10,
        name: "retired_ids",
        sql: include_str!("../../migrations/0010_retired_ids.sql"),
    },
    Migration {
        number: 11,
        name: "tries_and_changes",
        sql: include_str!("../../migrations/0011_tries_and_changes.sql"),
    },
    Migration {
        number: 12,
        name: "rows_in_place",
        sql: include_str!("../../migrations/0012_rows_in_place.sql"),
    },
    Migration {
        number: 13,
        name: "planner_samples",
        sql: include_str!("../../migrations/0013_planner_samples.sql"),
    },
    Migration {
        number: 14,
        name: "engagement_changes",
        sql: include_str!("../../migrations/0014_engagement_changes.sql"),
    },
    Migration {
        number: 15,
        name: "people",
        sql: include_str!("../../migrations/0015_people.sql"),
    },
    Migration {
        number: 16,
        name: "generation",
        sql: include_str!("../../migrations/0016_generation.sql"),
    },
    Migration {
        number: 17,
        name: "brand_website",
        sql: include_str!("../../migrations/0017_brand_website.sql"),
    },
    Migration {
        number: 18,
        name: "images",
        sql: include_str!("../../migrations/0018_images.sql"),
    },
    Migration {
        number: 19,
        name: "insights",
        sql: include_str!("../../migrations/0019_insights.sql"),
    },
    Migration {
        number: 20,
        name: "previews",
        sql: include_str!("../../migrations/0020_previews.sql"),
    },
    Migration {
        number: 21,
        name: "reports",
        sql: include_str!("../../migrations/0021_reports.sql"),
    },
    Migration {
        number: 22,
        name: "placement",
        sql: include_str!("../../migrations/0022_placement.sql"),
    },
    Migration {
        number: 23,
        name: "client_previews",
        sql: include_str!("../../migrations/0023_client_previews.sql"),
    },
    Migration {
        number: 24,
        name: "started_sends",
        sql: include_str!("../../migrations/0024_started_sends.sql"),
    },
    Migration {
        number: 25,
        name: "unseen_designs",
        sql: include_str!("../../migrations/0025_unseen_designs.sql"),
    },
    Migration {
        number: 26,
        name: "asset_vectors",
        sql: include_str!("../../migrations/0026_asset_vectors.sql"),
    },
];

pub(in crate::db) fn all() -> &'static [Migration] {
    HISTORY
}

impl Migration {
    /// Of the text before its words in braces are replaced, so it is the same on both databases.
    pub fn checksum(&self) -> String {
        HEXLOWER.encode(digest(&SHA256, self.sql.as_bytes()).as_ref())
    }
}

/// How far the schema of a database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SchemaState {
    /// The last migration that it has; 0 for an empty one.
    pub at: i64,
    /// Those that are missing.
    pub missing: usize,
}

/// Refuses what [`next`] refuses.
pub(in crate::db) fn state(list: &[Migration], applied: &Applied) -> Result<SchemaState, DbError> {
    let at = applied.last_key_value().map_or(0, |(number, _)| *number);
    let missing = match next(list, applied)? {
        None => 0,
        Some(first) => list
            .iter()
            .filter(|each| each.number >= first.number)
            .count(),
    };
    Ok(SchemaState { at, missing })
}

/// What the database says it has: number to checksum.
pub(in crate::db) type Applied = BTreeMap<i64, String>;

/// The next migration to apply, or why this binary must not touch this database.
pub(in crate::db) fn next<'a>(
    list: &'a [Migration],
    applied: &Applied,
) -> Result<Option<&'a Migration>, DbError> {
    let newest = list.last().map_or(0, |migration| migration.number);
    if let Some((number, _)) = applied
        .last_key_value()
        .filter(|(number, _)| **number > newest)
    {
        return Err(DbError::Other(format!(
            "the database is at migration {number}, this program knows {newest}: \
             use the version of the program that made it, or a newer one"
        )));
    }
    for migration in list {
        match applied.get(&migration.number) {
            None => return Ok(Some(migration)),
            Some(checksum) if *checksum == migration.checksum() => {}
            Some(_) => {
                return Err(DbError::Other(format!(
                    "migration {:04}_{} was edited after it was applied to this database",
                    migration.number, migration.name
                )));
            }
        }
    }
    Ok(None)
}

/// Says which file failed; a plain database error would not.
pub(in crate::db) fn failed(migration: &Migration, error: DbError) -> DbError {
    match error {
        DbError::Other(message) => {
            let Migration { number, name, .. } = migration;
            DbError::Other(format!("migration {number:04}_{name}: {message}"))
        }
        other => other,
    }
}
