-- Numbers inside, text at the edge: `org`, `brand` and `id` are ours, `public_id` is what callers see.
-- Every tenant-owned table leads its key with `org`, the unit a distributed database would shard by.
-- Words in braces are the few spellings in which the two databases differ (store/src/db/dialect.rs).

CREATE TABLE meta (
    key   {KEYTEXT} NOT NULL PRIMARY KEY,
    value TEXT NOT NULL
);

-- Small growing numbers for rows that are few and referred to everywhere.
CREATE TABLE counters (
    name  {KEYTEXT} NOT NULL PRIMARY KEY,
    value BIGINT NOT NULL
);
INSERT INTO counters (name, value) VALUES ('org', 0), ('brand', 0), ('node', 0);

CREATE TABLE organizations (
    id         BIGINT NOT NULL PRIMARY KEY,
    public_id  {KEYTEXT} NOT NULL,
    name       TEXT NOT NULL,
    plan       TEXT NOT NULL,
    created_at BIGINT NOT NULL
);
CREATE UNIQUE INDEX organizations__public_id ON organizations (public_id);

CREATE TABLE users (
    org           BIGINT NOT NULL,
    id            BIGINT NOT NULL,
    public_id     {KEYTEXT} NOT NULL,
    email         {KEYTEXT} NOT NULL,
    role          TEXT NOT NULL,
    password_hash TEXT NOT NULL,
    created_at    BIGINT NOT NULL,
    PRIMARY KEY (org, id)
);
CREATE UNIQUE INDEX users__org__email ON users (org, email);

CREATE TABLE brands (
    org          BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    name         TEXT NOT NULL,
    website_url  TEXT,
    status       TEXT NOT NULL,
    readiness    TEXT NOT NULL,
    identity     TEXT NOT NULL,
    theme        TEXT NOT NULL,
    logos        TEXT NOT NULL,
    voice        TEXT,
    time_zone    TEXT NOT NULL,
    track_opens  BOOLEAN NOT NULL,
    track_clicks BOOLEAN NOT NULL,
    -- The last field number handed out: numbers are never used twice, so a deleted field's values
    -- cannot come back under a new field of the same name.
    last_field   BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    deleted_at   BIGINT,
    PRIMARY KEY (org, id)
);
CREATE UNIQUE INDEX brands__org__public_id ON brands (org, public_id);
CREATE INDEX brands__public_id ON brands (public_id);

CREATE TABLE api_keys (
    org          BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    -- NULL: an organization key.
    brand        BIGINT,
    prefix       {KEYTEXT} NOT NULL,
    hash         {BLOB} NOT NULL,
    name         TEXT NOT NULL,
    scopes       TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    last_used_at BIGINT,
    revoked_at   BIGINT,
    PRIMARY KEY (org, id)
);
CREATE UNIQUE INDEX api_keys__prefix ON api_keys (prefix);
CREATE UNIQUE INDEX api_keys__org__public_id ON api_keys (org, public_id);

-- A claim without an answer belongs to the request that holds `fence` until `lease_until`.
CREATE TABLE idempotency_keys (
    org         BIGINT NOT NULL,
    key         {KEYTEXT} NOT NULL,
    fingerprint {BLOB} NOT NULL,
    fence       BIGINT NOT NULL,
    lease_until BIGINT,
    status      BIGINT,
    body        {BLOB},
    cost        BIGINT,
    expires_at  BIGINT NOT NULL,
    PRIMARY KEY (org, key)
);
CREATE INDEX idempotency_keys__expires_at ON idempotency_keys (expires_at);

CREATE TABLE usage_periods (
    org              BIGINT NOT NULL,
    starts_at        BIGINT NOT NULL,
    credits_used     BIGINT NOT NULL,
    credits_reserved BIGINT NOT NULL,
    -- Bonus credits there were when the period began, and those granted since.
    bonus            BIGINT NOT NULL,
    sends_used       BIGINT NOT NULL,
    PRIMARY KEY (org, starts_at)
);

-- Credits held by work that runs outside a transaction; a crash gives them back when the hold ends.
CREATE TABLE credit_holds (
    org        BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    starts_at  BIGINT NOT NULL,
    amount     BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (org, id)
);
CREATE INDEX credit_holds__expires_at ON credit_holds (expires_at);

CREATE TABLE fields (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    name       {KEYTEXT} NOT NULL,
    type       TEXT NOT NULL,
    label      TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
) {CLUSTERED};
CREATE UNIQUE INDEX fields__org__brand__name ON fields (org, brand, name);

-- Values of deleted fields that still have to leave the contacts' rows, in chunks.
CREATE TABLE deleted_fields (
    org           BIGINT NOT NULL,
    brand         BIGINT NOT NULL,
    field         BIGINT NOT NULL,
    after_contact BIGINT NOT NULL,
    PRIMARY KEY (org, brand, field)
);

-- `custom` maps field numbers to values; `folded` is what substring search looks at.
CREATE TABLE contacts (
    org               BIGINT NOT NULL,
    brand             BIGINT NOT NULL,
    id                BIGINT NOT NULL,
    email             {KEYTEXT} NOT NULL,
    first_name        TEXT,
    last_name         TEXT,
    subscribed        BOOLEAN NOT NULL,
    unsubscribed_at   BIGINT,
    suppressed_reason TEXT,
    suppressed_at     BIGINT,
    validation_status TEXT,
    validated_at      BIGINT,
    validation        TEXT,
    consent           TEXT,
    import            BIGINT,
    custom            {JSONB} NOT NULL,
    folded            TEXT NOT NULL,
    created_at        BIGINT NOT NULL,
    updated_at        BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
) {CLUSTERED};
CREATE UNIQUE INDEX contacts__org__brand__email ON contacts (org, brand, email);

-- What a deleted contact had refused, under a keyed hash of the address.
CREATE TABLE opt_outs (
    org               BIGINT NOT NULL,
    brand             BIGINT NOT NULL,
    address_hash      {BLOB} NOT NULL,
    unsubscribed_at   BIGINT,
    suppressed_reason TEXT,
    suppressed_at     BIGINT,
    PRIMARY KEY (org, brand, address_hash)
) {CLUSTERED};

-- Filled by sending; read by engagement filters.
CREATE TABLE engagement (
    org             BIGINT NOT NULL,
    brand           BIGINT NOT NULL,
    contact         BIGINT NOT NULL,
    last_sent_at    BIGINT,
    last_opened_at  BIGINT,
    last_clicked_at BIGINT,
    sends           BIGINT NOT NULL,
    opens           BIGINT NOT NULL,
    clicks          BIGINT NOT NULL,
    PRIMARY KEY (org, brand, contact)
) {CLUSTERED};

CREATE TABLE audiences (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    public_id  {KEYTEXT} NOT NULL,
    name       TEXT NOT NULL,
    filters    TEXT NOT NULL,
    count      BIGINT NOT NULL,
    counted_at BIGINT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX audiences__org__brand__public_id ON audiences (org, brand, public_id);
CREATE INDEX audiences__counted_at ON audiences (counted_at);

CREATE TABLE imports (
    org            BIGINT NOT NULL,
    brand          BIGINT NOT NULL,
    id             BIGINT NOT NULL,
    public_id      {KEYTEXT} NOT NULL,
    status         TEXT NOT NULL,
    total_rows     BIGINT,
    processed_rows BIGINT NOT NULL,
    created        BIGINT NOT NULL,
    updated        BIGINT NOT NULL,
    failed         BIGINT NOT NULL,
    skipped        BIGINT NOT NULL,
    errors         TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    completed_at   BIGINT,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX imports__org__brand__public_id ON imports (org, brand, public_id);
