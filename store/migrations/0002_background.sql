-- Work in the background, and the first that needs it: imports of any size and checks of addresses.

-- Who shares this database. A process keeps its number in its data folder.
CREATE TABLE processes (
    id         BIGINT NOT NULL PRIMARY KEY,
    version    TEXT NOT NULL,
    started_at BIGINT NOT NULL,
    seen_at    BIGINT NOT NULL
);

-- `due_at` is when somebody may take the job: its time while it waits, the end of the lease while
-- `owner` works on it. So one index finds new work, retries and the work of the dead.
CREATE TABLE jobs (
    org        BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    kind       {KEYTEXT} NOT NULL,
    -- The row that the job works on; its own table holds all that is known of it.
    subject    BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    owner      BIGINT,
    -- Rises with every claim: a write that names an older one changes nothing.
    fence      BIGINT NOT NULL,
    -- Claims since the last progress.
    attempts   BIGINT NOT NULL,
    error      TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org, id)
);
CREATE INDEX jobs__kind__due_at ON jobs (kind, due_at);
CREATE INDEX jobs__owner ON jobs (owner);
CREATE UNIQUE INDEX jobs__org__kind__subject ON jobs (org, kind, subject);

-- What is imported (JSON: object, encoding, columns, consent), up to which byte it is done, and what it
-- brought beside the counts. NULL: the import was done at once.
ALTER TABLE imports ADD COLUMN source TEXT;
ALTER TABLE imports ADD COLUMN position BIGINT;
ALTER TABLE imports ADD COLUMN fields_created TEXT;
ALTER TABLE imports ADD COLUMN warnings TEXT;
ALTER TABLE imports ADD COLUMN validation BIGINT;
ALTER TABLE imports ADD COLUMN error TEXT;

-- Imports whose lists of rows, which name people, are cleared after a while.
CREATE INDEX imports__completed_at ON imports (completed_at) WHERE errors <> '[]' OR warnings <> '[]';

-- Every row that could not be imported, for the download; the import's own row shows the first.
CREATE TABLE import_errors (
    org     BIGINT NOT NULL,
    brand   BIGINT NOT NULL,
    import  BIGINT NOT NULL,
    row     BIGINT NOT NULL,
    email   TEXT,
    code    TEXT NOT NULL,
    message TEXT NOT NULL,
    param   TEXT,
    PRIMARY KEY (org, brand, import, row)
) {CLUSTERED};

CREATE TABLE validations (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    status       TEXT NOT NULL,
    total        BIGINT NOT NULL,
    processed    BIGINT NOT NULL,
    valid        BIGINT NOT NULL,
    risky        BIGINT NOT NULL,
    invalid      BIGINT NOT NULL,
    unknown      BIGINT NOT NULL,
    -- Pieces that there are, and the first that has no answer yet.
    pieces       BIGINT NOT NULL,
    position     BIGINT NOT NULL,
    -- Credits taken for it, and when: given back to the same month where nothing could be checked.
    charged      BIGINT NOT NULL,
    charged_at   BIGINT,
    error        TEXT,
    created_at   BIGINT NOT NULL,
    completed_at BIGINT,
    -- When its pieces go, which hold addresses; NULL once they are gone.
    purge_at     BIGINT,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX validations__org__brand__public_id ON validations (org, brand, public_id);
CREATE INDEX validations__purge_at ON validations (purge_at);

-- The addresses of a validation in pieces (JSON lists): those asked about, and once checked, the answers.
-- Where there are too many answers to be read, a piece goes when it is checked.
CREATE TABLE validation_pieces (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    validation BIGINT NOT NULL,
    piece      BIGINT NOT NULL,
    addresses  TEXT NOT NULL,
    answers    TEXT,
    PRIMARY KEY (org, brand, validation, piece)
) {CLUSTERED};

-- What DNS says about a mail domain, once for everybody: `definite` counts the answers in a row that
-- said it takes no mail.
CREATE TABLE mail_domains (
    name             {KEYTEXT} NOT NULL PRIMARY KEY,
    definite         BIGINT NOT NULL,
    last_definite_at BIGINT,
    dead_since       BIGINT,
    -- The domain died or came back, and its contacts do not show it yet.
    unswept          BOOLEAN NOT NULL,
    checked_at       BIGINT,
    due_at           BIGINT NOT NULL
) {CLUSTERED};
CREATE INDEX mail_domains__due_at ON mail_domains (due_at);
CREATE INDEX mail_domains__unswept ON mail_domains (name) WHERE unswept;
