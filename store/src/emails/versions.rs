//! Versions of a design: never changed once written.

use postrider_domain::designs::design::VersionSource;
use postrider_domain::tenant::BrandKey;

use super::record::{EmailRecord, by_number, word};
use crate::db::{DbError, Row, Tx};
use crate::{params, statements};

statements! {
    INSERT = "
        INSERT INTO email_versions (org, brand, email, id, public_id, version, source, document, html,
            plain_text, preheader_start, preheader_end, preview_text, merge_tags, warnings, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";
    // Of two edits that began on the same head, one finds it gone.
    ADVANCE = "
        UPDATE emails SET head = $5, last_version = last_version + 1,
            updated_at = CASE WHEN updated_at > $6 THEN updated_at ELSE $6 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND head = $4 AND status = 'ready'
            AND deleted_at IS NULL
        RETURNING last_version";
    VERSION = "
        SELECT id, public_id, version, source, created_at, document, html, plain_text,
            preheader_start, preheader_end, preview_text, merge_tags, warnings
        FROM email_versions WHERE org = $1 AND brand = $2 AND public_id = $3 AND email = $4";
    HEAD = "
        SELECT v.document, v.html, v.plain_text, v.preheader_start, v.preheader_end,
            v.preview_text, v.merge_tags, v.warnings
        FROM emails AS e
        JOIN email_versions AS v
            ON v.org = e.org AND v.brand = e.brand AND v.email = e.id AND v.id = e.head
        WHERE e.org = $1 AND e.brand = $2 AND e.id = $3 AND e.deleted_at IS NULL";
    HEAD_HTML = "
        SELECT v.html, v.preheader_start, v.preheader_end
        FROM emails AS e
        JOIN email_versions AS v
            ON v.org = e.org AND v.brand = e.brand AND v.email = e.id AND v.id = e.head
        WHERE e.org = $1 AND e.brand = $2 AND e.id = $3 AND e.deleted_at IS NULL";
    BRIEF = "
        SELECT id, public_id, preview_text, merge_tags FROM email_versions
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND email = $4";
    PINNED = "
        SELECT document, html, plain_text, preheader_start, preheader_end, preview_text, merge_tags,
            warnings
        FROM email_versions WHERE org = $1 AND brand = $2 AND email = $3 AND id = $4";
    list VERSIONS = "
        SELECT id, public_id, version, source, created_at FROM email_versions
        WHERE org = $1 AND brand = $2 AND email = $3 ORDER BY id DESC";
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NewVersion {
    pub public_id: String,
    pub source: VersionSource,
    pub content: VersionContent,
}

/// What a version holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionContent {
    /// JSON: what is edited.
    pub document: String,
    /// What the document renders to, merge tags and all.
    pub html: String,
    pub plain_text: String,
    /// The bytes of `html` where the preview text stands, from and up to.
    pub preheader: (i64, i64),
    /// The preview text that the document itself has.
    pub preview_text: Option<String>,
    /// JSON: a list of `UsedTag`.
    pub merge_tags: String,
    /// JSON: a list of what the author should know.
    pub warnings: String,
}

/// A version without its content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRow {
    pub id: i64,
    pub public_id: String,
    pub version: i64,
    pub source: VersionSource,
    pub created_at: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRecord {
    pub row: VersionRow,
    pub content: VersionContent,
}

/// Where a version goes.
#[derive(Clone, Copy)]
pub(super) struct Place {
    pub(super) email: i64,
    pub(super) id: i64,
    pub(super) version: i64,
}

pub(super) async fn insert(
    tx: &Tx,
    brand: BrandKey,
    place: Place,
    new: &NewVersion,
    now: i64,
) -> Result<(), DbError> {
    let content = &new.content;
    let values = params![
        brand.org,
        brand.brand,
        place.email,
        place.id,
        &new.public_id,
        place.version,
        new.source.as_str(),
        &content.document,
        &content.html,
        &content.plain_text,
        content.preheader.0,
        content.preheader.1,
        content.preview_text.as_deref(),
        &content.merge_tags,
        &content.warnings,
        now,
    ];
    tx.execute(&INSERT, values).await?;
    Ok(())
}

/// Makes a version the head in place of `expected_head`. `None`: the head is another one by now, or the
/// design is not ready.
pub async fn add_version(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    expected_head: i64,
    new: &NewVersion,
    now: i64,
) -> Result<Option<EmailRecord>, DbError> {
    let id = tx.number();
    let values = params![brand.org, brand.brand, email, expected_head, id, now];
    let Some(row) = tx.row(&ADVANCE, values).await? else {
        return Ok(None);
    };
    let place = Place {
        email,
        id,
        version: row.int(0)?,
    };
    insert(tx, brand, place, new, now).await?;
    by_number(tx, brand, email).await
}

/// A version of this design, by its public id.
pub async fn version(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    public_id: &str,
) -> Result<Option<VersionRecord>, DbError> {
    let values = params![brand.org, brand.brand, public_id, email];
    let Some(row) = tx.row(&VERSION, values).await? else {
        return Ok(None);
    };
    Ok(Some(VersionRecord {
        row: row_of(&row)?,
        content: content_of(&row, 5)?,
    }))
}

/// What a send has to know of a version before it is accepted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionBrief {
    pub id: i64,
    pub public_id: String,
    /// The preview text that its document has.
    pub preview_text: Option<String>,
    /// JSON: a list of `UsedTag`.
    pub merge_tags: String,
}

