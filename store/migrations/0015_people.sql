-- People: an address is one person in the installation, who belongs to organizations. Before, an address had an account
-- in each of them (`users`), and nobody could sign in with any.

CREATE TABLE people (
    id                  BIGINT NOT NULL PRIMARY KEY,
    public_id           {KEYTEXT} NOT NULL,
    email               {KEYTEXT} NOT NULL,
    name                TEXT,
    -- NULL until a link was used to choose one.
    password_hash       TEXT,
    password_changed_at BIGINT,
    -- Sealed. It counts once a code of it was accepted, which is when it has a step.
    totp_secret         {BLOB},
    -- The last that was accepted: none is accepted twice.
    totp_step           BIGINT,
    created_at          BIGINT NOT NULL
);
CREATE UNIQUE INDEX people__public_id ON people (public_id);
CREATE UNIQUE INDEX people__email ON people (email);

CREATE TABLE memberships (
    org        BIGINT NOT NULL,
    person     BIGINT NOT NULL,
    role       TEXT NOT NULL,
    -- It sees the brands that `membership_brands` names, and none if that has none.
    limited    BOOLEAN NOT NULL,
    created_at BIGINT NOT NULL,
    PRIMARY KEY (org, person),
    CHECK (NOT limited OR role <> 'owner')
) {CLUSTERED};
CREATE INDEX memberships__person ON memberships (person, org);

CREATE TABLE membership_brands (
    org    BIGINT NOT NULL,
    person BIGINT NOT NULL,
    brand  BIGINT NOT NULL,
    PRIMARY KEY (org, person, brand)
) {CLUSTERED};
CREATE INDEX membership_brands__brand ON membership_brands (org, brand, person);

CREATE TABLE sessions (
    -- SHA-256 of the token, which stands in a cookie and nowhere else.
    token_hash        {BLOB} NOT NULL PRIMARY KEY,
    public_id         {KEYTEXT} NOT NULL,
    person            BIGINT NOT NULL,
    -- The organization that it is looking at.
    organization      BIGINT,
    made_at           BIGINT NOT NULL,
    last_seen_at      BIGINT NOT NULL,
    password_given_at BIGINT NOT NULL,
    -- From where, and with what, as far as is known.
    address           TEXT,
    browser           TEXT
) {CLUSTERED};
CREATE UNIQUE INDEX sessions__person__public_id ON sessions (person, public_id);
CREATE INDEX sessions__person ON sessions (person, made_at, token_hash);
CREATE INDEX sessions__organization ON sessions (organization);
-- Whatever has ended is found by one of these.
CREATE INDEX sessions__last_seen_at ON sessions (last_seen_at);
CREATE INDEX sessions__made_at ON sessions (made_at);

-- One for an address in an organization: the next takes its place.
CREATE TABLE invitations (
    org         BIGINT NOT NULL,
    id          BIGINT NOT NULL,
    public_id   {KEYTEXT} NOT NULL,
    email       {KEYTEXT} NOT NULL,
    role        TEXT NOT NULL,
    limited     BOOLEAN NOT NULL,
    -- JSON: numbers of brands.
    brands      TEXT NOT NULL,
    token_hash  {BLOB} NOT NULL,
    -- A person, unless a command did it.
    invited_by  BIGINT,
    created_at  BIGINT NOT NULL,
    expires_at  BIGINT NOT NULL,
    accepted_at BIGINT,
    PRIMARY KEY (org, id),
    CHECK (NOT limited OR role <> 'owner')
);
CREATE UNIQUE INDEX invitations__org__public_id ON invitations (org, public_id);
CREATE UNIQUE INDEX invitations__org__email ON invitations (org, email);
CREATE UNIQUE INDEX invitations__token_hash ON invitations (token_hash);
CREATE INDEX invitations__expires_at ON invitations (expires_at);

CREATE TABLE recovery_codes (
    person BIGINT NOT NULL,
    hash   {BLOB} NOT NULL,
    PRIMARY KEY (person, hash)
) {CLUSTERED};

-- Ways in without a password: to claim an account, and to reset its password.
CREATE TABLE person_links (
    token_hash {BLOB} NOT NULL PRIMARY KEY,
    person     BIGINT NOT NULL,
    kind       TEXT NOT NULL,
    created_at BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    used_at    BIGINT
) {CLUSTERED};
CREATE INDEX person_links__person ON person_links (person, kind);
CREATE INDEX person_links__expires_at ON person_links (expires_at);

-- Rows are only ever added, until they are old.
CREATE TABLE audit_log (
    org         BIGINT NOT NULL,
    id          BIGINT NOT NULL,
    at          BIGINT NOT NULL,
    -- NULL: a command, or somebody who is not known.
    person      BIGINT,
    -- The public id of the session, which may have ended long ago.
    session     TEXT,
    address     TEXT,
    act         {KEYTEXT} NOT NULL,
    target_kind {KEYTEXT},
    target      {KEYTEXT},
    -- The brand that it is about. The row stays when that is deleted.
    of_brand    BIGINT,
    -- JSON, at most 16 KiB each.
    before      TEXT,
    after       TEXT,
    counts      TEXT,
    PRIMARY KEY (org, id)
) {CLUSTERED};
CREATE INDEX audit_log__person ON audit_log (org, person, id);
CREATE INDEX audit_log__act ON audit_log (org, act, id);
CREATE INDEX audit_log__target ON audit_log (org, target_kind, target, id);
CREATE INDEX audit_log__at ON audit_log (at);

-- Accounts with one address become one person, with the id and the password of the oldest of them and the role of each
-- where it was: nobody is locked out, and nobody gains. Addresses are compared as they are stored.
INSERT INTO people (id, public_id, email, password_hash, password_changed_at, created_at)
    SELECT id, public_id, email, password_hash, created_at, created_at
    FROM (
        SELECT id, public_id, email, password_hash, created_at,
            ROW_NUMBER() OVER (PARTITION BY email ORDER BY created_at, org, id) AS place
        FROM users) AS accounts
    WHERE place = 1;
INSERT INTO memberships (org, person, role, limited, created_at)
    SELECT u.org, p.id, u.role, FALSE, u.created_at
    FROM users AS u JOIN people AS p ON p.email = u.email;
DROP TABLE users;
