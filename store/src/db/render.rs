//! A statement's text as one database reads it: tokens, placeholders and bulk rows in its spelling.

use super::codes::CODES;
use super::dialect::{Dialect, TOKENS};
use super::inline_rows::inline_rows;
use super::kind::{Column, Kind};

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
    let known =
        word == "rows" || TOKENS.iter().any(|token| token.name == word) || code_of(word).is_some();
    known.then_some((word, after))
}

fn code_of(word: &str) -> Option<i64> {
    let known = CODES.iter().find(|(name, _)| *name == word);
    known.map(|(_, code)| *code)
}

/// Writes one token and gives the text behind it.
fn render_token<'a>(
    out: &mut String,
    word: &str,
    after: &'a str,
    kind: Kind,
    dialect: Dialect,
) -> &'a str {
    if let Some(code) = code_of(word) {
        out.push_str(&code.to_string());
        return after;
    }
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

/// One row of a bulk statement as PostgreSQL's table expression; its planner puts the parameters where the columns stand.
pub(super) fn one_row(columns: &[(&str, Column)]) -> String {
    let selected = columns.iter().zip(1..).map(|((name, column), n)| {
        let kind = match column {
            Column::Json => "jsonb",
            other => other.postgres(),
        };
        format!("CAST(${n} AS {kind}) AS \"{name}\"")
    });
    format!("(SELECT {})", selected.collect::<Vec<_>>().join(", "))
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
    use super::render;
    use crate::db::dialect::Dialect;
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
