-- PostgreSQL plans by what it knows of a table, and of a young one it knows nothing: it takes (org, brand) for nearly
-- unique, finds one contact by reading its whole brand, and keeps that plan while the table grows. So it is shown a
-- hundred rows of one brand in each table that grows with a brand, as long as that is empty, and the table is emptied
-- again: what was seen of them stays until the server looks at real rows. Emptied by TRUNCATE, after which the table counts
-- as one of unknown size.
--
-- Costs about a tenth of a second on a new database. A table that has rows is left as it is; it is locked while that is looked up, because
-- another process may be adding its first row.
{only_postgres}(DO $$
DECLARE
    sampled RECORD;
    has_rows BOOLEAN;
    filled TEXT;
    samples TEXT;
BEGIN
    FOR sampled IN
        SELECT t.oid, t.relname FROM pg_class AS t
        WHERE t.relkind = 'r' AND t.relnamespace = CAST(current_schema() AS regnamespace) AND t.relname IN (
            'contacts', 'engagement', 'events', 'hours', 'recipients', 'runs', 'sends', 'steps', 'suppressions', 'tallies',
            'timers', 'trigger_instances')
        ORDER BY t.relname
    LOOP
        EXECUTE format('LOCK TABLE %I IN ACCESS EXCLUSIVE MODE', sampled.relname);
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', sampled.relname) INTO has_rows;
        CONTINUE WHEN has_rows;
        -- Numbers and what is unique differ from row to row, a state is one of a few, and everything else is the same.
        SELECT string_agg(quote_ident(a.attname), ', '), string_agg(CASE
            WHEN a.attname IN ('org', 'brand') THEN '1'
            WHEN a.attname IN ('state', 'type', 'lane') AND a.atttypid = CAST('bigint' AS regtype) THEN 'n % 5'
            WHEN a.attname = 'status' THEN quote_literal('running')
            WHEN a.atttypid = CAST('bigint' AS regtype) THEN 'n'
            WHEN a.atttypid = CAST('boolean' AS regtype) THEN 'FALSE'
            WHEN a.atttypid = CAST('jsonb' AS regtype) THEN 'jsonb_build_object()'
            WHEN EXISTS (SELECT 1 FROM pg_index AS i
                WHERE i.indrelid = a.attrelid AND i.indisunique AND a.attnum = ANY (i.indkey)) THEN 'CAST(n AS TEXT)'
            ELSE quote_literal('') END, ', ')
        INTO filled, samples
        FROM pg_attribute AS a
        WHERE a.attrelid = sampled.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = ''
            AND (a.attnotnull OR a.atttypid = CAST('bigint' AS regtype));
        EXECUTE format('INSERT INTO %I (%s) SELECT %s FROM generate_series(1, 100) AS n ON CONFLICT DO NOTHING',
            sampled.relname, filled, samples);
        EXECUTE format('ANALYZE %I', sampled.relname);
        EXECUTE format('TRUNCATE %I', sampled.relname);
    END LOOP;
END $$);
