//! Days that are long past, and domains that are gone.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Statement, Tx};
use crate::{params, statements};

/// Some rows of a table, by its key, of those that this says.
macro_rules! delete_some {
    ($table:literal, $key:literal, $which:literal, $limit:literal) => {
        concat!(
            "DELETE FROM ",
            $table,
            " WHERE (",
            $key,
            ") IN (SELECT ",
            $key,
            " FROM ",
            $table,
            " WHERE ",
            $which,
            " LIMIT ",
            $limit,
            ")"
        )
    };
}

macro_rules! forget {
    ($table:literal, $key:literal) => {
        delete_some!($table, $key, "day < $1 ORDER BY day", "$2")
    };
}

macro_rules! remove {
    ($table:literal, $key:literal) => {
        delete_some!(
            $table,
            $key,
            "org = $1 AND brand = $2 AND domain = $3",
            "$4"
        )
    };
}

statements! {
    FORGET_REPORTS = forget!("domain_reports", "org, brand, domain, kind, day, reporter, report");
    FORGET_SOURCES = forget!("domain_sources", "org, brand, domain, day, reporter, source");
    FORGET_TLS = forget!("domain_tls", "org, brand, domain, day, reporter, kind");
    REMOVE_REPORTS = remove!("domain_reports", "org, brand, domain, kind, day, reporter, report");
    REMOVE_SOURCES = remove!("domain_sources", "org, brand, domain, day, reporter, source");
    REMOVE_TLS = remove!("domain_tls", "org, brand, domain, day, reporter, kind");
}

/// Some rows of days before a time, of all brands. `false`: none are left.
pub async fn forget(tx: &Tx, before: i64, limit: i64) -> Result<bool, DbError> {
    let mut forgotten = 0;
    for statement in [&FORGET_REPORTS, &FORGET_SOURCES, &FORGET_TLS] {
        forgotten += tx.execute(statement, params![before, limit]).await?;
    }
    Ok(forgotten > 0)
}

/// Some rows of a domain. `false`: none are left.
pub async fn remove(tx: &Tx, brand: BrandKey, domain: i64, limit: i64) -> Result<bool, DbError> {
    let statements: [&'static Statement; 3] = [&REMOVE_REPORTS, &REMOVE_SOURCES, &REMOVE_TLS];
    let mut removed = 0;
    for statement in statements {
        let values = params![brand.org, brand.brand, domain, limit];
        removed += tx.execute(statement, values).await?;
    }
    Ok(removed > 0)
}
