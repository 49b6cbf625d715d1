-- What bounds one organization beside others: the bytes it keeps, answers among them, the tests it mails, and turns among jobs.

-- Bytes of images and of files that wait for their import, by organization; changed with the rows that keep them.
CREATE TABLE storage (
    org   BIGINT NOT NULL PRIMARY KEY,
    bytes BIGINT NOT NULL
);
INSERT INTO storage (org, bytes)
SELECT org, sum(bytes) FROM (
    SELECT org, bytes FROM assets
    UNION ALL
    SELECT org, COALESCE(CAST({jsonb}(source) ->> 'bytes' AS BIGINT), 0) FROM imports
    WHERE completed_at IS NULL AND source IS NOT NULL
) AS kept
GROUP BY org;

-- Who has jobs of a kind, one organization after the other.
CREATE INDEX jobs__kind__org__due_at ON jobs (kind, org, due_at);

-- `whole`; `anew`, of a request that changed nothing: the answer is made again; `dropped`, where there was no room.
ALTER TABLE idempotency_keys ADD COLUMN kept TEXT NOT NULL DEFAULT 'whole';
-- The bytes of it that are part of the organization's sum.
ALTER TABLE idempotency_keys ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;

CREATE TABLE kept_answers (
    org   BIGINT NOT NULL PRIMARY KEY,
    bytes BIGINT NOT NULL
);
