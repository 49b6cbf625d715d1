-- PostgreSQL changes a row in its place, without touching any index, if no indexed column changes and its page has room.
-- Every recipient's state changes, and stood in an index that only mails of automations are in: it was written anew in the
-- key's index each time. Now it stands there in a column of their own, which is NULL for recipients of campaigns.
--
-- Costs: PostgreSQL writes the table of recipients and its indexes anew, about a minute for each 10,000,000 of them, and
-- needs room for both meanwhile. SQLite reads the table once.
ALTER TABLE recipients ADD COLUMN mail_state BIGINT
    GENERATED ALWAYS AS (CASE WHEN number IS NOT NULL THEN state END) {STORED};
DROP INDEX recipients__state__number;
CREATE INDEX recipients__mail_state ON recipients (org, brand, mail_state, number) WHERE number IS NOT NULL;

-- Room for those that one commit of the dispatcher changes; what it leaves behind is used by the next.
{only_postgres}(ALTER TABLE recipients SET (fillfactor = 65));
-- A row for each contact, changed by every campaign.
{only_postgres}(ALTER TABLE engagement SET (fillfactor = 80));
-- Few rows, changed all the time.
{only_postgres}(ALTER TABLE heads SET (fillfactor = 50));
{only_postgres}(ALTER TABLE tallies SET (fillfactor = 50));
{only_postgres}(ALTER TABLE hours SET (fillfactor = 80));
