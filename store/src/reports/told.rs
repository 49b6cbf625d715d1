//! What each organization tells of a domain: how statements begin that make something of it.

/// `told!(sources: …)` or `told!(connections: …)`, with the rest of the statement, which begins after `parts`. There, no
/// organization counts for more than $5 of `everything` that it tells, so that one who makes numbers up does not drown what
/// the others say: of each of its numbers `part` is counted.
macro_rules! told {
    (@parts) => {
        "parts AS (
            SELECT placed.*, CASE WHEN everything > CAST(CAST($5 AS BIGINT) AS DOUBLE PRECISION)
                THEN CAST(CAST($5 AS BIGINT) AS DOUBLE PRECISION) / everything
                ELSE CAST(1 AS DOUBLE PRECISION) END AS part
            FROM placed)"
    };
    // `place`: of its organization's sources, the one with most mails is the first.
    (sources: $($rest:tt)+) => {
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
                    ) AS place
                FROM told),
            ",
            told!(@parts),
            $($rest)+
        )
    };
    // By the kind of failure; of the empty kind are the sums. A liar's failures may be more than their connections.
    (connections: $($rest:tt)+) => {
        concat!(
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
                    OVER (PARTITION BY organization) AS everything
                FROM told),
            ",
            told!(@parts),
            $($rest)+
        )
    };
}
pub(crate) use told;
