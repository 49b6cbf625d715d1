//! Versions of a design: never changed once written.

use postrider_domain::designs::design::VersionSource;
use postrider_domain::numbers::Millis;
use postrider_domain::tenant::BrandKey;

use super::previews;
use super::record::{EmailRecord, by_number};
use crate::db::{DbError, Tx};
use crate::{params, record, statements};

statements! {
    INSERT = "
        INSERT INTO email_versions (org, brand, email, id, public_id, version, source, document, html,
            plain_text, preheader_start, preheader_end, preview_text, merge_tags, warnings, created_at)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)";
    // Of two edits that began on the same head, one finds it gone.
    ADVANCE -> (i64,) = "
        UPDATE emails SET head = $5, last_version = last_version + 1,
            updated_at = CASE WHEN updated_at > $6 THEN updated_at ELSE $6 END
        WHERE org = $1 AND brand = $2 AND id = $3 AND head = $4 AND status = 'ready'
            AND deleted_at IS NULL
        RETURNING last_version";
    VERSION -> WholeVersion = "
        SELECT {columns} FROM email_versions AS v
        WHERE v.org = $1 AND v.brand = $2 AND v.public_id = $3 AND v.email = $4";
    HEAD -> ContentRow = "
        SELECT {columns}
        FROM emails AS e
        JOIN email_versions AS v
            ON v.org = e.org AND v.brand = e.brand AND v.email = e.id AND v.id = e.head
        WHERE e.org = $1 AND e.brand = $2 AND e.id = $3 AND e.deleted_at IS NULL";
    HEAD_HTML -> HeadHtml = "
        SELECT {columns}
        FROM emails AS e
        JOIN email_versions AS v
            ON v.org = e.org AND v.brand = e.brand AND v.email = e.id AND v.id = e.head
        WHERE e.org = $1 AND e.brand = $2 AND e.id = $3 AND e.deleted_at IS NULL";
    BRIEF -> VersionBrief = "
        SELECT {columns} FROM email_versions
        WHERE org = $1 AND brand = $2 AND public_id = $3 AND email = $4";
    PINNED -> ContentRow = "
        SELECT {columns} FROM email_versions AS v
        WHERE v.org = $1 AND v.brand = $2 AND v.email = $3 AND v.id = $4";
    list VERSIONS -> VersionRow = "
        SELECT {columns} FROM email_versions AS v
        WHERE v.org = $1 AND v.brand = $2 AND v.email = $3 ORDER BY v.id DESC";
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

record! {
    /// A version without its content.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct VersionRow {
        pub id: i64 = "v.id",
        pub public_id: String = "v.public_id",
        pub version: i64 = "v.version",
        pub source: VersionSource = "v.source",
        pub created_at: i64 = "v.created_at",
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VersionRecord {
    pub row: VersionRow,
    pub content: VersionContent,
}

/// Where a version goes.
#[derive(Clone, Copy)]
pub(super) struct VersionKey {
    pub(super) email: i64,
    pub(super) id: i64,
    pub(super) version: i64,
}

pub(super) async fn insert(
    tx: &Tx,
    brand: BrandKey,
    key: VersionKey,
    new: &NewVersion,
    now: i64,
) -> Result<(), DbError> {
    let content = &new.content;
    let values = params![
        brand.org,
        brand.brand,
        key.email,
        key.id,
        &new.public_id,
        key.version,
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
    previews::want(tx, brand, key.id, now).await
}

/// Makes a version the head in place of `expected_head`. `None`: the head is another one by now, or the
/// design is not ready.
pub async fn add_version(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    expected_head: i64,
    new: &NewVersion,
    now: Millis,
) -> Result<Option<EmailRecord>, DbError> {
    let id = tx.number();
    let values = params![brand.org, brand.brand, email, expected_head, id, now];
    let Some(version) = tx.value(&ADVANCE, values).await? else {
        return Ok(None);
    };
    let key = VersionKey { email, id, version };
    insert(tx, brand, key, new, now.0).await?;
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
    let found = tx.one(&VERSION, values).await?;
    Ok(found.map(|whole| VersionRecord {
        row: whole.row,
        content: whole.content.into(),
    }))
}

record! {
    /// What a send has to know of a version before it is accepted.
    #[derive(Clone, Debug, PartialEq, Eq)]
    pub struct VersionBrief {
        pub id: i64 = "id",
        pub public_id: String = "public_id",
        /// The preview text that its document has.
        pub preview_text: Option<String> = "preview_text",
        /// JSON: a list of `UsedTag`.
        pub merge_tags: String = "merge_tags",
        /// JSON: what its author was told.
        pub warnings: String = "warnings",
    }
}

/// A version of this design, by its public id, without its content.
pub async fn brief(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    public_id: &str,
) -> Result<Option<VersionBrief>, DbError> {
    let values = params![brand.org, brand.brand, public_id, email];
    tx.one(&BRIEF, values).await
}

/// The content of a version that a send has pinned, whatever became of its design.
pub async fn pinned(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
    version: i64,
) -> Result<Option<VersionContent>, DbError> {
    let values = params![brand.org, brand.brand, email, version];
    let content = tx.one(&PINNED, values).await?;
    Ok(content.map(VersionContent::from))
}

/// The content of the head; `None` until there is one.
pub async fn head_content(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
) -> Result<Option<VersionContent>, DbError> {
    let content = tx
        .one(&HEAD, params![brand.org, brand.brand, email])
        .await?;
    Ok(content.map(VersionContent::from))
}

/// The HTML of the head alone, and where the preview text stands in it.
pub async fn head_html(
    tx: &Tx,
    brand: BrandKey,
    email: i64,
) -> Result<Option<(String, (i64, i64))>, DbError> {
    let head = tx
        .one(&HEAD_HTML, params![brand.org, brand.brand, email])
        .await?;
    Ok(head.map(|head| (head.html, head.preheader.bytes())))
}

/// Newest first.
pub async fn versions(tx: &Tx, brand: BrandKey, email: i64) -> Result<Vec<VersionRow>, DbError> {
    tx.all(&VERSIONS, params![brand.org, brand.brand, email])
        .await
}

record! {
    struct WholeVersion {
        row: VersionRow = ..,
        content: ContentRow = ..,
    }
}

record! {
    struct HeadHtml {
        html: String = "v.html",
        preheader: Preheader = ..,
    }
}

record! {
    /// Where the preview text stands in the HTML.
    struct Preheader {
        start: i64 = "v.preheader_start",
        end: i64 = "v.preheader_end",
    }
}

impl Preheader {
    fn bytes(&self) -> (i64, i64) {
        (self.start, self.end)
    }
}

record! {
    struct ContentRow {
        document: String = "v.document",
        html: String = "v.html",
        plain_text: String = "v.plain_text",
        preheader: Preheader = ..,
        preview_text: Option<String> = "v.preview_text",
        merge_tags: String = "v.merge_tags",
        warnings: String = "v.warnings",
    }
}

impl From<ContentRow> for VersionContent {
    fn from(row: ContentRow) -> Self {
        Self {
            document: row.document,
            html: row.html,
            plain_text: row.plain_text,
            preheader: row.preheader.bytes(),
            preview_text: row.preview_text,
            merge_tags: row.merge_tags,
            warnings: row.warnings,
        }
    }
}
