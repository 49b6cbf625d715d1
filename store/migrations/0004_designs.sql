-- Email designs: versions of a document, groups, comment threads, and the images that they show.

CREATE TABLE email_groups (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    public_id  {KEYTEXT} NOT NULL,
    name       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX email_groups__org__brand__public_id ON email_groups (org, brand, public_id);

CREATE TABLE emails (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    title        TEXT NOT NULL,
    type         {KEYTEXT} NOT NULL,
    status       TEXT NOT NULL,
    subject      TEXT,
    preview_text TEXT,
    category     TEXT,
    -- NULL: ungrouped.
    email_group  BIGINT,
    -- JSON; set while the status is failed.
    error        TEXT,
    -- The version that is shown and sent; NULL until the first one is made.
    head         BIGINT,
    -- The last version number handed out.
    last_version BIGINT NOT NULL,
    -- Title and subject, folded: what search looks at.
    folded       TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX emails__org__brand__public_id ON emails (org, brand, public_id);
CREATE INDEX emails__org__brand__updated_at ON emails (org, brand, updated_at, id);
CREATE INDEX emails__org__brand__email_group ON emails (org, brand, email_group);
CREATE INDEX emails__org__brand__type ON emails (org, brand, type, id);
-- Designs in the works, and those that failed: what notifications show.
CREATE INDEX emails__unready ON emails (org, brand, id) WHERE status <> 'ready';

-- Never changed once written: a send pins one, a restore copies one.
CREATE TABLE email_versions (
    org             BIGINT NOT NULL,
    brand           BIGINT NOT NULL,
    email           BIGINT NOT NULL,
    id              BIGINT NOT NULL,
    public_id       {KEYTEXT} NOT NULL,
    version         BIGINT NOT NULL,
    source          TEXT NOT NULL,
    -- JSON: what is edited.
    document        TEXT NOT NULL,
    -- What the document renders to, merge tags and all, and the bytes where the preview text stands in it.
    html            TEXT NOT NULL,
    plain_text      TEXT NOT NULL,
    preheader_start BIGINT NOT NULL,
    preheader_end   BIGINT NOT NULL,
    -- The preview text that the document itself has; the design's own goes before it.
    preview_text    TEXT,
    -- JSON: the merge tags of html and text; what the author should know.
    merge_tags      TEXT NOT NULL,
    warnings        TEXT NOT NULL,
    created_at      BIGINT NOT NULL,
    PRIMARY KEY (org, brand, email, id)
);
CREATE UNIQUE INDEX email_versions__org__brand__public_id ON email_versions (org, brand, public_id);

CREATE TABLE comment_threads (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    email      BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    public_id  {KEYTEXT} NOT NULL,
    status     TEXT NOT NULL,
    -- The block or field that the thread is about; NULL: the whole design.
    element    TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, email, id)
);

CREATE TABLE comment_messages (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    thread     BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    public_id  {KEYTEXT} NOT NULL,
    -- The name as it was when the message was written: people leave.
    author     TEXT NOT NULL,
    body       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, thread, id)
);

-- Images of a brand; the bytes are objects. The same bytes are kept once, but for those of two requests that
-- met: each keeps the object that its design names.
CREATE TABLE assets (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    kind         TEXT NOT NULL,
    -- The name under which it is served and stored: random, so that nobody guesses it.
    name         {KEYTEXT} NOT NULL,
    url          TEXT NOT NULL,
    sha256       {BLOB} NOT NULL,
    description  TEXT,
    width        BIGINT NOT NULL,
    height       BIGINT NOT NULL,
    bytes        BIGINT NOT NULL,
    content_type TEXT NOT NULL,
    added_at     BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX assets__org__brand__public_id ON assets (org, brand, public_id);
CREATE INDEX assets__org__brand__sha256 ON assets (org, brand, sha256);
CREATE UNIQUE INDEX assets__name ON assets (name);
