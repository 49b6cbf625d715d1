//! What moves in a brand right now, with how much of it is done: asked again and again while somebody looks on, so it is one
//! statement over rows that are few.

use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    // Unfinished sends and audience runs have an index of their own; of imports the newest are looked at, and those that
    // take longer than a hundred others are not told of.
    MOVING -> MovingRecord = "
        SELECT {columns} FROM (
            SELECT * FROM (
                SELECT 'send' AS kind, s.id, s.public_id, s.status,
                    COALESCE((SELECT e.title FROM emails AS e
                        WHERE e.org = s.org AND e.brand = s.brand AND e.id = s.email), '') AS title,
                    COALESCE((SELECT CAST(sum(t.delivered + t.bounced + t.failed + t.in_doubt) AS BIGINT)
                        FROM tallies AS t
                        WHERE t.org = s.org AND t.brand = s.brand AND t.send = s.id), 0) AS done,
                    s.recipient_count AS total, s.scheduled_at
                FROM sends AS s
                WHERE s.org = $1 AND s.brand = $2 AND s.kind = 'campaign'
                    AND s.status IN ('queued', 'scheduled', 'running', 'paused')
                ORDER BY s.id DESC LIMIT $3) AS s
            UNION ALL
            SELECT * FROM (
                SELECT 'import' AS kind, n.id, n.public_id, n.status, '' AS title,
                    n.processed_rows AS done, n.total_rows AS total, CAST(NULL AS BIGINT) AS scheduled_at
                FROM (SELECT id, public_id, status, processed_rows, total_rows
                    FROM imports WHERE org = $1 AND brand = $2 ORDER BY id DESC LIMIT 100) AS n
                WHERE n.status IN ('queued', 'running')
                ORDER BY n.id DESC LIMIT $3) AS i
            UNION ALL
            SELECT * FROM (
                SELECT 'audience_run' AS kind, r.id, r.public_id, r.status,
                    COALESCE((SELECT a.name FROM automations AS a
                        WHERE a.org = r.org AND a.brand = r.brand AND a.id = r.automation), '') AS title,
                    CAST(NULL AS BIGINT) AS done, r.total, r.scheduled_at
                FROM audience_runs AS r
                WHERE r.org = $1 AND r.brand = $2
                    AND r.status IN ('queued', 'scheduled', 'running', 'paused')
                ORDER BY r.id DESC LIMIT $3) AS a
        ) AS m ORDER BY id DESC";
}

/// What it is that moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MovingKind {
    Send,
    Import,
    AudienceRun,
}

impl MovingKind {
    pub(crate) fn parse(text: &str) -> Option<Self> {
        match text {
            "send" => Some(Self::Send),
            "import" => Some(Self::Import),
            "audience_run" => Some(Self::AudienceRun),
            _ => None,
        }
    }
}

record! {
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct MovingRecord {
        pub kind: MovingKind = "kind",
        pub public_id: String = "public_id",
        /// The row's own word.
        pub status: String = "status",
        /// Of the design that is sent, or the name of the automation.
        pub title: String = "title",
        /// Recipients or rows, where they are counted.
        pub done: Option<i64> = "done",
        pub total: Option<i64> = "total",
        pub scheduled_at: Option<i64> = "scheduled_at",
    }
}

/// The newest first, at most so many of each kind.
pub async fn list(tx: &Tx, brand: BrandKey, limit: i64) -> Result<Vec<MovingRecord>, DbError> {
    tx.all(&MOVING, params![brand.org, brand.brand, limit])
        .await
}
