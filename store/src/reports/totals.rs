//! What all reporters together say of a domain.

use postrider_domain::sending::domain_report::{TlsCounts, TlsFailure, day_of};
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

/// Sources that are told one by one.
pub const MOST_SHOWN: i64 = 25;

/// `part`: no organization counts for more than $5 of `everything` that it tells, so that one who makes numbers up does not
/// drown what the others say.
macro_rules! parts {
    () => {
        "parts AS (
            SELECT placed.*, CASE WHEN everything > CAST(CAST($5 AS BIGINT) AS DOUBLE PRECISION)
                THEN CAST(CAST($5 AS BIGINT) AS DOUBLE PRECISION) / everything
                ELSE CAST(1 AS DOUBLE PRECISION) END AS part
            FROM placed)
        SELECT {columns} FROM parts "
    };
}

/// What each organization tells of each source. `place`: of its organization's sources, the one with most mails is the first.
/// `worst`: the first of those that tell of a source tells of most failures.
macro_rules! told {
    ($rest:literal) => {
        concat!(
            "WITH told AS (
                SELECT s.source, r.organization, max(s.authenticated_as) AS authenticated_as,
                    CAST(sum(s.messages) AS DOUBLE PRECISION) AS messages,
                    CAST(sum(s.passed) AS DOUBLE PRECISION) AS passed,
                    CAST(sum(s.dkim) AS DOUBLE PRECISION) AS dkim,
                    CAST(sum(s.spf) AS DOUBLE PRECISION) AS spf,
                    CAST(sum(s.quarantined) AS DOUBLE PRECISION) AS quarantined,
                    CAST(sum(s.rejected) AS DOUBLE PRECISION) AS rejected
                FROM domain_sources AS s
                JOIN domain_reporters AS r ON r.org = s.org AND r.brand = s.brand AND r.domain = s.domain
                    AND r.reporter = s.reporter
                WHERE s.org = $1 AND s.brand = $2 AND s.domain = $3 AND s.day >= $4
                GROUP BY s.source, r.organization),
            placed AS (
                SELECT told.*, sum(messages) OVER (PARTITION BY organization) AS everything,
                    row_number() OVER (
                        PARTITION BY organization ORDER BY CASE WHEN source = '' THEN 1 ELSE 0 END, messages DESC, source
                    ) AS place,
                    row_number() OVER (PARTITION BY source ORDER BY messages - passed DESC, organization) AS worst
                FROM told),
            ",
            parts!(),
            $rest
        )
    };
}

statements! {
    ALIGNMENT -> Alignment = told!("");
    // What is not told apart is in the sums alone. What several tell comes first, then what each tells first.
    SOURCES -> Source = told!("WHERE source <> ''
        GROUP BY source ORDER BY count(*) DESC, min(place), sum(messages * part) DESC, source LIMIT $6");
    // A liar's failures may be more than their connections.
    TLS -> TlsOfKind = concat!(
        "WITH told AS (
            SELECT t.kind, r.organization,
                CAST(sum(t.sessions) AS DOUBLE PRECISION) AS sessions,
                CAST(sum(t.failed) AS DOUBLE PRECISION) AS failed
            FROM domain_tls AS t
            JOIN domain_reporters AS r ON r.org = t.org AND r.brand = t.brand AND r.domain = t.domain
                AND r.reporter = t.reporter
            WHERE t.org = $1 AND t.brand = $2 AND t.domain = $3 AND t.day >= $4
            GROUP BY t.kind, r.organization),
        placed AS (
            SELECT told.*, max(CASE WHEN sessions > failed THEN sessions ELSE failed END)
                OVER (PARTITION BY organization) AS everything,
                row_number() OVER (PARTITION BY kind ORDER BY failed DESC, organization) AS worst
            FROM told),
        ",
        parts!(),
        "GROUP BY kind"
    );
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
        /// The same without the organization that tells of most failures: nothing, if it is alone.
        pub messages_of_others: i64 =
            "CAST(round(sum(CASE WHEN worst > 1 THEN messages * part ELSE 0 END)) AS BIGINT)",
        pub passed_of_others: i64 =
            "CAST(round(sum(CASE WHEN worst > 1 THEN passed * part ELSE 0 END)) AS BIGINT)",
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
        sessions_of_others: i64 =
            "CAST(round(sum(CASE WHEN worst > 1 THEN sessions * part ELSE 0 END)) AS BIGINT)",
        failed_of_others: i64 =
            "CAST(round(sum(CASE WHEN worst > 1 THEN failed * part ELSE 0 END)) AS BIGINT)",
    }
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Totals {
    pub alignment: Alignment,
    /// Those that most have seen first, at most [`MOST_SHOWN`].
    pub sources: Vec<Source>,
    pub tls: TlsCounts,
    /// The same without the organization that tells of most failures; of each kind, of most of that kind.
    pub tls_of_others: TlsCounts,
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
    let (mut tls, mut others) = (TlsCounts::default(), TlsCounts::default());
    for one in tx.all(&TLS, values()).await? {
        if one.kind.is_empty() {
            (tls.sessions, tls.failed) = (one.sessions, one.failed);
            (others.sessions, others.failed) = (one.sessions_of_others, one.failed_of_others);
        } else {
            let kind = TlsFailure::parse(&one.kind);
            tls.kinds.insert(kind, one.failed);
            others.kinds.insert(kind, one.failed_of_others);
        }
    }
    Ok(Totals {
        alignment,
        sources,
        tls,
        tls_of_others: others,
    })
}
