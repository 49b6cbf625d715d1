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
