-- Answers that are kept so that a request may come again: how many bytes of them an organization has, and what is kept
-- of each.

-- `whole`; `anew`, of a request that changed nothing: the answer is made again; `dropped`, where there was no room.
ALTER TABLE idempotency_keys ADD COLUMN kept TEXT NOT NULL DEFAULT 'whole';
-- The bytes of it that are part of the organization's sum.
ALTER TABLE idempotency_keys ADD COLUMN counted BIGINT NOT NULL DEFAULT 0;

CREATE TABLE kept_answers (
    org   BIGINT NOT NULL PRIMARY KEY,
    bytes BIGINT NOT NULL
);
