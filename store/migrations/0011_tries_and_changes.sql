-- When a recipient whom nobody could reach yet was tried first: 72 hours later it is given up, however often it was tried
-- meanwhile. Nothing of those who were not put off, or whose first try was before this column.
ALTER TABLE recipients ADD COLUMN first_tried_at BIGINT;

-- When contacts of a brand were changed last, to some seconds: counts of its audiences that were taken before are old.
CREATE TABLE contact_changes (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    changed_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand)
) {CLUSTERED};
CREATE INDEX contact_changes__changed_at ON contact_changes (changed_at, org, brand);
