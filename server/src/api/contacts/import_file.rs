//! Imports that are done in the background: `POST /v1/contacts/import-csv` with the file as its body, or
//! with a text that is too long to be done at once.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderMap, Method};
use csv::StringRecord;
use postrider_domain::contacts::contact::ConsentInput;
use postrider_domain::contacts::import::{Charset, Columns, Scanned, Scanner};
use postrider_domain::contract::problem::Problem;
use postrider_engine::imports::{self, FOLDER, FileImport, Source};
use postrider_engine::validation;
use postrider_store::db::Tx;
use postrider_store::fields;
use schemars::JsonSchema;
use serde::Deserialize;
use serde_json::{Map, Value};

use super::imports::{ImportProgress, read_progress};
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{Arrived, FileBody, FileScan, FileSpec, Seen};
use crate::api::input::{self, Form};
use crate::api::pipeline::require_credits;
use crate::api::reply::Reply;
use crate::api::row::CSV;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct FileQuery {
    /// Beside a file: a JSON object, header to core column or field name; `""` drops the column.
    pub mapping: Option<String>,
    /// Beside a file: check the addresses, 2 credits each.
    pub validate: Option<bool>,
    /// Beside a file: a JSON object with `source` and `capturedAt`, for every row.
    pub consent: Option<String>,
}

/// How a file is to be imported.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ImportOptions {
    #[serde(default)]
    pub mapping: BTreeMap<String, String>,
    pub consent: Option<ConsentInput>,
    #[serde(default)]
    pub validate: bool,
}

impl ImportOptions {
    /// The objects inside the query are held against their form like those of a body.
    fn of_query(query: &FileQuery) -> Result<Self, Problem> {
        let mut options = Map::new();
        for (key, text) in [("mapping", &query.mapping), ("consent", &query.consent)] {
            if let Some(text) = text {
                let value: Value = serde_json::from_str(text).map_err(|error| {
                    Problem::invalid(key, format!("`{key}` is not valid JSON: {error}."))
                        .suggest("Send a JSON object, percent-encoded.")
                })?;
                options.insert(key.to_owned(), value);
            }
        }
        options.insert("validate".to_owned(), (query.validate == Some(true)).into());
        let route = (Method::POST, "/v1/contacts/import-csv");
        input::decode(&Form::of::<Self>(route), Value::Object(options))
    }
}

/// Files of contacts: rows and header are read while the bytes are stored as UTF-8.
pub fn csv_file() -> FileBody<Scanned> {
    FileBody::new(FileSpec {
        media_type: CSV,
        folder: FOLDER,
        limit: |config| config.max_import,
        scan: |headers| Ok(Box::new(Scanner::new(charset(headers)?))),
    })
}

impl FileScan for Scanner {
    fn piece<'p>(&mut self, bytes: &'p [u8]) -> Result<Cow<'p, [u8]>, Problem> {
        Self::piece(self, bytes)
    }

    fn finish(self: Box<Self>) -> Result<(Vec<u8>, Seen), Problem> {
        let (rest, scanned) = Self::finish(*self)?;
        Ok((rest, Box::new(scanned)))
    }
}

/// What the caller says about the file's encoding.
fn charset(headers: &HeaderMap) -> Result<Option<Charset>, Problem> {
    let kind = headers
        .get(CONTENT_TYPE)
        .and_then(|kind| kind.to_str().ok());
    let parameters = kind.unwrap_or_default().split(';').skip(1);
    let charset = parameters
        .filter_map(|parameter| parameter.split_once('='))
        .find(|(name, _)| name.trim().eq_ignore_ascii_case("charset"));
    charset
        .map(|(_, value)| Charset::parse(value.trim().trim_matches('"')))
        .transpose()
}

/// Looks whether a file can be imported so.
pub async fn check_file(
    cx: &Cx,
    file: &Arrived<Scanned>,
    options: &ImportOptions,
) -> ApiResult<FileImport> {
    let brand = cx.brand_key()?;
    let known = cx
        .db()
        .read(move |tx| async move { fields::known(&tx, brand).await })
        .await?;
    let scanned = &file.scanned;
    let header = StringRecord::from(scanned.header.clone());
    Columns::settle(&header, &options.mapping, &known)?;
    if options.validate {
        require_credits(cx, validation::cost(scanned.rows as usize)).await?;
    }
    Ok(FileImport {
        rows: scanned.rows as i64,
        validate: options.validate,
        source: Source {
            object: file.object.clone(),
            bytes: scanned.bytes,
            encoding: scanned.encoding,
            header: scanned.header.clone(),
            data_start: scanned.data_start,
            mapping: options.mapping.clone(),
            consent: options.consent.clone(),
        },
    })
}

/// What is wrong with them is said before anybody sends a large file.
pub fn check_terms(cx: &Cx, query: &FileQuery) -> Result<ImportOptions, Problem> {
    let options = ImportOptions::of_query(query)?;
    if let Some(consent) = &options.consent {
        consent.clone().check(cx.now())?;
    }
    Ok(options)
}

pub async fn prepare_file(
    cx: Cx,
    options: Arc<ImportOptions>,
    file: Arc<Arrived<Scanned>>,
) -> ApiResult<FileImport> {
    check_file(&cx, &file, &options).await
}

pub async fn import_file(
    tx: Tx,
    cx: Cx,
    file: Arc<FileImport>,
) -> ApiResult<Reply<ImportProgress>> {
    Ok(Reply::accepted(accept(&tx, &cx, &file).await?))
}

/// Writes down what is to be imported; the rest is done in the background.
pub async fn accept(tx: &Tx, cx: &Cx, file: &FileImport) -> ApiResult<ImportProgress> {
    let brand = cx.brand_key()?;
    let (plan, now) = (cx.plan()?, cx.now());
    let id = imports::accept(tx, brand, plan, file, (entropy::lower32, now)).await?;
    read_progress(tx, cx, &id).await
}
