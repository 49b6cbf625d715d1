-- Brands that are read from their websites.

-- The registrable name of the website.
ALTER TABLE brands ADD COLUMN domain TEXT;
-- JSON: what the brand has from its website, and from nobody else.
ALTER TABLE brands ADD COLUMN extracted TEXT NOT NULL DEFAULT '{}';
-- The number of the newest reading of the website: whoever works on an earlier one stops.
ALTER TABLE brands ADD COLUMN extraction BIGINT;
ALTER TABLE brands ADD COLUMN extraction_began_at BIGINT;
ALTER TABLE brands ADD COLUMN extraction_ended_at BIGINT;
