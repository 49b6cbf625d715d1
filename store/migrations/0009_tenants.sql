-- Organizations that are suspended, and those that are being removed.

-- Its keys are refused and all its work holds until this is taken back.
ALTER TABLE organizations ADD COLUMN suspended_at BIGINT;
-- It is suspended for good, its brands are deleted, and its rows leave in the background; this one leaves last.
ALTER TABLE organizations ADD COLUMN deleted_at BIGINT;
