//! The spellings in which the two databases differ. A statement is one text in PostgreSQL's form with
//! `$1` placeholders; the words in braces below are all that may stand in it besides.

use super::inline_rows::inline_rows;
use super::kind::{Column, Kind};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Dialect {
    Sqlite,
    Postgres,
}

/// `{name}`, or `{name}(#1, #2)` when the spelling holds `#1`; `#0` is all that stands in the parentheses.
struct Token {
    name: &'static str,
    sqlite: &'static str,
    postgres: &'static str,
}

const TOKENS: &[Token] = &[
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
    // `{rows}`, a bulk statement's rows as a table, is spelled by `rows` below.
];

/// The text for one database. An unknown word in braces stays and fails when it is prepared.
pub(super) fn render(sql: &str, kind: Kind, dialect: Dialect) -> String {
    let inlined = match (kind, dialect) {
        (Kind::Bulk(columns), Dialect::Sqlite) => inline_rows(sql, columns),
        _ => None,
    };
    let sql = inlined.as_deref().unwrap_or(sql);
    let mut out = String::with_capacity(sql.len() + 64);
    render_into(&mut out, sql, kind, dialect);
    out
}

fn render_into(out: &mut String, sql: &str, kind: Kind, dialect: Dialect) {
    let mut rest = sql;
    while let Some(at) = rest.find(['\'', '"', '-', '$', '{']) {
        out.push_str(&rest[..at]);
        rest = &rest[at..];
        if let Some((token, after)) = token_at(rest) {
            rest = render_token(out, token, after, kind, dialect);
            continue;
        }
        let length = match rest.as_bytes() {
            [b'$', digit, ..] if digit.is_ascii_digit() && dialect == Dialect::Sqlite => {
                // `$2` is a name to SQLite, numbered by first appearance.
                out.push('?');
                rest = &rest[1..];
                0
            }
            _ => opaque(rest).max(1),
        };
        out.push_str(&rest[..length]);
        rest = &rest[length..];
    }
    out.push_str(rest);
}

/// How much of the text is a quoted piece or a comment, in which nothing is replaced.
fn opaque(text: &str) -> usize {
    let closing = |quote: char| text[1..].find(quote).map_or(text.len(), |end| end + 2);
    match text.as_bytes() {
        [b'\'', ..] => closing('\''),
        [b'"', ..] => closing('"'),
        [b'-', b'-', ..] => text.find('\n').unwrap_or(text.len()),
        _ => 0,
    }
}

fn token_at(text: &str) -> Option<(&str, &str)> {
    let (word, after) = text.strip_prefix('{')?.split_once('}')?;
    let known = word == "rows" || TOKENS.iter().any(|token| token.name == word);
    known.then_some((word, after))
}

/// Writes one token and gives the text behind it.
fn render_token<'a>(
    out: &mut String,
    word: &str,
    after: &'a str,
    kind: Kind,
    dialect: Dialect,
) -> &'a str {
    let Some(token) = TOKENS.iter().find(|token| token.name == word) else {
        rows(out, kind, dialect);
        return after;
    };
    let spelling = match dialect {
        Dialect::Sqlite => token.sqlite,
        Dialect::Postgres => token.postgres,
    };
    let takes_arguments = token.sqlite.contains('#') || token.postgres.contains('#');
    let (arguments, rest) = if takes_arguments {
        arguments(after)
    } else {
        (Vec::new(), after)
    };
    let whole = &after[..after.len() - rest.len()];
    let whole = whole
        .strip_prefix('(')
        .and_then(|whole| whole.strip_suffix(')'));
    let mut pieces = spelling.split('#');
    out.push_str(pieces.next().unwrap_or_default());
    for piece in pieces {
        let argument = match piece.as_bytes().first() {
            Some(b'0') => whole,
            Some(digit) => arguments
                .get(usize::from(digit.wrapping_sub(b'1')))
                .copied(),
            None => None,
        };
        render_into(out, argument.unwrap_or_default(), kind, dialect);
        out.push_str(piece.get(1..).unwrap_or_default());
    }
    rest
}

/// Splits `(a, f(b, c)) rest` into its arguments and the rest.
fn arguments(text: &str) -> (Vec<&str>, &str) {
    let Some(inner) = text.strip_prefix('(') else {
        return (Vec::new(), text);
    };
    let (mut found, mut depth, mut start, mut at) = (Vec::new(), 0, 0, 0);
    while at < inner.len() {
        match inner.as_bytes()[at] {
            b'(' => depth += 1,
            b')' if depth == 0 => {
                found.push(inner[start..at].trim());
                return (found, &inner[at + 1..]);
            }
            b')' => depth -= 1,
            b',' if depth == 0 => {
                found.push(inner[start..at].trim());
                start = at + 1;
            }
            b'\'' | b'"' | b'-' => at += opaque(&inner[at..]).saturating_sub(1),
            _ => {}
        }
        at += 1;
    }
    (Vec::new(), text)
}

