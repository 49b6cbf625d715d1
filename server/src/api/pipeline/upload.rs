//! A file as a body: stored while it arrives, never whole in memory. It is read only after everything that
//! can be known without it was checked, and what comes to nothing leaves nothing behind.

use std::borrow::Cow;
use std::sync::Arc;

use axum::body::Body;
use axum::http::HeaderMap;
use axum::http::header::{CONTENT_LENGTH, EXPECT};
use bytes::Bytes;
use postrider_domain::accounts::credits::Metering;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_engine::objects::Upload;
use postrider_engine::storage;
use postrider_store::db::DbError;
use postrider_store::{brands, tenants};
use tracing::Instrument;

use super::authenticate::suspended;
use super::idempotency::{self, Fingerprint, Key};
use super::inflow::{Inflow, discard, too_large, unstored};
use super::respond::Answered;
use super::run::{Job, is_without_effect};
use super::told::Telling;
use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::handler::{Erased, FileScan, FileSpec, Handler, Seen, UploadHandler};
use crate::app::App;
use crate::entropy;

/// A request whose file has not been read yet.
pub struct Arrival {
    pub cx: Cx,
    pub telling: Option<Arc<Telling>>,
    pub metering: Metering,
    pub upload: UploadHandler,
    pub input: Erased,
    pub key: Option<Key>,
    pub target: String,
    pub file: FileSpec,
}

impl Arrival {
    /// In a task of its own: a caller that hangs up must not keep us from clearing away.
    pub async fn run(mut self, headers: &HeaderMap, body: Body) -> ApiResult<Answered> {
        let app = self.cx.app().clone();
        let scan = match self.check(headers) {
            Ok(scan) => scan,
            Err(problem) => {
                // One that asks first sends nothing after a refusal; reading would tell it to send.
                if !headers.contains_key(EXPECT) {
                    app.writes.spawn(discard(body));
                }
                return Err(problem.into());
            }
        };
        let work = self.receive(scan, body);
        let work = Box::pin(work.instrument(tracing::Span::current()));
        app.writes.spawn(work).await.unwrap_or_else(|error| {
            Err(DbError::Other(format!("an upload ended early: {error}")).into())
        })
    }

    fn check(&mut self, headers: &HeaderMap) -> Result<Box<dyn FileScan>, Problem> {
        self.input = (self.upload.check)(&self.cx, self.input.clone())?;
        check_length(
            self.cx.app(),
            (self.file.limit)(&self.cx.app().config),
            headers,
        )?;
        (self.file.scan)(headers)
    }

    async fn receive(self, scan: Box<dyn FileScan>, mut body: Body) -> ApiResult<Answered> {
        let app = self.cx.app().clone();
        let object = format!("{}/{}", self.file.folder, entropy::lower32());
        let receiver = Receiver {
            scan,
            fingerprint: Fingerprint::new(&self.cx, &self.target),
            inflow: Inflow::of(&body, (self.file.limit)(&app.config)),
        };
        let arriving = async {
            self.require_storage(receiver.inflow.announced).await?;
            receiver.receive(&app, &object, &mut body).await
        };
        let (seen, fingerprint) = match arriving.await {
            Ok(stored) => stored,
            Err(failure) => {
                discard(body).await;
                return Err(failure);
            }
        };
        let outcome = self.handle(object.clone(), seen, fingerprint).await;
        // After a fault of the database a sweep finds out, later, whether the file is needed.
        if is_without_effect(&outcome) {
            delete(&app, &object).await;
        }
        outcome
    }

    /// A file that says how long it is need not be sent if there is no room for it in the plan. Whether it is a twin of one
    /// that was taken is known only when it was read.
    async fn require_storage(&self, announced: Option<u64>) -> ApiResult<()> {
        let (Some(bytes), None) = (announced, &self.key) else {
            return Ok(());
        };
        let (org, plan) = (self.cx.caller().org, self.cx.plan()?.clone());
        let db = self.cx.db();
        let read = db.read(move |tx| async move { storage::require(&tx, org, &plan, bytes).await });
        read.await
    }

