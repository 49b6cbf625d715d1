//! Every text that may name somebody who was deleted. Each is looked through a page at a time, in the order of its rows.

use postrider_domain::contacts::departed::Departed;
use postrider_domain::tenant::BrandKey;

use super::Departures;
use crate::db::{DbError, Tx, Value, first_number};
use crate::{params, record, statements};

/// Rows that are looked at in one transaction.
const PAGE: i64 = 500;
/// Of rows that hold some hundred addresses each.
const PAGE_OF_LISTS: i64 = 20;

statements! {
    EVENTS -> EventText = "
        SELECT {columns} FROM events
        WHERE org = $1 AND brand = $2 AND contact {in_ints}($3) AND (contact, id) > ($4, $5) AND detail IS NOT NULL
        ORDER BY contact, id LIMIT $6";
    EVENTS_OF_RUNS -> EventText = "
        SELECT {columns} FROM events
        WHERE org = $1 AND brand = $2 AND run {in_ints}($3) AND run IS NOT NULL AND detail IS NOT NULL";
    SET_EVENT = "UPDATE events SET detail = $4 WHERE org = $1 AND brand = $2 AND id = $3";
    ANSWERS -> AnswerText = "
        SELECT {columns} FROM idempotency_keys
        WHERE org = $1 AND key > $2 AND body IS NOT NULL ORDER BY key LIMIT $3";
    SET_ANSWER = "UPDATE idempotency_keys SET body = $3 WHERE org = $1 AND key = $2";
    ROW_ERRORS -> RowErrorText = "
        SELECT {columns} FROM import_errors
        WHERE org = $1 AND brand = $2 AND (import, row) > ($3, $4) ORDER BY import, row LIMIT $5";
    SET_ROW_ERROR = "
        UPDATE import_errors SET email = NULL, message = $5
        WHERE org = $1 AND brand = $2 AND import = $3 AND row = $4";
    IMPORTS -> ImportText = "
        SELECT {columns} FROM imports WHERE org = $1 AND brand = $2 AND id > $3 ORDER BY id LIMIT $4";
    SET_IMPORT = "
        UPDATE imports SET errors = $4, warnings = $5 WHERE org = $1 AND brand = $2 AND id = $3";
    PIECES -> PieceText = "
        SELECT {columns} FROM validation_pieces
        WHERE org = $1 AND brand = $2 AND (validation, piece) > ($3, $4) ORDER BY validation, piece LIMIT $5";
    SET_PIECE = "
        UPDATE validation_pieces SET addresses = $5, answers = $6
        WHERE org = $1 AND brand = $2 AND validation = $3 AND piece = $4";
    SENDS -> SendText = "
        SELECT {columns} FROM sends
        WHERE org = $1 AND brand = $2 AND id > $3 AND id < $4 AND (addresses IS NOT NULL OR error IS NOT NULL)
        ORDER BY id LIMIT $5";
    SET_SEND = "UPDATE sends SET addresses = $4, error = $5 WHERE org = $1 AND brand = $2 AND id = $3";
    // What is still being worked on becomes somebody's, or is rejected.
    FIRES -> FireText = "
        SELECT {columns} FROM trigger_instances
        WHERE org = $1 AND brand = $2 AND id > $3 AND contact IS NULL AND payload <> '{}' AND state <> 'received'
        ORDER BY id LIMIT $4";
    SET_FIRE = "
        UPDATE trigger_instances SET payload = '{}', rejection = $4
        WHERE org = $1 AND brand = $2 AND id = $3";
}

