//! What all reporters together say of a domain.

use postrider_domain::sending::domain_report::{TlsCounts, TlsFailure, day_of};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// Sources that are told one by one.
pub const MOST_SHOWN: i64 = 25;

statements! {
    ALIGNMENT -> Alignment = "
        SELECT {columns} FROM domain_sources
        WHERE org = $1 AND brand = $2 AND domain = $3 AND day >= $4";
    // What is not told apart is in the sums alone.
    SOURCES -> Source = "
        SELECT {columns} FROM domain_sources
        WHERE org = $1 AND brand = $2 AND domain = $3 AND day >= $4 AND source <> ''
        GROUP BY source ORDER BY sum(messages) DESC, source LIMIT $5";
    TLS -> TlsOfKind = "
        SELECT {columns} FROM domain_tls
        WHERE org = $1 AND brand = $2 AND domain = $3 AND day >= $4
        GROUP BY kind";
}

record! {
    /// Mails in the domain's name.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Alignment {
        pub messages: i64 = "CAST(COALESCE(sum(messages), 0) AS BIGINT)",
        /// Proven to be the domain's.
        pub passed: i64 = "CAST(COALESCE(sum(passed), 0) AS BIGINT)",
    }
}

record! {
    /// A host that mails in the domain's name.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Source {
        pub source: String = "source",
        pub messages: i64 = "CAST(sum(messages) AS BIGINT)",
        pub passed: i64 = "CAST(sum(passed) AS BIGINT)",
        pub dkim: i64 = "CAST(sum(dkim) AS BIGINT)",
        pub spf: i64 = "CAST(sum(spf) AS BIGINT)",
        pub quarantined: i64 = "CAST(sum(quarantined) AS BIGINT)",
        pub rejected: i64 = "CAST(sum(rejected) AS BIGINT)",
        /// A domain that signed its mails, or that allows it to mail, if there is one.
        pub authenticated_as: Option<String> = "max(authenticated_as)",
        /// Who has seen it.
        pub reporters: i64 = "count(DISTINCT reporter)",
    }
}

record! {
    struct TlsOfKind {
        kind: String = "kind",
        sessions: i64 = "CAST(sum(sessions) AS BIGINT)",
        failed: i64 = "CAST(sum(failed) AS BIGINT)",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub alignment: Alignment,
    /// Those with most mails first, at most [`MOST_SHOWN`].
    pub sources: Vec<Source>,
    pub tls: TlsCounts,
}

/// All days from `since` on, the one that it is in among them.
pub async fn totals(tx: &Tx, brand: BrandKey, domain: i64, since: i64) -> Result<Totals, DbError> {
    let day = day_of(since);
    let values = || params![brand.org, brand.brand, domain, day];
    let alignment = tx.one(&ALIGNMENT, values()).await?.unwrap_or_default();
    let shown = params![brand.org, brand.brand, domain, day, MOST_SHOWN];
    let sources = tx.all(&SOURCES, shown).await?;
    let mut tls = TlsCounts::default();
    for one in tx.all(&TLS, values()).await? {
        if one.kind.is_empty() {
            (tls.sessions, tls.failed) = (one.sessions, one.failed);
        } else {
            tls.kinds.insert(TlsFailure::parse(&one.kind), one.failed);
        }
    }
    Ok(Totals {
        alignment,
        sources,
        tls,
    })
}
