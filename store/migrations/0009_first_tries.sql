-- When a recipient whom nobody could reach yet was tried first: 72 hours later it is given up, however often it was tried
-- meanwhile. Nothing of those who were not put off, or whose first try was before this column.
ALTER TABLE recipients ADD COLUMN first_tried_at BIGINT;