    /// A file may be long on its way: whoever sends it may have been stopped meanwhile.
    async fn require_tenant(&self) -> ApiResult<()> {
        let Ok(brand) = self.cx.brand_key() else {
            return Ok(());
        };
        let db = self.cx.db();
        let read = db.read(move |tx| async move {
            let found = brands::identity(&tx, brand).await?;
            Ok::<_, DbError>((found.is_some(), tenants::is_stopped(&tx, brand).await?))
        });
        match read.await? {
            (false, _) => Err(Problem::new(
                Code::BrandNotFound,
                "The brand was deleted while the file arrived.",
            )
            .into()),
            (true, true) => Err(suspended().into()),
            (true, false) => Ok(()),
        }
    }

    async fn handle(
        self,
        object: String,
        seen: Seen,
        fingerprint: Fingerprint,
    ) -> ApiResult<Answered> {
        self.require_tenant().await?;
        let claim = self.key.map(|key| fingerprint.claim(key));
        if let Some(answered) = idempotency::replay(&self.cx, claim.as_ref()).await? {
            return Ok(answered);
        }
        let handler = Handler::Write(self.upload.with_file(object, seen)?);
        let job = Job {
            cx: self.cx,
            metering: self.metering,
            claim,
            telling: self.telling,
        };
        job.run(handler, self.input).await
    }
}

pub async fn delete(app: &App, object: &str) {
    if let Err(error) = app.objects.delete(object).await {
        tracing::warn!(error = %error, "a file that is not needed will be deleted later");
    }
}

/// A file that says how long it is and is too long need not be sent.
fn check_length(app: &App, limit: u64, headers: &HeaderMap) -> Result<(), Problem> {
    let length: Option<u64> = headers
        .get(CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok()?.parse().ok());
    if length.is_some_and(|length| length > limit) {
        return Err(too_large(limit));
    }
    Ok(app.objects.require_room(length.unwrap_or(0))?)
}

/// A file on its way into the store.
struct Receiver {
    scan: Box<dyn FileScan>,
    fingerprint: Fingerprint,
    inflow: Inflow,
}

impl Receiver {
    async fn receive(
        mut self,
        app: &App,
        object: &str,
        body: &mut Body,
    ) -> ApiResult<(Seen, Fingerprint)> {
        let started = app.objects.upload(object).await;
        let mut upload = started.map_err(|error| unstored(&error))?;
        let stored = match self.store(app, body, &mut upload).await {
            Ok(()) => self.end(&mut upload).await,
            Err(failure) => Err(failure),
        };
        let seen = match stored {
            Ok(stored) => stored,
            Err(failure) => {
                if let Err(error) = upload.abort().await {
                    tracing::warn!(error = %error, "an upload will be cleared away later");
                }
                return Err(failure);
            }
        };
        if let Err(error) = upload.finish().await {
            delete(app, object).await;
            return Err(unstored(&error));
        }
        Ok(seen)
    }

    async fn store(&mut self, app: &App, body: &mut Body, upload: &mut Upload) -> ApiResult<()> {
        while let Some(piece) = self.inflow.next(&app.objects, body).await? {
            self.fingerprint.update(&piece);
            let stored = match self.scan.piece(&piece)? {
                Cow::Borrowed(same) if same.len() == piece.len() => piece.clone(),
                other => Bytes::from(other.into_owned()),
            };
            write(upload, stored).await?;
        }
        Ok(())
    }

    async fn end(self, upload: &mut Upload) -> ApiResult<(Seen, Fingerprint)> {
        let (rest, seen) = self.scan.finish()?;
        write(upload, rest.into()).await?;
        Ok((seen, self.fingerprint))
    }
}

async fn write(upload: &mut Upload, bytes: Bytes) -> ApiResult<()> {
    if bytes.is_empty() {
        return Ok(());
    }
    upload.write(bytes).await.map_err(|error| unstored(&error))
}