record! { struct EventText { contact: Option<i64> = "contact", id: i64 = "id", detail: String = "detail" } }
record! { struct AnswerText { key: String = "key", body: Vec<u8> = "body" } }
record! {
    struct RowErrorText {
        import: i64 = "import",
        row: i64 = "row",
        email: Option<String> = "email",
        message: String = "message",
    }
}
record! {
    struct ImportText { id: i64 = "id", errors: String = "errors", warnings: Option<String> = "warnings" }
}
record! {
    struct PieceText {
        validation: i64 = "validation",
        piece: i64 = "piece",
        addresses: String = "addresses",
        answers: Option<String> = "answers",
    }
}
record! {
    struct SendText { id: i64 = "id", addresses: Option<String> = "addresses", error: Option<String> = "error" }
}
record! {
    struct FireText { id: i64 = "id", payload: String = "payload", rejection: Option<String> = "rejection" }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TextSource {
    /// Those of the people themselves: what servers said about them, and they said.
    Events,
    /// Kept for replays.
    Answers,
    RowErrors,
    Imports,
    ValidationPieces,
    Sends,
    Fires,
}

/// The last row that was looked at; at first, none.
#[derive(Clone, Debug, Default)]
pub struct Position {
    numbers: (i64, i64),
    key: String,
}

impl From<(i64, i64)> for Position {
    fn from(numbers: (i64, i64)) -> Self {
        Self {
            numbers,
            key: String::new(),
        }
    }
}

impl TextSource {
    pub const ALL: [Self; 7] = [
        Self::Events,
        Self::Answers,
        Self::RowErrors,
        Self::Imports,
        Self::ValidationPieces,
        Self::Sends,
        Self::Fires,
    ];

