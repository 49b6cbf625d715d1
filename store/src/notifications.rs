//! What goes on in a brand, and what came of it. Nothing is stored: the rows that the work itself keeps
//! are told as notifications.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, time_of_number};
use crate::{params, record, statements};

statements! {
    // Row numbers grow with time across all tables, so each part brings its newest and one order holds for all.
    LIST -> NotificationRecord = "
        SELECT {columns} FROM (
            SELECT * FROM (
                SELECT 'contact_import' AS kind, id, public_id, public_id AS about, status, '' AS title,
                    processed_rows AS done, total_rows AS total, error, created_at,
                    COALESCE(completed_at, created_at) AS updated_at
                FROM imports
                WHERE org = $1 AND brand = $2 AND id < $3 AND source IS NOT NULL
                ORDER BY id DESC LIMIT $4) AS i
            UNION ALL
            SELECT * FROM (
                SELECT 'contact_validation' AS kind, id, public_id, public_id AS about, status, '' AS title,
                    processed AS done, total, error, created_at,
                    COALESCE(completed_at, created_at) AS updated_at
                FROM validations
                WHERE org = $1 AND brand = $2 AND id < $3
                ORDER BY id DESC LIMIT $4) AS v
            UNION ALL
            SELECT * FROM (
                SELECT 'email_design' AS kind, n.id, n.version_id AS public_id, e.public_id AS about, n.status,
                    e.title, n.progress AS done, CAST(100 AS BIGINT) AS total, n.error, n.created_at,
                    n.updated_at
                FROM generations AS n
                JOIN emails AS e ON e.org = n.org AND e.brand = n.brand AND e.id = n.email
                WHERE n.org = $1 AND n.brand = $2 AND n.id < $3
                ORDER BY n.id DESC LIMIT $4) AS e
            UNION ALL
            SELECT * FROM (
                SELECT 'send' AS kind, s.id, s.public_id, s.public_id AS about, s.status,
                    COALESCE((SELECT e.title FROM emails AS e
                        WHERE e.org = s.org AND e.brand = s.brand AND e.id = s.email), '') AS title,
                    (SELECT CAST(sum(t.delivered + t.bounced + t.failed + t.in_doubt) AS BIGINT)
                        FROM tallies AS t
                        WHERE t.org = s.org AND t.brand = s.brand AND t.send = s.id) AS done,
                    s.recipient_count AS total, s.error, s.created_at, s.updated_at
                FROM sends AS s
                WHERE s.org = $1 AND s.brand = $2 AND s.id < $3 AND s.kind = 'campaign'
                    AND s.status IN ('running', 'paused', 'completed', 'partially_completed', 'failed')
                ORDER BY s.id DESC LIMIT $4) AS s
            UNION ALL
            SELECT * FROM (
                SELECT 'domain' AS kind, notice AS id, public_id, public_id AS about, 'failed' AS status,
                    name AS title,
                    CAST(NULL AS BIGINT) AS done, CAST(NULL AS BIGINT) AS total,
                    CAST(NULL AS TEXT) AS error, COALESCE(missed_at, updated_at) AS created_at,
                    COALESCE(last_checked_at, updated_at) AS updated_at
                FROM domains
                WHERE org = $1 AND brand = $2 AND notice < $3
                ORDER BY notice DESC LIMIT $4) AS d
            UNION ALL
            SELECT * FROM (
                SELECT 'brand' AS kind, extraction AS id, public_id, public_id AS about, status,
                    COALESCE(website_url, '') AS title,
                    CAST(NULL AS BIGINT) AS done, CAST(NULL AS BIGINT) AS total, readiness AS error,
                    COALESCE(extraction_began_at, updated_at) AS created_at,
                    COALESCE(extraction_ended_at, extraction_began_at, updated_at) AS updated_at
                FROM brands
                WHERE org = $1 AND id = $2 AND extraction < $3) AS b
            UNION ALL
            SELECT * FROM (
                SELECT 'insight' AS kind, notice AS id, public_id, public_id AS about,
                    CASE WHEN state = 'active' AND severity = 'critical' THEN 'failed' ELSE 'completed' END AS status, title,
                    CAST(NULL AS BIGINT) AS done, CAST(NULL AS BIGINT) AS total, description AS error,
                    created_at, updated_at
                FROM insights
                WHERE org = $1 AND brand = $2 AND notice < $3
                ORDER BY notice DESC LIMIT $4) AS f
            UNION ALL
            SELECT * FROM (
                SELECT 'placement_test' AS kind, p.id, p.public_id, e.public_id AS about, p.status, e.title,
                    p.progress AS done, CAST(100 AS BIGINT) AS total, p.error, p.created_at, p.updated_at
                FROM placement_tests AS p
                JOIN emails AS e ON e.org = p.org AND e.brand = p.brand AND e.id = p.email
                WHERE p.org = $1 AND p.brand = $2 AND p.id < $3
                ORDER BY p.id DESC LIMIT $4) AS t
        ) AS n ORDER BY id DESC LIMIT $4";
}

/// What a notification is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    ContactImport,
    ContactValidation,
    EmailDesign,
    Send,
    /// A domain that lost its records.
    Domain,
    /// The brand itself, whose website is read.
    Brand,
    /// A finding that is critical.
    Insight,
    /// A design is mailed to seeds and judged.
    PlacementTest,
}

impl Kind {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ContactImport => "contact_import",
            Self::ContactValidation => "contact_validation",
            Self::EmailDesign => "email_design",
            Self::Send => "send",
            Self::Domain => "domain",
            Self::Brand => "brand",
            Self::Insight => "insight",
            Self::PlacementTest => "placement_test",
        }
    }

    pub(crate) fn parse(text: &str) -> Option<Self> {
        [
            Self::ContactImport,
            Self::ContactValidation,
            Self::EmailDesign,
            Self::Send,
            Self::Domain,
            Self::Brand,
            Self::Insight,
            Self::PlacementTest,
        ]
        .into_iter()
        .find(|kind| kind.as_str() == text)
    }
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct NotificationRecord {
        pub kind: Kind = "kind",
        pub id: i64 = "id",
        /// Of the import, the validation, the version that is made, the send, the domain, the brand, the finding or the
        /// test.
        pub public_id: String = "public_id",
        /// The same, but for a version or a placement test: of its design.
        pub about: String = "about",
        /// The row's own word.
        pub status: String = "status",
        /// Of a design, or of the design that is sent; of a brand, its website.
        pub title: String = "title",
        /// How many of its rows, addresses or recipients are done, of how many, where that is known.
        pub done: Option<i64> = "done",
        pub total: Option<i64> = "total",
        /// JSON. Of a brand, all of its readiness; of a finding, its description in plain words.
        pub error: Option<String> = "error",
        pub created_at: i64 = "created_at",
        pub updated_at: i64 = "updated_at",
    }
}

/// Newest first, from the one before the row number `after`.
pub async fn list(
    tx: &Tx,
    brand: BrandKey,
    after: Option<i64>,
    limit: i64,
) -> Result<Vec<NotificationRecord>, DbError> {
    let before = after.unwrap_or(i64::MAX);
    let values = params![brand.org, brand.brand, before, limit];
    let mut rows = tx.all(&LIST, values).await?;
    // A finding may become critical long after it was found: it is told then.
    for row in rows.iter_mut().filter(|row| row.kind == Kind::Insight) {
        row.created_at = time_of_number(row.id);
        row.updated_at = row.updated_at.max(row.created_at);
    }
    Ok(rows)
}
