-- The library of a brand's images, and what is uploaded on its way into it.

-- What an image can be found by, beside its description: names, places, and what is seen on it.
ALTER TABLE assets ADD COLUMN words TEXT NOT NULL DEFAULT '';
-- Deleted images are shown in no list; mails that were sent still show them.
ALTER TABLE assets ADD COLUMN hidden_at BIGINT;
-- A page of the library never walks past what was deleted.
CREATE INDEX assets__org__brand__shown ON assets (org, brand, id) WHERE hidden_at IS NULL;
CREATE INDEX assets__org__brand__kind__shown ON assets (org, brand, kind, id) WHERE hidden_at IS NULL;

CREATE TABLE uploads (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    -- Of the token in the address that takes the bytes.
    token_hash   {BLOB} NOT NULL,
    file_name    TEXT NOT NULL,
    content_type TEXT NOT NULL,
    -- As the caller has said beforehand; what comes has exactly so many.
    bytes        BIGINT NOT NULL,
    -- Where the bytes are, once they have come.
    object       TEXT,
    expires_at   BIGINT NOT NULL,
    created_at   BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX uploads__org__brand__public_id ON uploads (org, brand, public_id);
CREATE UNIQUE INDEX uploads__token_hash ON uploads (token_hash);
CREATE INDEX uploads__expires_at ON uploads (expires_at);
