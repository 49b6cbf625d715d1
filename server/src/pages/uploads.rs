//! Where callers put the bytes of an upload. The token in the address is all that is asked for.

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, Response};
use postrider_domain::accounts::token;
use postrider_domain::contract::paths::UPLOADS;
use postrider_domain::contract::problem::Problem;
use postrider_engine::objects::Upload;
use postrider_engine::pictures::uploads::{FOLDER, not_found};
use postrider_store::db::DbError;
use postrider_store::uploads::{self, UploadRecord};
use serde_json::json;

use crate::api::failure::{ApiResult, Failure};
use crate::api::handler::Visit;
use crate::api::pipeline::{Inflow, delete_upload, discard, refused, unstored};
use crate::api::row::{JSON, Row};
use crate::app::App;
use crate::config::process_role::ProcessRole;
use crate::entropy;

pub fn rows() -> Vec<Row> {
    let role = Some(ProcessRole::Api);
    vec![Row::page(
        "pages.upload",
        Method::PUT,
        UPLOADS.pattern,
        role,
        put,
    )]
}

/// In a task of its own: a caller that hangs up must not keep us from clearing away.
async fn put(mut visit: Visit) -> Response<Body> {
    let (app, token) = (visit.app().clone(), visit.path("token").to_owned());
    let body = visit.take_body();
    let task = {
        let app = app.clone();
        let receiving = async move { receive(&app, &token, body).await };
        visit.app().writes.spawn(Box::pin(receiving))
    };
    let done: ApiResult<UploadRecord> = task.await.unwrap_or_else(|error| {
        Err(DbError::Other(format!("an upload ended early: {error}")).into())
    });
    match done {
        Ok(upload) => {
            let said = json!({ "uploadId": upload.public_id, "bytes": upload.bytes });
            let mut response = Response::new(Body::from(said.to_string()));
            let json = HeaderValue::from_static(JSON);
            response.headers_mut().insert(CONTENT_TYPE, json);
            response
        }
        Err(failure) => refused(failure, &app.config.public_url),
    }
}

async fn receive(app: &App, token: &str, mut body: Body) -> ApiResult<UploadRecord> {
    match receive_body(app, token, &mut body).await {
        Ok(upload) => Ok(upload),
        Err(failure) => {
            discard(body).await;
            Err(failure)
        }
    }
}

async fn receive_body(app: &App, token: &str, body: &mut Body) -> ApiResult<UploadRecord> {
    let upload = find(app, token).await?;
    let _reception = app.pictures.receiving.begin(&upload).await?;
    let expected = upload.bytes as u64;
    let inflow = Inflow::of(body, expected);
    if inflow.announced.is_some_and(|bytes| bytes != expected) {
        return Err(wrong_size(expected).into());
    }
    app.objects.require_room(expected).map_err(Problem::from)?;
    let object = format!("{FOLDER}/{}", entropy::lower32());
    store(app, inflow, body, &object).await?;
    app.fault("upload.stored");
    let noted = note(app, &upload, &object).await;
    // After a fault of the database a sweep finds out, later, whether the bytes are needed.
    if let Err(Failure::Problem(_)) = &noted {
        delete_upload(app, &object).await;
    }
    if let Some(before) = noted? {
        delete_upload(app, &before).await;
    }
    app.fault("upload.noted");
    Ok(upload)
}

async fn find(app: &App, token: &str) -> ApiResult<UploadRecord> {
    let Some(hash) = token::parse(token) else {
        return Err(not_found().into());
    };
    let now = app.clock.now();
    let db = &app.request_db;
    let found = db.read(move |tx| async move { uploads::by_token(&tx, hash, now).await });
    Ok(found.await?.ok_or_else(not_found)?)
}

async fn store(app: &App, mut inflow: Inflow, body: &mut Body, object: &str) -> ApiResult<()> {
    let begun = app.objects.upload(object).await;
    let mut storing = begun.map_err(|error| unstored(&error))?;
    if let Err(failure) = write_all(app, &mut inflow, body, &mut storing).await {
        if let Err(error) = storing.abort().await {
            tracing::warn!(error = %error, "an upload will be cleared away later");
        }
        return Err(failure);
    }
    if let Err(error) = storing.finish().await {
        delete_upload(app, object).await;
        return Err(unstored(&error));
    }
    Ok(())
}

async fn write_all(
    app: &App,
    inflow: &mut Inflow,
    body: &mut Body,
    storing: &mut Upload,
) -> ApiResult<()> {
    let expected = inflow.limit;
    loop {
        let piece = match inflow.next(&app.objects, body).await {
            Ok(Some(piece)) => piece,
            Ok(None) => break,
            Err(_) if inflow.is_over() => return Err(wrong_size(expected).into()),
            Err(problem) => return Err(problem.into()),
        };
        let written = storing.write(piece).await;
        written.map_err(|error| unstored(&error))?;
    }
    if inflow.received != expected {
        return Err(wrong_size(expected).into());
    }
    Ok(())
}

/// The bytes are the upload's from here on, if its time is not over. Answers with the object of those that came before.
async fn note(app: &App, upload: &UploadRecord, object: &str) -> ApiResult<Option<String>> {
    let (brand, id, now) = (upload.brand_key(), upload.id, app.clock.now());
    let (public_id, object) = (upload.public_id.clone(), object.to_owned());
    let noted = app.request_db.write(move |tx| {
        let (public_id, object) = (public_id.clone(), object.clone());
        async move {
            let before = uploads::get(&tx, brand, &public_id).await?;
            let is_noted = uploads::receive(&tx, brand, id, &object, now).await?;
            Ok::<_, DbError>(before.filter(|_| is_noted))
        }
    });
    Ok(noted.await?.ok_or_else(not_found)?.object)
}

fn wrong_size(expected: u64) -> Problem {
    let message = format!("The upload was announced with {expected} bytes, and others came.");
    Problem::invalid("size", message)
        .suggest("Send the file whose size was said, or start another upload.")
}
