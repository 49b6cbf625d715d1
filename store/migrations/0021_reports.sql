-- What receivers report about a brand's domains, by day: who mails in a domain's name, and whether mail to it could be
-- encrypted. Strangers write the reports: how many rows one of them can make is bounded where they are written.

-- Each report once. A day is its first millisecond by UTC.
CREATE TABLE domain_reports (
    org      BIGINT NOT NULL,
    brand    BIGINT NOT NULL,
    domain   BIGINT NOT NULL,
    -- 1: DMARC, 2: TLS.
    kind     BIGINT NOT NULL,
    day      BIGINT NOT NULL,
    -- The domain that the report's mail was proven to be from.
    reporter {KEYTEXT} NOT NULL,
    -- A hash of what the reporter calls it.
    report   {KEYTEXT} NOT NULL,
    PRIMARY KEY (org, brand, domain, kind, day, reporter, report)
);
CREATE INDEX domain_reports__day ON domain_reports (day);

-- Who has reported about a domain, and since when. Those who are known always have room.
CREATE TABLE domain_reporters (
    org          BIGINT NOT NULL,
    brand        BIGINT NOT NULL,
    domain       BIGINT NOT NULL,
    reporter     {KEYTEXT} NOT NULL,
    -- The registrable name of the reporter.
    organization {KEYTEXT} NOT NULL,
    -- Days on which reports came, the first and the last.
    first_day    BIGINT NOT NULL,
    last_day     BIGINT NOT NULL,
    PRIMARY KEY (org, brand, domain, reporter)
);
CREATE INDEX domain_reporters__last_day ON domain_reporters (last_day);

-- Mails with the domain in From, by the host that they came from.
CREATE TABLE domain_sources (
    org              BIGINT NOT NULL,
    brand            BIGINT NOT NULL,
    domain           BIGINT NOT NULL,
    day              BIGINT NOT NULL,
    reporter         {KEYTEXT} NOT NULL,
    -- An address; empty: all that are not told apart.
    source           {KEYTEXT} NOT NULL,
    messages         BIGINT NOT NULL,
    passed           BIGINT NOT NULL,
    dkim             BIGINT NOT NULL,
    spf              BIGINT NOT NULL,
    quarantined      BIGINT NOT NULL,
    rejected         BIGINT NOT NULL,
    -- A domain that signed, or that allows the source.
    authenticated_as TEXT,
    PRIMARY KEY (org, brand, domain, day, reporter, source)
);
CREATE INDEX domain_sources__day ON domain_sources (day);

-- Connections of those who mail to the domain. The row of the empty kind has the sums, the others why some failed.
CREATE TABLE domain_tls (
    org      BIGINT NOT NULL,
    brand    BIGINT NOT NULL,
    domain   BIGINT NOT NULL,
    day      BIGINT NOT NULL,
    reporter {KEYTEXT} NOT NULL,
    kind     {KEYTEXT} NOT NULL,
    sessions BIGINT NOT NULL,
    failed   BIGINT NOT NULL,
    PRIMARY KEY (org, brand, domain, day, reporter, kind)
);
CREATE INDEX domain_tls__day ON domain_tls (day);

-- What was sent from a domain.
CREATE INDEX sends__org__brand__domain ON sends (org, brand, domain, id);
