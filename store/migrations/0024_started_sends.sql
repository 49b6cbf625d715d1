-- Sends by when they began: those of a brand's last days, however long before they were made.
CREATE INDEX sends__org__brand__started_at ON sends (org, brand, started_at, id) WHERE started_at IS NOT NULL;
