-- What a design looks like: a small picture of its head, made in the background.

-- The name of the object; none until it is made, and of the head alone.
ALTER TABLE email_versions ADD COLUMN preview_image TEXT;
-- The work on one names its version.
CREATE INDEX email_versions__org__brand__id ON email_versions (org, brand, id);
-- Whose object a file is.
CREATE INDEX email_versions__preview_image ON email_versions (preview_image) WHERE preview_image IS NOT NULL;
