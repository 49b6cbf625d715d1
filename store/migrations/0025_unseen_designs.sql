-- Designs that were there before anybody took pictures, or before there was a browser, get theirs later.

-- The head whose picture is made, or of which there will be none; a newer head wants one again.
ALTER TABLE emails ADD COLUMN previewed BIGINT;
UPDATE emails SET previewed = head WHERE EXISTS (
    SELECT 1 FROM email_versions AS v
    WHERE v.org = emails.org AND v.brand = emails.brand AND v.email = emails.id AND v.id = emails.head
        AND v.preview_image IS NOT NULL);
-- Holds only those: without a head there is nothing to compare.
CREATE INDEX emails__unseen ON emails (org, brand, id) WHERE deleted_at IS NULL AND COALESCE(previewed, 0) <> head;
