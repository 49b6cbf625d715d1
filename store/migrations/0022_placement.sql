-- Inbox-placement tests of designs, and the operator's own mailboxes that each of them is mailed to.

CREATE TABLE placement_tests (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    email        BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    domain       BIGINT NOT NULL,
    -- As they were when it was asked for: the domain may go.
    domain_id    {KEYTEXT} NOT NULL,
    subject      TEXT,
    status       {KEYTEXT} NOT NULL,
    seed_count   BIGINT NOT NULL,
    -- When mailboxes were first mailed: from then on the time counts.
    mailed_at    BIGINT,
    -- How much of a hundred is done.
    progress     BIGINT NOT NULL,
    -- JSON: what was found out about the mail itself.
    judged       TEXT,
    -- JSON: a list; set once it is over.
    diagnosis    TEXT,
    -- JSON; set while the status is failed.
    error        TEXT,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    completed_at BIGINT,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX placement_tests__org__brand__public_id ON placement_tests (org, brand, public_id);
CREATE INDEX placement_tests__org__brand__email ON placement_tests (org, brand, email, id);
CREATE INDEX placement_tests__unfinished ON placement_tests (org, brand, id) WHERE completed_at IS NULL;

-- Its number is the number of the mail. What is to leave is noted before it can have left.
CREATE TABLE placement_seeds (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    test       BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    provider   TEXT NOT NULL,
    address    {KEYTEXT} NOT NULL,
    -- Without angle brackets.
    message_id TEXT,
    state      {KEYTEXT} NOT NULL,
    last_look  TEXT NOT NULL,
    detail     TEXT,
    -- Looks, or tries to mail it, that came to nothing in a row.
    failures   BIGINT NOT NULL,
    -- When to try or to look next.
    due_at     BIGINT NOT NULL,
    PRIMARY KEY (org, brand, test, id)
);
