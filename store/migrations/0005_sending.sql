-- Sending: the domains mail comes from, sends, whom each goes to and what became of it.

-- Every brand has one domain that is its own from the start: `<brand>.sandbox.test`, under the brand's own
-- id. It is shown, and can be sent from, only while mail is captured.
CREATE TABLE domains (
    org                BIGINT NOT NULL,
    brand              BIGINT NOT NULL,
    id                 BIGINT NOT NULL,
    public_id          {KEYTEXT} NOT NULL,
    name               {KEYTEXT} NOT NULL,
    sandbox            BOOLEAN NOT NULL,
    status             TEXT NOT NULL,
    -- JSON: what was found in DNS for each record when it was last asked.
    records            TEXT NOT NULL,
    -- The private halves of the DKIM keys, sealed; NULL for the sandbox, which signs nothing.
    keys               {BLOB},
    -- The public halves, as JSON: what the records publish.
    public_keys        TEXT,
    default_from_email TEXT,
    default_from_name  TEXT,
    default_reply_to   TEXT,
    open_tracking      BOOLEAN NOT NULL,
    click_tracking     BOOLEAN NOT NULL,
    -- How the tracking host reached us when it was last tried: NULL, 'http' or 'https'.
    tracking_scheme    TEXT,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    verified_at        BIGINT,
    last_checked_at    BIGINT,
    -- Until when a domain that is not verified is looked at again by itself.
    watched_until      BIGINT,
    -- When a required record of a verified domain was missed first, while it is still missed.
    missed_at          BIGINT,
    -- The number of the notification that it stopped being verified, until it is again.
    notice             BIGINT,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX domains__org__brand__public_id ON domains (org, brand, public_id);
CREATE UNIQUE INDEX domains__org__name ON domains (org, name);
-- Whoever proves first that a name is theirs has it.
CREATE UNIQUE INDEX domains__name ON domains (name) WHERE status = 'verified';
CREATE INDEX domains__org__brand__notice ON domains (org, brand, notice) WHERE notice IS NOT NULL;

INSERT INTO domains (org, brand, id, public_id, name, sandbox, status, records, open_tracking,
    click_tracking, created_at, updated_at, verified_at)
SELECT org, id, id, public_id, public_id || '.sandbox.test', TRUE, 'verified', '[]', TRUE,
    TRUE, created_at, created_at, created_at
FROM brands;

-- The send that holds a campaign's design: there is one at most.
ALTER TABLE emails ADD COLUMN live_send BIGINT;
-- A design that was sent stays behind what was sent of it, and is shown no more.
ALTER TABLE emails ADD COLUMN deleted_at BIGINT;

CREATE TABLE sends (
    org             BIGINT NOT NULL,
    brand           BIGINT NOT NULL,
    id              BIGINT NOT NULL,
    public_id       {KEYTEXT} NOT NULL,
    kind            {KEYTEXT} NOT NULL,
    status          {KEYTEXT} NOT NULL,
    email           BIGINT NOT NULL,
    email_version   BIGINT NOT NULL,
    domain          BIGINT NOT NULL,
    -- Who: an audience, or a list of addresses (JSON); neither means every subscribed contact.
    audience        BIGINT,
    audience_name   TEXT,
    addresses       TEXT,
    subject         TEXT NOT NULL,
    preview_text    TEXT,
    from_email      TEXT NOT NULL,
    from_name       TEXT,
    reply_to        TEXT,
    -- Eligible when it was accepted, planned once it is frozen.
    recipient_count BIGINT NOT NULL,
    -- The freeze: members up to this contact are judged, none above the bound is; NULL: it has not begun.
    frozen_to       BIGINT NOT NULL,
    freeze_bound    BIGINT,
    -- The filter as it was when the freeze began (JSON), so that a change of the audience mixes no two.
    freeze_filter   TEXT,
    frozen          BOOLEAN NOT NULL,
    last_ordinal    BIGINT NOT NULL,
    -- Deliveries taken from the allowance of which month.
    allowance       BIGINT NOT NULL,
    allowance_month BIGINT,
    scheduled_at    BIGINT,
    started_at      BIGINT,
    completed_at    BIGINT,
    pause_reason    TEXT,
    -- JSON { code, message }: why it waits or failed.
    error           TEXT,
    created_at      BIGINT NOT NULL,
    updated_at      BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX sends__org__brand__public_id ON sends (org, brand, public_id);
CREATE INDEX sends__org__brand__email ON sends (org, brand, email, id);
CREATE INDEX sends__org__brand__status ON sends (org, brand, status, id);
-- What is unfinished, over all brands: few rows.
CREATE INDEX sends__unfinished ON sends (org, brand, id)
    WHERE status IN ('queued', 'scheduled', 'running', 'paused');

-- Whom a send goes to, in the order of planning, and what became of it (`state`: domain/src/send.rs).
-- Written once when the member is judged and once when its outcome is known.
CREATE TABLE recipients (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    send       BIGINT NOT NULL,
    ordinal    BIGINT NOT NULL,
    contact    BIGINT NOT NULL,
    state      BIGINT NOT NULL,
    attempts   BIGINT NOT NULL,
    -- When the next try is due, while it waits for one.
    due_at     BIGINT,
    -- The first time that a person did.
    opened_at  BIGINT,
    clicked_at BIGINT,
    -- When its unsubscribe link last took effect.
    unsubscribed_at BIGINT,
    PRIMARY KEY (org, brand, send, ordinal)
) {CLUSTERED};
CREATE INDEX recipients__deferred ON recipients (org, brand, send, due_at) WHERE due_at IS NOT NULL;

-- Where a send stands for the dispatcher: all below `next_ordinal` were taken at least once.
CREATE TABLE heads (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    send         BIGINT NOT NULL,
    -- 0: triggered mail, which goes first; 1: campaigns.
    lane         BIGINT NOT NULL,
    next_ordinal BIGINT NOT NULL,
    PRIMARY KEY (org, brand, send)
);

-- Recipients that a process has taken and not settled yet: a list of ordinals of one send. A claim is never
-- given to anybody else because its time is over; see docs/ARCHITECTURE.md.
CREATE TABLE claims (
    owner        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    send         BIGINT NOT NULL,
    ordinals     TEXT NOT NULL,
    expires_at   BIGINT NOT NULL,
    -- Set when the owner stayed away and another process called what it left in doubt.
    abandoned_at BIGINT,
    PRIMARY KEY (owner, id)
);
CREATE INDEX claims__org__brand__send ON claims (org, brand, send);

-- The last batch of outcomes that each process has settled. Its journal knows the number too: a database that
-- knows a smaller one has gone back in time.
CREATE TABLE journals (
    process BIGINT NOT NULL PRIMARY KEY,
    settled BIGINT NOT NULL
);

-- Counts of a send, a row for each process that counts.
CREATE TABLE tallies (
    org                   BIGINT NOT NULL,
    brand                 BIGINT NOT NULL,
    send                  BIGINT NOT NULL,
    process               BIGINT NOT NULL,
    planned               BIGINT NOT NULL,
    excluded_unsubscribed BIGINT NOT NULL,
    excluded_invalid      BIGINT NOT NULL,
    excluded_suppressed   BIGINT NOT NULL,
    excluded_duplicate    BIGINT NOT NULL,
    deferred              BIGINT NOT NULL,
    accepted              BIGINT NOT NULL,
    delivered             BIGINT NOT NULL,
    bounced               BIGINT NOT NULL,
    failed                BIGINT NOT NULL,
    in_doubt              BIGINT NOT NULL,
    opened                BIGINT NOT NULL,
    clicked               BIGINT NOT NULL,
    complained            BIGINT NOT NULL,
    unsubscribed          BIGINT NOT NULL,
    machine_opens         BIGINT NOT NULL,
    machine_clicks        BIGINT NOT NULL,
    PRIMARY KEY (org, brand, send, process)
) {CLUSTERED};

-- What happened, append-only. Whom it happened to is the contact's number: the address stands on the contact
-- alone, and goes with it.
CREATE TABLE events (
    org         BIGINT NOT NULL,
    brand       BIGINT NOT NULL,
    id          BIGINT NOT NULL,
    type        BIGINT NOT NULL,
    occurred_at BIGINT NOT NULL,
    send        BIGINT,
    ordinal     BIGINT,
    contact     BIGINT,
    -- JSON: the rest, where there is any.
    detail      TEXT,
    PRIMARY KEY (org, brand, id)
) {CLUSTERED};
CREATE INDEX events__org__brand__send ON events (org, brand, send, id);

-- The keyed hash of a deleted contact's address, so that an unsubscribe link in a mail it once got still works.
CREATE TABLE departed_contacts (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    contact      BIGINT NOT NULL,
    address_hash {BLOB} NOT NULL,
    -- The contact that came back under this address: old links speak for it.
    successor    BIGINT,
    PRIMARY KEY (org, brand, contact)
) {CLUSTERED};
CREATE INDEX departed_contacts__org__brand__address_hash ON departed_contacts (org, brand, address_hash);