/// A version of this design, by its public id, without its content.
pub async fn brief(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    public_id: &str,
) -> Result<Option<VersionBrief>, DbError> {
    let values = params![brand.org, brand.brand, public_id, email];
    let brief = |row: Row| {
        Ok(VersionBrief {
            id: row.int(0)?,
            public_id: row.text(1)?,
            preview_text: row.opt_text(2)?,
            merge_tags: row.text(3)?,
        })
    };
    tx.row(&BRIEF, values).await?.map(brief).transpose()
}

/// The content of a version that a send has pinned, whatever became of its design.
pub async fn pinned(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    version: i64,
) -> Result<Option<VersionContent>, DbError> {
    let values = params![brand.org, brand.brand, email, version];
    let row = tx.row(&PINNED, values).await?;
    row.map(|row| content_of(&row, 0)).transpose()
}

/// The content of the head; `None` until there is one.
pub async fn head_content(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
) -> Result<Option<VersionContent>, DbError> {
    let row = tx
        .row(&HEAD, params![brand.org, brand.brand, email])
        .await?;
    row.map(|row| content_of(&row, 0)).transpose()
}

/// The HTML of the head alone, and where the preview text stands in it.
pub async fn head_html(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
) -> Result<Option<(String, (i64, i64))>, DbError> {
    let row = tx
        .row(&HEAD_HTML, params![brand.org, brand.brand, email])
        .await?;
    row.map(|row| Ok((row.text(0)?, (row.int(1)?, row.int(2)?))))
        .transpose()
}

/// Newest first.
pub async fn versions(tx: &Tx, brand: BrandKey, email: i64) -> Result<Vec<VersionRow>, DbError> {
    let rows = tx
        .rows(&VERSIONS, params![brand.org, brand.brand, email])
        .await?;
    rows.iter().map(row_of).collect()
}

fn row_of(row: &Row) -> Result<VersionRow, DbError> {
    Ok(VersionRow {
        id: row.int(0)?,
        public_id: row.text(1)?,
        version: row.int(2)?,
        source: word(row.str(3)?, VersionSource::parse)?,
        created_at: row.int(4)?,
    })
}

fn content_of(row: &Row, first: usize) -> Result<VersionContent, DbError> {
    Ok(VersionContent {
        document: row.text(first)?,
        html: row.text(first + 1)?,
        plain_text: row.text(first + 2)?,
        preheader: (row.int(first + 3)?, row.int(first + 4)?),
        preview_text: row.opt_text(first + 5)?,
        merge_tags: row.text(first + 6)?,
        warnings: row.text(first + 7)?,
    })
}