    /// Looks through the page behind a position; gives the position behind it, nothing at the end.
    pub async fn look_through(
        self,
        tx: &Tx,
        looked_for: &Departures,
        after: &Position,
    ) -> Result<Option<Position>, DbError> {
        // Events are known by the contact's number, all else by the address.
        if looked_for.departed.is_empty() && self != Self::Events {
            return Ok(None);
        }
        match self {
            Self::Events => events(tx, looked_for, after).await,
            Self::Answers => answers(tx, looked_for, after).await,
            Self::RowErrors => row_errors(tx, looked_for, after).await,
            Self::Imports => imports(tx, looked_for, after).await,
            Self::ValidationPieces => pieces(tx, looked_for, after).await,
            Self::Sends => sends(tx, looked_for, after).await,
            Self::Fires => fires(tx, looked_for, after).await,
        }
    }
}

async fn events(tx: &Tx, of: &Departures, after: &Position) -> Result<Option<Position>, DbError> {
    let BrandKey { org, brand } = of.brand;
    let contacts = Value::ints(of.contacts.iter().copied());
    let (contact, id) = after.numbers;
    let rows = tx
        .all(&EVENTS, params![org, brand, contacts, contact, id, PAGE])
        .await?;
    for row in &rows {
        if let Some(detail) = of.departed.taken_out_of_event(&row.detail) {
            tx.execute(&SET_EVENT, params![org, brand, row.id, detail])
                .await?;
        }
    }
    let at = rows.last().and_then(|row| Some((row.contact?, row.id)));
    Ok(at.map(Position::from))
}

/// Of tests of automations that were for them.
pub async fn forget_tests(
    tx: &Tx,
    brand: BrandKey,
    runs: &[i64],
    departed: &Departed,
) -> Result<(), DbError> {
    let BrandKey { org, brand } = brand;
    let runs = Value::ints(runs.iter().copied());
    let rows = tx.all(&EVENTS_OF_RUNS, params![org, brand, runs]).await?;
    for row in &rows {
        if let Some(detail) = departed.taken_out_of_event(&row.detail) {
            tx.execute(&SET_EVENT, params![org, brand, row.id, detail])
                .await?;
        }
    }
    Ok(())
}

async fn answers(tx: &Tx, of: &Departures, after: &Position) -> Result<Option<Position>, DbError> {
    let org = of.brand.org;
    let rows = tx.all(&ANSWERS, params![org, &after.key, PAGE]).await?;
    for row in &rows {
        let text = String::from_utf8_lossy(&row.body);
        if let Some(rest) = of.departed.taken_out_of_json(&text) {
            tx.execute(&SET_ANSWER, params![org, &row.key, rest.into_bytes()])
                .await?;
        }
    }
    Ok(rows.into_iter().next_back().map(|row| Position {
        key: row.key,
        ..Position::default()
    }))
}

async fn row_errors(
    tx: &Tx,
    of: &Departures,
    after: &Position,
) -> Result<Option<Position>, DbError> {
    let BrandKey { org, brand } = of.brand;
    let (import, row) = after.numbers;
    let rows = tx
        .all(&ROW_ERRORS, params![org, brand, import, row, PAGE])
        .await?;
    for row in &rows {
        let message = of.departed.taken_out(&row.message);
        let is_theirs = row
            .email
            .as_deref()
            .is_some_and(|email| of.departed.are_named(email));
        if is_theirs || message.is_some() {
            let message = message.unwrap_or_else(|| row.message.clone());
            let values = params![org, brand, row.import, row.row, message];
            tx.execute(&SET_ROW_ERROR, values).await?;
        }
    }
    Ok(rows.last().map(|row| (row.import, row.row).into()))
}

async fn imports(tx: &Tx, of: &Departures, after: &Position) -> Result<Option<Position>, DbError> {
    let BrandKey { org, brand } = of.brand;
    let rows = tx
        .all(&IMPORTS, params![org, brand, after.numbers.0, PAGE])
        .await?;
    for row in &rows {
        let errors = of.departed.taken_out_of_json(&row.errors);
        let warnings = row.warnings.as_deref();
        let fewer = warnings.and_then(|text| of.departed.taken_out_of_json(text));
        if errors.is_some() || fewer.is_some() {
            let errors = errors.unwrap_or_else(|| row.errors.clone());
            let warnings = fewer.or_else(|| row.warnings.clone());
            let values = params![org, brand, row.id, errors, warnings];
            tx.execute(&SET_IMPORT, values).await?;
        }
    }
    Ok(rows.last().map(|row| (row.id, 0).into()))
}

async fn pieces(tx: &Tx, of: &Departures, after: &Position) -> Result<Option<Position>, DbError> {
    let BrandKey { org, brand } = of.brand;
    let (validation, piece) = after.numbers;
    let rows = tx
        .all(
            &PIECES,
            params![org, brand, validation, piece, PAGE_OF_LISTS],
        )
        .await?;
    for row in &rows {
        let addresses = of.departed.taken_out_of_json(&row.addresses);
        let answers = row.answers.as_deref();
        let fewer = answers.and_then(|text| of.departed.taken_out_of_json(text));
        if addresses.is_some() || fewer.is_some() {
            let addresses = addresses.unwrap_or_else(|| row.addresses.clone());
            let answers = fewer.or_else(|| row.answers.clone());
            let values = params![org, brand, row.validation, row.piece, addresses, answers];
            tx.execute(&SET_PIECE, values).await?;
        }
    }
    Ok(rows.last().map(|row| (row.validation, row.piece).into()))
}

async fn sends(tx: &Tx, of: &Departures, after: &Position) -> Result<Option<Position>, DbError> {
    let BrandKey { org, brand } = of.brand;
    // A send that was made since goes to somebody who has come back.
    let since = first_number(of.deleted_at.saturating_add(1));
    let rows = tx
        .all(&SENDS, params![org, brand, after.numbers.0, since, PAGE])
        .await?;
    for row in &rows {
        let listed = row.addresses.as_deref();
        let listed = listed.and_then(|text| of.departed.taken_out_of_json(text));
        let error = row.error.as_deref();
        let error = error.and_then(|text| of.departed.taken_out(text));
        if listed.is_some() || error.is_some() {
            let listed = listed.or_else(|| row.addresses.clone());
            let error = error.or_else(|| row.error.clone());
            tx.execute(&SET_SEND, params![org, brand, row.id, listed, error])
                .await?;
        }
    }
    Ok(rows.last().map(|row| (row.id, 0).into()))
}

async fn fires(tx: &Tx, of: &Departures, after: &Position) -> Result<Option<Position>, DbError> {
    let BrandKey { org, brand } = of.brand;
    let rows = tx
        .all(&FIRES, params![org, brand, after.numbers.0, PAGE])
        .await?;
    for row in &rows {
        let said = row.rejection.as_deref();
        let rejection = said.and_then(|text| of.departed.taken_out(text));
        if rejection.is_some() || of.departed.are_named(&row.payload) {
            let rejection = rejection.or_else(|| row.rejection.clone());
            tx.execute(&SET_FIRE, params![org, brand, row.id, rejection])
                .await?;
        }
    }
    Ok(rows.last().map(|row| (row.id, 0).into()))
}
