-- The world: receivers that are busy, what comes back from them, what happened told in order and by the hour,
-- and several processes on one database.

-- Whom a busy receiver keeps waiting: recipients that were passed over stand in the line of their site (a number
-- made of its name) until it can take more. NULL: in no line.
ALTER TABLE recipients ADD COLUMN site BIGINT;
CREATE INDEX recipients__line ON recipients (org, brand, send, site, ordinal) WHERE site IS NOT NULL;

-- The lines that there are, so that nobody looks for them among the recipients.
CREATE TABLE lines (
    org   BIGINT NOT NULL,
    brand BIGINT NOT NULL,
    send  BIGINT NOT NULL,
    site  BIGINT NOT NULL,
    PRIMARY KEY (org, brand, send, site)
);

-- Events are found by send and type, contact, mail domain (a number made of its name), type, automation and run.
ALTER TABLE events ADD COLUMN domain BIGINT;
ALTER TABLE events ADD COLUMN automation BIGINT;
ALTER TABLE events ADD COLUMN run BIGINT;
DROP INDEX events__org__brand__send;
CREATE INDEX events__org__brand__send__type ON events (org, brand, send, type, id);
CREATE INDEX events__org__brand__contact ON events (org, brand, contact, id);
CREATE INDEX events__org__brand__domain ON events (org, brand, domain, id);
CREATE INDEX events__org__brand__type ON events (org, brand, type, id);
CREATE INDEX events__org__brand__automation ON events (org, brand, automation, id) WHERE automation IS NOT NULL;
CREATE INDEX events__org__brand__run ON events (org, brand, run, id) WHERE run IS NOT NULL;
-- A number tells when its event was written (milliseconds since 2020, above 22 bits). These were written more than ten
-- seconds after they had happened, and are found among much later ones.
CREATE INDEX events__late ON events (org, brand, id) WHERE (id >> 22) + 1577836800000 - occurred_at > 10000;

-- What happened in an hour to a send's recipients at one mailbox provider, a row for each process that counts.
-- `hour` is its first millisecond; `send` 0 is all sends of the brand together.
CREATE TABLE hours (
    org            BIGINT NOT NULL,
    brand          BIGINT NOT NULL,
    hour           BIGINT NOT NULL,
    send           BIGINT NOT NULL,
    provider       BIGINT NOT NULL,
    process        BIGINT NOT NULL,
    accepted       BIGINT NOT NULL,
    delivered      BIGINT NOT NULL,
    bounced        BIGINT NOT NULL,
    failed         BIGINT NOT NULL,
    in_doubt       BIGINT NOT NULL,
    opened         BIGINT NOT NULL,
    clicked        BIGINT NOT NULL,
    complained     BIGINT NOT NULL,
    unsubscribed   BIGINT NOT NULL,
    machine_opens  BIGINT NOT NULL,
    machine_clicks BIGINT NOT NULL,
    PRIMARY KEY (org, brand, hour, send, provider, process)
) {CLUSTERED};
CREATE INDEX hours__org__brand__send ON hours (org, brand, send, hour);
-- Of what was sent before, the hour is not known: it stands in the one in which the send began.
INSERT INTO hours (org, brand, hour, send, provider, process, accepted, delivered, bounced, failed, in_doubt, opened,
    clicked, complained, unsubscribed, machine_opens, machine_clicks)
SELECT t.org, t.brand, COALESCE(s.started_at, s.created_at) - COALESCE(s.started_at, s.created_at) % 3600000, t.send, 0,
    t.process, t.accepted, t.delivered, t.bounced, t.failed, t.in_doubt, t.opened, t.clicked, t.complained,
    t.unsubscribed, t.machine_opens, t.machine_clicks
FROM tallies AS t JOIN sends AS s ON s.org = t.org AND s.brand = t.brand AND s.id = t.send;
-- And for all sends of the brand together.
INSERT INTO hours (org, brand, hour, send, provider, process, accepted, delivered, bounced, failed, in_doubt, opened,
    clicked, complained, unsubscribed, machine_opens, machine_clicks)
SELECT org, brand, hour, 0, provider, process, CAST(sum(accepted) AS BIGINT), CAST(sum(delivered) AS BIGINT), CAST(sum(bounced) AS BIGINT),
    CAST(sum(failed) AS BIGINT), CAST(sum(in_doubt) AS BIGINT), CAST(sum(opened) AS BIGINT),
    CAST(sum(clicked) AS BIGINT), CAST(sum(complained) AS BIGINT), CAST(sum(unsubscribed) AS BIGINT),
    CAST(sum(machine_opens) AS BIGINT), CAST(sum(machine_clicks) AS BIGINT)
FROM hours WHERE send <> 0 GROUP BY org, brand, hour, provider, process;

-- When somebody complained about the mail; each recipient counts once.
ALTER TABLE recipients ADD COLUMN complained_at BIGINT;

-- Why a contact is mailed no more: what was said, by whom, about which mail.
CREATE TABLE suppressions (
    org     BIGINT NOT NULL,
    brand   BIGINT NOT NULL,
    contact BIGINT NOT NULL,
    reason  TEXT NOT NULL,
    at      BIGINT NOT NULL,
    send    BIGINT,
    -- JSON: `source` (reply, report, complaint), `smtpReply`, `bounceType`, `reporter`.
    detail  TEXT NOT NULL,
    PRIMARY KEY (org, brand, contact)
) {CLUSTERED};

-- Mails that did not arrive for reasons that may pass. Many of them over a long time are no accident.
CREATE TABLE soft_bounces (
    org      BIGINT NOT NULL,
    brand    BIGINT NOT NULL,
    contact  BIGINT NOT NULL,
    count    BIGINT NOT NULL,
    first_at BIGINT NOT NULL,
    last_at  BIGINT NOT NULL,
    PRIMARY KEY (org, brand, contact)
) {CLUSTERED};

-- One life of a process: two that start under one number (a copied data folder) find each other out.
ALTER TABLE processes ADD COLUMN life BIGINT NOT NULL DEFAULT 0;
-- What it does (`api,worker,track,inbound`), and which object store it sees.
ALTER TABLE processes ADD COLUMN roles TEXT NOT NULL DEFAULT '';
ALTER TABLE processes ADD COLUMN objects TEXT NOT NULL DEFAULT '';
