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

-- Mails of tests: each is one of those that its organization may have in a day, and its links lead to it.
CREATE TABLE test_mails (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    -- Its event names it where others name the ordinal of a recipient.
    id           BIGINT NOT NULL,
    email        BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    -- Whom it went to; empty once that is forgotten.
    address      {KEYTEXT} NOT NULL,
    preview_text TEXT,
    -- JSON; nothing once it is forgotten.
    payload      TEXT,
    taken_at     BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
) {CLUSTERED};
CREATE INDEX test_mails__org__taken_at ON test_mails (org, taken_at);
-- Those whose address and payload are still kept.
CREATE INDEX test_mails__kept ON test_mails (taken_at) WHERE payload IS NOT NULL;
CREATE INDEX test_mails__org__brand__address ON test_mails (org, brand, address) WHERE payload IS NOT NULL;

-- People who were deleted, and what may still name them.

-- Contacts that were deleted and may still be named in texts: answers that are kept for replays, errors of rows, lists of
-- addresses, replies of mail servers. All of that is looked through at once and again once what was under way at the
-- time has ended; then the address goes from here too. What comes back late names nobody but by a number, so the row
-- itself stays for as long as mail may come back.
CREATE TABLE departures (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    contact    BIGINT NOT NULL,
    -- '' once it is found nowhere any more.
    email      TEXT NOT NULL,
    deleted_at BIGINT NOT NULL,
    -- How often everything was looked through, and when it is next.
    looks      BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    PRIMARY KEY (org, brand, contact)
) {CLUSTERED};
CREATE INDEX departures__due_at ON departures (due_at, org, brand, contact);
-- Of those who were deleted before, the addresses are not known any more; their events are.
INSERT INTO departures (org, brand, contact, email, deleted_at, looks, due_at)
SELECT org, brand, contact, '', 0, 2, 0 FROM departed_contacts;

-- Fires that are nobody's, but hold what a provider said.
CREATE INDEX trigger_instances__nobody ON trigger_instances (org, brand, id) WHERE contact IS NULL AND payload <> '{}';