/// The rows of a bulk statement as a table expression: one row at a time on `SQLite`, whose prepared loop
/// is the cheapest there, all of them as arrays on PostgreSQL.
fn rows(out: &mut String, kind: Kind, dialect: Dialect) {
    let Kind::Bulk(columns) = kind else {
        out.push_str("{rows}");
        return;
    };
    let mut selected = Vec::new();
    let mut arrays = Vec::new();
    let mut names = Vec::new();
    for ((name, column), n) in columns.iter().zip(1..) {
        selected.push(match (dialect, column) {
            (Dialect::Sqlite, Column::Json) => format!("jsonb(?{n}) AS \"{name}\""),
            (Dialect::Sqlite, _) => format!("?{n} AS \"{name}\""),
            (Dialect::Postgres, Column::Json) => {
                format!("CAST(u.\"{name}\" AS jsonb) AS \"{name}\"")
            }
            (Dialect::Postgres, _) => format!("u.\"{name}\""),
        });
        arrays.push(format!("${n}::{}[]", column.postgres()));
        names.push(format!("\"{name}\""));
    }
    let (selected, arrays, names) = (selected.join(", "), arrays.join(", "), names.join(", "));
    match dialect {
        Dialect::Sqlite => out.extend(["(SELECT ", &selected, ")"]),
        Dialect::Postgres => {
            out.extend([
                "(SELECT ",
                &selected,
                " FROM UNNEST(",
                &arrays,
                ") AS u(",
                &names,
                "))",
            ]);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Dialect, render};
    use crate::db::kind::{Column, Kind};

    fn both(sql: &str, kind: Kind) -> [String; 2] {
        [Dialect::Sqlite, Dialect::Postgres].map(|dialect| render(sql, kind, dialect))
    }

    #[test]
    fn placeholders_are_rewritten_outside_quotes_and_comments() {
        let sql = "SELECT '$1 it''s', \"$1\", $12 -- don't touch $1\n, $2";
        let [sqlite, postgres] = both(sql, Kind::Plain);
        assert_eq!(
            sqlite,
            "SELECT '$1 it''s', \"$1\", ?12 -- don't touch $1\n, ?2"
        );
        assert_eq!(postgres, sql);
    }

    #[test]
    fn tokens_take_nested_arguments() {
        let [sqlite, postgres] = both(
            "SET custom = {merge}(custom, {jsonb}($1)), a = {fold}(x ->> 'a,)')",
            Kind::Plain,
        );
        assert_eq!(
            sqlite,
            "SET custom = jsonb_patch(custom, jsonb(?1)), a = fold(x ->> 'a,)')"
        );
        assert_eq!(
            postgres,
            "SET custom = jsonb_strip_nulls((custom) || (CAST($1 AS jsonb))), \
             a = lower((x ->> 'a,)') COLLATE \"und-x-icu\")"
        );
    }

    #[test]
    fn words_and_foreign_braces() {
        let [sqlite, postgres] = both("a {KEYTEXT}, '{}', {typo} {skip_locked}", Kind::Plain);
        assert_eq!(sqlite, "a TEXT, '{}', {typo} ");
        assert_eq!(
            postgres,
            "a TEXT COLLATE \"C\", '{}', {typo} FOR UPDATE SKIP LOCKED"
        );
    }

    #[test]
    fn a_statement_of_one_database_is_nothing_on_the_other() {
        let sql = "{only_sqlite}(SELECT a, '),(' FROM t);{only_postgres}(SELECT f($1, b), c)";
        let [sqlite, postgres] = both(sql, Kind::Plain);
        assert_eq!(sqlite, "SELECT a, '),(' FROM t;SELECT 1 WHERE FALSE");
        assert_eq!(postgres, "SELECT 1 WHERE FALSE;SELECT f($1, b), c");
    }

    #[test]
    fn rows_are_a_table_on_both() {
        let kind = Kind::Bulk(&[("email", Column::Text), ("custom", Column::Json)]);
        let [sqlite, postgres] = both("SELECT r.email FROM {rows} AS r", kind);
        assert_eq!(
            sqlite,
            "SELECT r.email FROM (SELECT ?1 AS \"email\", jsonb(?2) AS \"custom\") AS r"
        );
        assert_eq!(
            postgres,
            "SELECT r.email FROM (SELECT u.\"email\", CAST(u.\"custom\" AS jsonb) AS \"custom\" \
             FROM UNNEST($1::text[], $2::text[]) AS u(\"email\", \"custom\")) AS r"
        );
    }
}
