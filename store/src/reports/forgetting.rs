//! Days that are long past, and domains that are gone.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Statement, Tx};
use crate::removal::rows::remove_where;
use crate::{params, statements};

macro_rules! forget {
    ($table:literal, $key:literal, $day:literal) => {
        remove_where!($table, $key, $day, "$2")
    };
}

macro_rules! remove {
    ($table:literal, $key:literal) => {
        remove_where!($table, $key, "org = $1 AND brand = $2 AND domain = $3")
    };
}

statements! {
    FORGET_REPORTS = forget!("domain_reports", "org, brand, domain, kind, day, reporter, report", "day < $1");
    FORGET_SOURCES = forget!("domain_sources", "org, brand, domain, day, reporter, source", "day < $1");
    FORGET_TLS = forget!("domain_tls", "org, brand, domain, day, reporter, kind", "day < $1");
    FORGET_REPORTERS = forget!("domain_reporters", "org, brand, domain, reporter", "last_day < $1");
    REMOVE_REPORTS = remove!("domain_reports", "org, brand, domain, kind, day, reporter, report");
    REMOVE_SOURCES = remove!("domain_sources", "org, brand, domain, day, reporter, source");
    REMOVE_TLS = remove!("domain_tls", "org, brand, domain, day, reporter, kind");
    REMOVE_REPORTERS = remove!("domain_reporters", "org, brand, domain, reporter");
}

/// Some rows of days before a time, of all brands. `false`: none are left.
pub async fn forget(tx: &Tx, before: i64, limit: i64) -> Result<bool, DbError> {
    let mut forgotten = 0;
    for statement in [
        &FORGET_REPORTS,
        &FORGET_SOURCES,
        &FORGET_TLS,
        &FORGET_REPORTERS,
    ] {
        forgotten += tx.execute(statement, params![before, limit]).await?;
    }
    Ok(forgotten > 0)
}

/// Some rows of a domain. `false`: none are left.
pub async fn remove(tx: &Tx, brand: BrandKey, domain: i64, limit: i64) -> Result<bool, DbError> {
    let statements: [&'static Statement; 4] = [
        &REMOVE_REPORTS,
        &REMOVE_SOURCES,
        &REMOVE_TLS,
        &REMOVE_REPORTERS,
    ];
    let mut removed = 0;
    for statement in statements {
        let values = params![brand.org, brand.brand, domain, limit];
        removed += tx.execute(statement, values).await?;
    }
    Ok(removed > 0)
}
