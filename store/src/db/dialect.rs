//! The spellings in which the two databases differ. A statement is one text in PostgreSQL's form with
//! `$1` placeholders; the words in braces below are all that may stand in it besides.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// `{name}`, or `{name}(#1, #2)` when the spelling holds `#1`; `#0` is all that stands in the parentheses.
pub(super) struct Token {
    pub(super) name: &'static str,
    pub(super) sqlite: &'static str,
    pub(super) postgres: &'static str,
}

pub(super) const TOKENS: &[Token] = &[
    // Column types. Keys compare by byte on both, so that sorting and cursors agree.
    Token {
        name: "KEYTEXT",
        sqlite: "TEXT",
        postgres: "TEXT COLLATE \"C\"",
    },
    Token {
        name: "BLOB",
        sqlite: "BLOB",
        postgres: "BYTEA",
    },
    Token {
        name: "JSONB",
        sqlite: "BLOB",
        postgres: "JSONB",
    },
    // After a CREATE TABLE: rows live in the primary key's order where the database can do that.
    Token {
        name: "CLUSTERED",
        sqlite: "WITHOUT ROWID",
        postgres: "",
    },
    // After a column that is computed from others: SQLite cannot add one that is kept, PostgreSQL has no other.
    Token {
        name: "STORED",
        sqlite: "VIRTUAL",
        postgres: "STORED",
    },
    // Text to stored JSON, and stored JSON to text. Key order and spaces differ between the two.
    Token {
        name: "jsonb",
        sqlite: "jsonb(#1)",
        postgres: "CAST(#1 AS jsonb)",
    },
    Token {
        name: "json",
        sqlite: "json(#1)",
        postgres: "CAST(#1 AS text)",
    },
    // Two flat JSON objects: the second's values win, a null in it removes the key.
    Token {
        name: "merge",
        sqlite: "jsonb_patch(#1, #2)",
        postgres: "jsonb_strip_nulls((#1) || (#2))",
    },
    // How many keys a stored JSON object has.
    Token {
        name: "key_count",
        sqlite: "(SELECT count(*) FROM json_each(#1))",
        postgres: "(SELECT count(*) FROM jsonb_object_keys(#1))",
    },
    // A JSON object without one key, which is an expression of text.
    Token {
        name: "without",
        sqlite: "jsonb_remove(#1, '$.' || (#2))",
        postgres: "((#1) - (#2))",
    },
    // A value of a stored object under a key that is a number. One of another type is NULL: a cast of
    // it would be an error on PostgreSQL.
    Token {
        name: "json_text",
        sqlite: "CASE json_type(#1, '$.#2') WHEN 'text' THEN #1 ->> '#2' END",
        postgres: "CASE jsonb_typeof(#1 -> '#2') WHEN 'string' THEN #1 ->> '#2' END",
    },
    Token {
        name: "json_number",
        sqlite: "CASE WHEN json_type(#1, '$.#2') IN ('integer', 'real') THEN CAST(#1 ->> '#2' AS REAL) END",
        postgres: "CASE jsonb_typeof(#1 -> '#2') WHEN 'number' THEN CAST(#1 ->> '#2' AS DOUBLE PRECISION) END",
    },
    Token {
        name: "json_bool",
        sqlite: "CASE json_type(#1, '$.#2') WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END",
        postgres: "CASE #1 -> '#2' WHEN 'true' THEN TRUE WHEN 'false' THEN FALSE END",
    },
    // The same values without a look at their type, which takes as long again: compared first, and the type is
    // asked only where the comparison holds.
    Token {
        name: "bare",
        sqlite: "(#1 ->> '#2')",
        postgres: "(#1 ->> '#2')",
    },
    Token {
        name: "is_text",
        sqlite: "json_type(#1, '$.#2') = 'text'",
        postgres: "jsonb_typeof(#1 -> '#2') = 'string'",
    },
    Token {
        name: "is_number",
        sqlite: "json_type(#1, '$.#2') IN ('integer', 'real')",
        postgres: "jsonb_typeof(#1 -> '#2') = 'number'",
    },
    // Case folding beyond ASCII; SQLite's `fold` is ours.
    Token {
        name: "fold",
        sqlite: "fold(#1)",
        postgres: "lower((#1) COLLATE \"und-x-icu\")",
    },
    // Text in the order of its bytes, which is SQLite's own.
    Token {
        name: "bytewise",
        sqlite: "#1",
        postgres: "(#1) COLLATE \"C\"",
    },
    // Where #2 starts in #1, counted from one, or zero.
    Token {
        name: "position",
        sqlite: "instr(#1, #2)",
        postgres: "strpos(#1, #2)",
    },
    // A list as one JSON parameter, made by `Value::texts`, `ints` and `floats`: `x IN {texts}($1)`.
    Token {
        name: "texts",
        sqlite: "(SELECT value FROM json_each(#1))",
        postgres: "(SELECT value FROM jsonb_array_elements_text(CAST(#1 AS jsonb)) AS e(value))",
    },
    // The same as a condition: `x {in_texts}($1)`. PostgreSQL looks an array up in an index, where it
    // joins with a subselect; before it has statistics that join reads the brand once for each text.
    Token {
        name: "in_texts",
        sqlite: "IN (SELECT value FROM json_each(#1))",
        postgres: "= ANY (ARRAY(SELECT value FROM jsonb_array_elements_text(CAST(#1 AS jsonb)) AS e(value)))",
    },
    Token {
        name: "ints",
        sqlite: "(SELECT value FROM json_each(#1))",
        postgres: "(SELECT CAST(value AS BIGINT) FROM jsonb_array_elements_text(CAST(#1 AS jsonb)) AS e(value))",
    },
    Token {
        name: "in_ints",
        sqlite: "IN (SELECT value FROM json_each(#1))",
        postgres: "= ANY (ARRAY(SELECT CAST(value AS BIGINT) FROM jsonb_array_elements_text(CAST(#1 AS jsonb)) AS e(value)))",
    },
    Token {
        name: "floats",
        sqlite: "(SELECT value FROM json_each(#1))",
        postgres: "(SELECT CAST(value AS DOUBLE PRECISION) FROM jsonb_array_elements_text(CAST(#1 AS jsonb)) AS e(value))",
    },
    // Ends a SELECT that claims rows; SQLite has one writer and nothing to skip.
    // Rows that nobody else changes before the end of the transaction; SQLite has one writer anyway.
    Token {
        name: "for_update",
        sqlite: "",
        postgres: "FOR UPDATE",
    },
    Token {
        name: "skip_locked",
        sqlite: "",
        postgres: "FOR UPDATE SKIP LOCKED",
    },
    // After a table of a FROM: the index to go along. SQLite keeps no statistics, and of two that give the order it takes
    // the primary key, however few of its rows fit.
    Token {
        name: "along",
        sqlite: "INDEXED BY #1",
        postgres: "",
    },
    // Statements that the other database does not need, because its own kind of index keeps itself.
    Token {
        name: "only_sqlite",
        sqlite: "#0",
        postgres: "SELECT 1 WHERE FALSE",
    },
    Token {
        name: "only_postgres",
        sqlite: "SELECT 1 WHERE FALSE",
        postgres: "#0",
    },
    // `{rows}`, a bulk statement's rows as a table, is spelled by `render`.
];
