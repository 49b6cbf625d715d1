-- What designs look like in mail clients: pictures that are kept for thirty days.

CREATE TABLE client_previews (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    id         BIGINT NOT NULL,
    -- Of the object.
    name       {KEYTEXT} NOT NULL,
    bytes      BIGINT NOT NULL,
    expires_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
-- Whose object a file is.
CREATE UNIQUE INDEX client_previews__name ON client_previews (name);
CREATE INDEX client_previews__expires_at ON client_previews (expires_at);
