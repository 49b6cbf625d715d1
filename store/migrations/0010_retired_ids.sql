-- What rows that are gone were called: sends and audience runs that have ended still say which audience and which domain
-- they were for. Numbers are unique over all tables.
CREATE TABLE retired_ids (
    org       BIGINT NOT NULL,
    brand     BIGINT NOT NULL,
    id        BIGINT NOT NULL,
    public_id TEXT NOT NULL,
    PRIMARY KEY (org, brand, id)
) {CLUSTERED};
