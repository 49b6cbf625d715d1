-- Findings about a brand's mail, and when it was last looked at.

CREATE TABLE insights (
    org            BIGINT NOT NULL,
    brand          BIGINT NOT NULL,
    id             BIGINT NOT NULL,
    public_id      {KEYTEXT} NOT NULL,
    -- Who found it, and what it is about under a key of the detector's own.
    detector       {KEYTEXT} NOT NULL,
    subject_key    {KEYTEXT} NOT NULL,
    -- JSON { kind, id, label }.
    subject        TEXT NOT NULL,
    category       TEXT NOT NULL,
    severity       TEXT NOT NULL,
    state          TEXT NOT NULL,
    -- How far beyond its bound it was when it was written: each doubling is a step.
    step           BIGINT NOT NULL,
    -- Since when it is calm, in milliseconds; 0 while it is not.
    calm_since     BIGINT NOT NULL,
    title          TEXT NOT NULL,
    description    TEXT NOT NULL,
    recommendation TEXT NOT NULL,
    -- JSON: the numbers as they were when it was found.
    metrics        TEXT NOT NULL,
    -- The number of its notification, if it became critical.
    notice         BIGINT,
    dismissed_at   BIGINT,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX insights__org__brand__public_id ON insights (org, brand, public_id);
-- One of a detector and a subject, but for those that are over.
CREATE UNIQUE INDEX insights__org__brand__detector__subject_key ON insights (org, brand, detector, subject_key) WHERE state <> 'resolved';
CREATE INDEX insights__notice ON insights (org, brand, notice) WHERE notice IS NOT NULL;

-- The newest look at a brand, and what is counted less often: contacts who are mailed, and those of them who are silent.
CREATE TABLE insight_runs (
    org             BIGINT NOT NULL,
    brand           BIGINT NOT NULL,
    ran_at          BIGINT,
    counted_at      BIGINT,
    mailed          BIGINT NOT NULL,
    silent          BIGINT NOT NULL,
    -- A count that is under way: when it began, the contact up to which it has come, and what it has found.
    counting_since  BIGINT,
    counting_after  BIGINT,
    counting_mailed BIGINT,
    counting_silent BIGINT,
    PRIMARY KEY (org, brand)
);

-- When a job is to run again that ran while it was asked for.
ALTER TABLE jobs ADD COLUMN wanted_at BIGINT;

-- Brands that have sent before are looked at from now on. No other job has so small a number.
INSERT INTO jobs (org, id, brand, kind, subject, due_at, fence, attempts, created_at)
SELECT s.org, s.brand, s.brand, 'insights', s.brand, max(s.created_at), 0, 0, max(s.created_at)
FROM sends AS s JOIN brands AS b ON b.org = s.org AND b.id = s.brand AND b.deleted_at IS NULL
GROUP BY s.org, s.brand;
