//! What all reporters together say of a domain.

use postrider_domain::sending::domain_report::{TlsCounts, TlsFailure, day_of};
use postrider_domain::tenant::BrandKey;

use super::told::told;
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// Sources that are told one by one.
pub const MOST_SHOWN: i64 = 25;

statements! {
    ALIGNMENT -> Alignment = told!(sources: " SELECT {columns} FROM parts");
    // What is not told apart is in the sums alone. What several tell comes first, then what each tells first.
    SOURCES -> Source = told!(sources: "
        SELECT {columns} FROM parts WHERE source <> ''
        GROUP BY source ORDER BY count(*) DESC, min(place), sum(messages * part) DESC, source LIMIT $6");
    TLS -> TlsOfKind = told!(connections: " SELECT {columns} FROM parts GROUP BY kind");
}

record! {
    /// Mails in the domain's name.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
    pub struct Alignment {
        pub messages: i64 = "CAST(round(COALESCE(sum(messages * part), 0)) AS BIGINT)",
        /// Proven to be the domain's.
        pub passed: i64 = "CAST(round(COALESCE(sum(passed * part), 0)) AS BIGINT)",
    }
}

record! {
    /// A host that mails in the domain's name.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct Source {
        pub source: String = "source",
        pub messages: i64 = "CAST(round(sum(messages * part)) AS BIGINT)",
        pub passed: i64 = "CAST(round(sum(passed * part)) AS BIGINT)",
        pub dkim: i64 = "CAST(round(sum(dkim * part)) AS BIGINT)",
        pub spf: i64 = "CAST(round(sum(spf * part)) AS BIGINT)",
        pub quarantined: i64 = "CAST(round(sum(quarantined * part)) AS BIGINT)",
        pub rejected: i64 = "CAST(round(sum(rejected * part)) AS BIGINT)",
        /// A domain that signed its mails, or that allows it to mail, if there is one.
        pub authenticated_as: Option<String> = "max(authenticated_as)",
        /// How many organizations have seen it.
        pub reporters: i64 = "count(*)",
    }
}

record! {
    struct TlsOfKind {
        kind: String = "kind",
        sessions: i64 = "CAST(round(sum(sessions * part)) AS BIGINT)",
        failed: i64 = "CAST(round(sum(failed * part)) AS BIGINT)",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub alignment: Alignment,
    /// Those that most have seen first, at most [`MOST_SHOWN`].
    pub sources: Vec<Source>,
    pub tls: TlsCounts,
}

/// All days from `since` on, the one that it is in among them. Of what one organization says no more than `believable`
/// mails count, and as many connections, in proportion.
pub async fn totals(
    tx: &Tx,
    brand: BrandKey,
    domain: i64,
    since: i64,
    believable: i64,
) -> Result<Totals, DbError> {
    let day = day_of(since);
    let values = || params![brand.org, brand.brand, domain, day, believable];
    let alignment = tx.one(&ALIGNMENT, values()).await?.unwrap_or_default();
    let shown = params![brand.org, brand.brand, domain, day, believable, MOST_SHOWN];
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
