-- Designs that are made and changed by prompt: what was said about them, and the work itself.

-- One for a design, from its first prompt on; it goes with the design.
CREATE TABLE chats (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    public_id  {KEYTEXT} NOT NULL,
    email      BIGINT NOT NULL,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX chats__org__brand__public_id ON chats (org, brand, public_id);
CREATE UNIQUE INDEX chats__org__brand__email ON chats (org, brand, email);

CREATE TABLE chat_messages (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    chat       BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    role       TEXT NOT NULL,
    body       TEXT NOT NULL,
    -- The public id of the version that came of it.
    version_id TEXT,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, chat, id)
);

-- One for each prompt. While it runs, its design is `generating`.
CREATE TABLE generations (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    email      BIGINT NOT NULL,
    chat       BIGINT NOT NULL,
    -- The public id that the version is to have.
    version_id {KEYTEXT} NOT NULL,
    -- JSON: what is asked for.
    request    TEXT NOT NULL,
    status     {KEYTEXT} NOT NULL,
    -- How much of a hundred is done.
    progress   BIGINT NOT NULL,
    -- JSON; set while the status is failed.
    error      TEXT,
    created_at BIGINT NOT NULL,
    updated_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE INDEX generations__of_email ON generations (org, brand, email);
-- A design is changed by one prompt at a time.
CREATE UNIQUE INDEX generations__org__brand__email ON generations (org, brand, email) WHERE status = 'running';

-- Notifications read generations instead.
DROP INDEX emails__unready;
