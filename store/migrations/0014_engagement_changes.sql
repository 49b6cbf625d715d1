-- When contacts of a brand last got, opened or clicked a mail, to some seconds: counts of its audiences that ask for such
-- are old if they were taken before.
CREATE TABLE engagement_changes (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand)
) {CLUSTERED};
CREATE INDEX engagement_changes__changed_at ON engagement_changes (changed_at, org, brand);
