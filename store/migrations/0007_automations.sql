-- Automations: what starts them, their graphs, the runs and where each stands, and the services that send events.

-- What can start automations: made by callers, or by a connection for each event of its provider.
CREATE TABLE triggers (
    org           BIGINT NOT NULL,
    brand         BIGINT NOT NULL,
    id            BIGINT NOT NULL,
    public_id     {KEYTEXT} NOT NULL,
    title         TEXT NOT NULL,
    description   TEXT,
    -- `service_api`, or the provider's name beside its connection and event.
    provider      {KEYTEXT} NOT NULL,
    connection    BIGINT,
    event_key     TEXT,
    -- JSON: the declared fields of the payload.
    fields        TEXT NOT NULL,
    enforcement   TEXT NOT NULL,
    contract_hash TEXT NOT NULL,
    version       BIGINT NOT NULL,
    created_at    BIGINT NOT NULL,
    updated_at    BIGINT NOT NULL,
    -- Its fires and their runs keep its name; the name itself is free again.
    deleted_at    BIGINT,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX triggers__org__brand__public_id ON triggers (org, brand, public_id) WHERE deleted_at IS NULL;
CREATE INDEX triggers__org__brand__public_id__id ON triggers (org, brand, public_id, id);
CREATE INDEX triggers__org__brand__connection ON triggers (org, brand, connection) WHERE connection IS NOT NULL;

-- One fire of a trigger each.
CREATE TABLE trigger_instances (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    trigger      BIGINT NOT NULL,
    -- `api` or `integration`.
    source       TEXT NOT NULL,
    state        {KEYTEXT} NOT NULL,
    contact      BIGINT,
    -- JSON: the payload as it was checked; of a provider's event, until its address is known, what it said.
    payload      TEXT NOT NULL,
    -- JSON: ids of the matched automations, and why some did not start.
    matched      TEXT NOT NULL,
    not_started  TEXT NOT NULL,
    -- JSON { code, message } or a word, beside `rejected`.
    rejection    TEXT,
    -- How often it was worked on, and how often that came as far as starting what it matched.
    attempts     BIGINT NOT NULL,
    starts       BIGINT NOT NULL,
    received_at  BIGINT NOT NULL,
    processed_at BIGINT,
    PRIMARY KEY (org, brand, id)
) {CLUSTERED};
CREATE UNIQUE INDEX trigger_instances__org__brand__public_id ON trigger_instances (org, brand, public_id);
CREATE INDEX trigger_instances__org__brand__trigger ON trigger_instances (org, brand, trigger, id);
-- Whoever is deleted leaves no payload behind.
CREATE INDEX trigger_instances__org__brand__contact ON trigger_instances (org, brand, contact)
    WHERE contact IS NOT NULL;

CREATE TABLE automations (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    name         TEXT NOT NULL,
    description  TEXT,
    -- `event` or `manualAudience`, and the trigger of the newest version.
    kind         TEXT NOT NULL,
    trigger      BIGINT,
    -- The newest version, and the one that fires start while it is published.
    head         BIGINT NOT NULL,
    live         BIGINT,
    -- The trigger of the live version.
    live_trigger BIGINT,
    published    BOOLEAN NOT NULL,
    published_at BIGINT,
    -- Runs that began before this are to be canceled.
    stop_before  BIGINT,
    created_at   BIGINT NOT NULL,
    updated_at   BIGINT NOT NULL,
    -- Its runs and what they sent keep its name.
    deleted_at   BIGINT,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX automations__org__brand__public_id ON automations (org, brand, public_id);
CREATE INDEX automations__org__brand__live_trigger ON automations (org, brand, live_trigger) WHERE published;

-- The graph of a version never changes once it is written; runs pin theirs.
CREATE TABLE automation_versions (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    automation   BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    -- JSON { nodes, connections }, canonical; its SHA-256 in hex.
    graph        TEXT NOT NULL,
    hash         TEXT NOT NULL,
    -- JSON: the designs, domains, audience, trigger and merge tags that it names, as they stood when it was written or
    -- last published.
    uses         TEXT NOT NULL,
    created_at   BIGINT NOT NULL,
    -- When it was published first.
    published_at BIGINT,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX automation_versions__org__brand__public_id ON automation_versions (org, brand, public_id);
CREATE UNIQUE INDEX automation_versions__org__brand__automation__version ON automation_versions (org, brand, automation, version);

-- One walk of one recipient through one version.
CREATE TABLE runs (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    id           BIGINT NOT NULL,
    public_id    {KEYTEXT} NOT NULL,
    automation   BIGINT NOT NULL,
    version      BIGINT NOT NULL,
    trigger      BIGINT,
    instance     BIGINT,
    audience_run BIGINT,
    contact      BIGINT,
    -- Of a test: the address all mail goes to, and the payload.
    test_address {KEYTEXT},
    test_payload TEXT,
    status       {KEYTEXT} NOT NULL,
    -- The node it stands at, by its place in the version's list, and since when; nothing before it began.
    node         BIGINT,
    entered_at   BIGINT,
    -- The time in its row of `timers`; nothing when there is none.
    wake_at      BIGINT,
    -- When its wait ends, where it can be woken before; and the send whose open or click does that.
    window_ends  BIGINT,
    awaits       BIGINT,
    -- Due, and kept back because its audience run is paused.
    held         BOOLEAN NOT NULL,
    -- Nodes that it has left behind.
    steps        BIGINT NOT NULL,
    -- JSON { code, message }.
    error        TEXT,
    created_at   BIGINT NOT NULL,
    started_at   BIGINT,
    completed_at BIGINT,
    PRIMARY KEY (org, brand, id)
) {CLUSTERED};
CREATE UNIQUE INDEX runs__org__brand__public_id ON runs (org, brand, public_id);
CREATE INDEX runs__org__brand__automation ON runs (org, brand, automation, id);
CREATE INDEX runs__org__brand__status ON runs (org, brand, status, id);
CREATE INDEX runs__org__brand__trigger ON runs (org, brand, trigger, id) WHERE trigger IS NOT NULL;
CREATE INDEX runs__org__brand__instance ON runs (org, brand, instance, id) WHERE instance IS NOT NULL;
CREATE INDEX runs__org__brand__audience_run ON runs (org, brand, audience_run, id) WHERE audience_run IS NOT NULL;
CREATE INDEX runs__open ON runs (org, brand, automation, id) WHERE status IN ('queued', 'running');
CREATE INDEX runs__open__contact ON runs (org, brand, contact) WHERE status IN ('queued', 'running');
CREATE INDEX runs__held ON runs (org, brand, audience_run, id) WHERE held;
-- Tests whose address and payload are still kept.
CREATE INDEX runs__test ON runs (created_at) WHERE test_payload IS NOT NULL;
CREATE INDEX runs__org__brand__test_address ON runs (org, brand, test_address) WHERE test_payload IS NOT NULL;

-- Runs that are to go on at a time. As narrow as it can be: there may be millions, and nothing else is looked at to
-- find those that are due.
CREATE TABLE timers (
    org    BIGINT NOT NULL,
    brand  BIGINT NOT NULL,
    due_at BIGINT NOT NULL,
    run    BIGINT NOT NULL,
    PRIMARY KEY (org, brand, due_at, run)
) {CLUSTERED};

-- How many runs came to a node and what became of them there, by the hour, a row for each process that counts. Node ''
-- is the run as a whole (`skipped`: canceled); audience run 0 is all that events started.
CREATE TABLE steps (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    automation   BIGINT NOT NULL,
    audience_run BIGINT NOT NULL,
    node         {KEYTEXT} NOT NULL,
    hour         BIGINT NOT NULL,
    process      BIGINT NOT NULL,
    entered      BIGINT NOT NULL,
    completed    BIGINT NOT NULL,
    failed       BIGINT NOT NULL,
    skipped      BIGINT NOT NULL,
    PRIMARY KEY (org, brand, automation, audience_run, node, hour, process)
) {CLUSTERED};
CREATE INDEX steps__org__brand__hour ON steps (org, brand, hour);

-- A manual automation that is walked by everybody of an audience, who is frozen like that of a campaign.
CREATE TABLE audience_runs (
    org           BIGINT NOT NULL,
    brand         BIGINT NOT NULL,
    id            BIGINT NOT NULL,
    public_id     {KEYTEXT} NOT NULL,
    automation    BIGINT NOT NULL,
    version       BIGINT NOT NULL,
    -- NULL: every contact that can be mailed.
    audience      BIGINT,
    audience_name TEXT NOT NULL,
    status        {KEYTEXT} NOT NULL,
    scheduled_at  BIGINT,
    pause_reason  TEXT,
    error         TEXT,
    -- Members with a run, and those without one, for whatever reason.
    total         BIGINT NOT NULL,
    excluded      BIGINT NOT NULL,
    frozen_to     BIGINT NOT NULL,
    freeze_bound  BIGINT,
    freeze_filter TEXT,
    frozen        BOOLEAN NOT NULL,
    created_at    BIGINT NOT NULL,
    started_at    BIGINT,
    completed_at  BIGINT,
    updated_at    BIGINT NOT NULL,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX audience_runs__org__brand__public_id ON audience_runs (org, brand, public_id);
CREATE INDEX audience_runs__org__brand__automation ON audience_runs (org, brand, automation, id);
CREATE INDEX audience_runs__unfinished ON audience_runs (org, brand, id)
    WHERE status IN ('queued', 'scheduled', 'running', 'paused');

-- The mail of a node. Of an audience run it is one send; of a version that events start it is a stream that goes on
-- for as long as there are runs, never shown itself: each of its recipients is.
ALTER TABLE sends ADD COLUMN automation BIGINT;
ALTER TABLE sends ADD COLUMN automation_version BIGINT;
ALTER TABLE sends ADD COLUMN node TEXT;
ALTER TABLE sends ADD COLUMN audience_run BIGINT;
ALTER TABLE sends ADD COLUMN is_stream BOOLEAN NOT NULL DEFAULT FALSE;
-- Goes to people who unsubscribed too.
ALTER TABLE sends ADD COLUMN is_transactional BOOLEAN NOT NULL DEFAULT FALSE;
CREATE INDEX sends__org__brand__automation ON sends (org, brand, automation, id) WHERE automation IS NOT NULL;
CREATE UNIQUE INDEX sends__org__brand__automation_version__node ON sends (org, brand, automation_version, node) WHERE is_stream;
CREATE UNIQUE INDEX sends__org__brand__audience_run__node ON sends (org, brand, audience_run, node)
    WHERE audience_run IS NOT NULL;

-- The run that a mail belongs to; and in a stream, where each is a send of its own to whoever asks, its number and name.
ALTER TABLE recipients ADD COLUMN run BIGINT;
ALTER TABLE recipients ADD COLUMN number BIGINT;
ALTER TABLE recipients ADD COLUMN public_id {KEYTEXT};
CREATE INDEX recipients__run ON recipients (org, brand, run) WHERE run IS NOT NULL;
CREATE UNIQUE INDEX recipients__org__brand__public_id ON recipients (org, brand, public_id) WHERE public_id IS NOT NULL;
CREATE INDEX recipients__number ON recipients (org, brand, number) WHERE number IS NOT NULL;
CREATE INDEX recipients__send__number ON recipients (org, brand, send, number) WHERE number IS NOT NULL;
CREATE INDEX recipients__state__number ON recipients (org, brand, state, number) WHERE number IS NOT NULL;

-- The fire that an event of a trigger is about. Those of runs and mails are found through the run.
ALTER TABLE events ADD COLUMN instance BIGINT;

-- A provider's account whose events arrive here.
CREATE TABLE connections (
    org            BIGINT NOT NULL,
    brand          BIGINT NOT NULL,
    id             BIGINT NOT NULL,
    public_id      {KEYTEXT} NOT NULL,
    provider       {KEYTEXT} NOT NULL,
    name           TEXT,
    -- Sealed: the secret, and the one before it, which counts until then.
    secret         {BLOB} NOT NULL,
    old_secret     {BLOB},
    old_until      BIGINT,
    -- JSON: `emailColumn`, `tables`, `sandbox`.
    settings       TEXT NOT NULL,
    created_at     BIGINT NOT NULL,
    updated_at     BIGINT NOT NULL,
    last_event_at  BIGINT,
    PRIMARY KEY (org, brand, id)
);
CREATE UNIQUE INDEX connections__public_id ON connections (public_id);

-- Events that arrived in the last days, by a hash of their id: each counts once.
CREATE TABLE received_events (
    org         BIGINT NOT NULL,
    brand       BIGINT NOT NULL,
    connection  BIGINT NOT NULL,
    event       {BLOB} NOT NULL,
    received_at BIGINT NOT NULL,
    PRIMARY KEY (org, brand, connection, event)
) {CLUSTERED};
CREATE INDEX received_events__received_at ON received_events (received_at);

-- When what a provider says of a contact was so: JSON, field to Unix milliseconds. What happened before does not
-- overwrite it.
CREATE TABLE told_fields (
    org      BIGINT NOT NULL,
    brand    BIGINT NOT NULL,
    contact  BIGINT NOT NULL,
    provider {KEYTEXT} NOT NULL,
    times    TEXT NOT NULL,
    PRIMARY KEY (org, brand, contact, provider)
) {CLUSTERED};

-- Invoices, by a hash of their id, whose amounts are part of what their payers have spent: each is added once, however
-- late it is told again.
CREATE TABLE counted_invoices (
    org     BIGINT NOT NULL,
    brand   BIGINT NOT NULL,
    invoice {BLOB} NOT NULL,
    PRIMARY KEY (org, brand, invoice)
) {CLUSTERED};
