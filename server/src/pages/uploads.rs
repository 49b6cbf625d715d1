//! Where callers put the bytes of an upload. The token in the address is all that is asked for.

use std::time::Duration;

use axum::body::Body;
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderValue, Method, Response};
use postrider_domain::accounts::token;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::paths::UPLOADS;
use postrider_domain::contract::problem::Problem;
use postrider_engine::objects::Upload;
use postrider_engine::pictures::uploads::{FOLDER, not_found};
use postrider_store::db::DbError;
use postrider_store::uploads::{self, UploadRecord};
use serde_json::json;
use tokio::time::timeout;

use crate::api::failure::{ApiResult, Failure};
use crate::api::handler::Visit;
use crate::api::pipeline::{Inflow, delete_upload, discard, refused, unstored};
use crate::api::row::{JSON, Row};
use crate::app::App;
use crate::config::process_role::ProcessRole;
use crate::entropy;

/// How long one waits until others have sent theirs.
const WAITED_FOR: Duration = Duration::from_secs(30);
/// Seconds after which some of them may have.
const RETRY_AFTER: u64 = 10;
/// How long a few bytes may take, and how many bytes a second are waited for beyond that: nobody else sends them meanwhile.
const PATIENCE: Duration = Duration::from_mins(1);
const SLOWEST: u64 = 64 << 10;
/// What is on its way when the time of its upload ends may still come.
const LATE: Duration = Duration::from_secs(30);

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
    let begun = timeout(WAITED_FOR, app.pictures.receiving.begin(&upload)).await;
    let _reception = begun.map_err(|_| no_place())??;
    let expected = upload.bytes as u64;
    let left = upload.expires_at - app.clock.now();
    let inflow = Inflow::of(body, expected).within(patience_for(expected, left));
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

/// For so many bytes of an upload that is open for so many milliseconds.
fn patience_for(bytes: u64, left: i64) -> Duration {
    let whole = PATIENCE + Duration::from_secs(bytes / SLOWEST);
    whole.min(Duration::from_millis(left.max(0) as u64) + LATE)
}

fn no_place() -> Problem {
    let message = "Too many others are sending the bytes of uploads.";
    Problem::new(Code::ServiceUnavailable, message).retry_after(RETRY_AFTER)
}

fn wrong_size(expected: u64) -> Problem {
    let message = format!("The upload was announced with {expected} bytes, and others came.");
    Problem::invalid("size", message)
        .suggest("Send the file whose size was said, or start another upload.")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sender_has_time_for_its_bytes_and_no_more_than_its_upload() {
        let minutes = |minutes: i64| minutes * 60 * 1000;
        assert_eq!(patience_for(9, minutes(15)), PATIENCE);
        let image = Duration::from_secs(60 + 320);
        assert_eq!(patience_for(20 << 20, minutes(15)), image);
        let rest = Duration::from_mins(2) + LATE;
        assert_eq!(patience_for(20 << 20, minutes(2)), rest);
        assert_eq!(patience_for(9, -1), LATE);
    }
}
