-- Indexes over what contacts hold: any part of address and name, and the exact values of custom fields.
-- Both are inverted lists that are written in sorted runs (FTS5, GIN). An ordinary index of all values
-- was measured too: it touches another page for nearly every value and made an import three times slower.

-- SQLite: lists of row numbers that we keep with the contacts' rows. `brand` is a single trigram of
-- private-use characters, so that one brand's list does not grow with the others'; what the trigrams find
-- is compared with the row, so neither positions nor texts are stored.
{only_sqlite}(CREATE VIRTUAL TABLE contact_search USING fts5(
    brand, folded, content='', contentless_delete=1, detail='none', tokenize='trigram case_sensitive 1'
));
{only_sqlite}(INSERT INTO contact_search (rowid, brand, folded)
SELECT id, char(
    57344 + brand / 40960000 % 6400, 57344 + brand / 6400 % 6400, 57344 + brand % 6400
), folded FROM contacts ORDER BY id);

-- A word for each value: the hexadecimal form of brand, field, type and the folded value, as
-- store/src/contacts/words.rs makes it.
{only_sqlite}(CREATE VIRTUAL TABLE contact_values USING fts5(
    words, content='', contentless_delete=1, detail='none', tokenize='ascii'
));
{only_sqlite}(INSERT INTO contact_values (rowid, words)
SELECT c.id, group_concat(hex(c.brand || '.' || e.key || CASE e.type
    WHEN 'text' THEN 't' || substr(fold(e.value), 1, 64)
    WHEN 'true' THEN 'b1'
    WHEN 'false' THEN 'b0'
    ELSE CASE WHEN e.value = CAST(e.value AS INTEGER) AND abs(e.value) < 9007199254740992.0
        THEN 'n' ELSE 'x' END || CAST(e.value AS INTEGER)
END), ' ')
FROM contacts AS c, json_each(c.custom) AS e
WHERE e.type IN ('text', 'true', 'false', 'integer', 'real')
GROUP BY c.id ORDER BY c.id);

-- Runs are merged by us (store/src/contacts/indexing.rs), sixteen at a time.
{only_sqlite}(INSERT INTO contact_search (contact_search, rank) VALUES
    ('automerge', 0), ('usermerge', 16), ('crisismerge', 64));
{only_sqlite}(INSERT INTO contact_values (contact_values, rank) VALUES
    ('automerge', 0), ('usermerge', 16), ('crisismerge', 64));

-- PostgreSQL: the values as they are compared, under keys that begin with the brand; numbers as texts that sort
-- like them, under keys of their own. NULL on SQLite.
ALTER TABLE contacts ADD COLUMN folded_custom {JSONB};
{only_postgres}(UPDATE contacts SET folded_custom = COALESCE((
    SELECT jsonb_object_agg(contacts.brand || '.' || e.key
            || CASE jsonb_typeof(e.value) WHEN 'number' THEN 'n' ELSE '' END, CASE jsonb_typeof(e.value)
        WHEN 'string' THEN to_jsonb(lower((e.value #>> '{}') COLLATE "und-x-icu"))
        WHEN 'number' THEN to_jsonb(CASE
            WHEN e.bits >= '8' THEN translate(e.bits, '0123456789abcdef', 'fedcba9876543210')
            ELSE translate(substr(e.bits, 1, 1), '01234567', '89abcdef') || substr(e.bits, 2) END)
        ELSE e.value END)
    FROM (SELECT key, value, encode(float8send(0 + CASE jsonb_typeof(value) WHEN 'number'
            THEN CAST(value #>> '{}' AS DOUBLE PRECISION) ELSE 0 END), 'hex') COLLATE "C" AS bits
        FROM jsonb_each(contacts.custom)) AS e
    WHERE jsonb_typeof(e.value) IN ('string', 'number', 'boolean')
), '{}'));
{only_postgres}(CREATE INDEX contacts__folded_custom ON contacts USING gin (folded_custom jsonb_path_ops));

-- The extension comes with the server. Where it is missing, or may not be installed, search reads the
-- brand's contacts one after the other. The lock is for several of us starting in one database: the same
-- extension cannot be created twice at once.
{only_postgres}(DO $$
DECLARE place TEXT;
BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('postrider pg_trgm', 0));
    CREATE EXTENSION IF NOT EXISTS pg_trgm SCHEMA public;
    SELECT n.nspname INTO place FROM pg_extension AS e JOIN pg_namespace AS n ON n.oid = e.extnamespace
        WHERE e.extname = 'pg_trgm';
    EXECUTE format('CREATE INDEX contacts__folded ON contacts USING gin (folded %I.gin_trgm_ops)', place);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR invalid_schema_name OR feature_not_supported THEN
    RAISE WARNING 'pg_trgm is not available: search reads every contact';
END $$);
