-- People who were deleted, and what may still name them.

-- Contacts that were deleted and may still be named in texts: answers that are kept for replays, errors of rows, lists of
-- addresses, replies of mail servers. All of that is looked through at once and again once what was under way at the
-- time has ended; then the address goes from here too. What comes back late names nobody but by a number, so the row
-- itself stays for as long as mail may come back.
CREATE TABLE departures (
    org        BIGINT NOT NULL,
    brand      BIGINT NOT NULL,
    contact    BIGINT NOT NULL,
    -- '' once it is found nowhere any more.
    email      TEXT NOT NULL,
    deleted_at BIGINT NOT NULL,
    -- How often everything was looked through, and when it is next.
    looks      BIGINT NOT NULL,
    due_at     BIGINT NOT NULL,
    PRIMARY KEY (org, brand, contact)
) {CLUSTERED};
CREATE INDEX departures__due_at ON departures (due_at, org, brand, contact);
-- Of those who were deleted before, the addresses are not known any more; their events are.
INSERT INTO departures (org, brand, contact, email, deleted_at, looks, due_at)
SELECT org, brand, contact, '', 0, 2, 0 FROM departed_contacts;

-- Fires that are nobody's, but hold what a provider said.
CREATE INDEX trigger_instances__nobody ON trigger_instances (org, brand, id) WHERE contact IS NULL AND payload <> '{}';
