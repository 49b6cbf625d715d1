//! Images that mails show: those of designs, and our own icons; and pictures of the catalog. Open to everybody, as mails are read
//! without a key; the names of images are too long to guess.

use std::borrow::Cow;

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::{Body, Bytes};
use axum::http::header::{CACHE_CONTROL, CONTENT_LENGTH, CONTENT_TYPE, ETAG, RETRY_AFTER};
use axum::http::{HeaderMap, HeaderValue, Method, Response, StatusCode};
use data_encoding::HEXLOWER;
use postrider_content::catalog::{self, Template};
use postrider_content::document::icons;
use postrider_domain::contract::paths::{ASSETS, ICONS, PICTURES};
use postrider_domain::designs::asset::extension_of;
use postrider_engine::assets::object;
use postrider_engine::objects::{ObjectError, Objects};
use postrider_media::image::Kind;

use crate::api::handler::Visit;
use crate::api::plain::text;
use crate::api::row::Row;
use crate::config::process_role::ProcessRole;
use crate::pages::entity_tag;

/// What a name leads to never changes.
const FOREVER: &str = "public, max-age=31536000, immutable";
/// An icon or a template may look different in another version of the service.
const A_DAY: &str = "public, max-age=86400";

pub fn rows() -> Vec<Row> {
    let role = Some(ProcessRole::Track);
    vec![
        Row::page("pages.asset", Method::GET, ASSETS.pattern, role, asset),
        Row::page("pages.icon", Method::GET, ICONS.pattern, role, icon),
        Row::page(
            "pages.picture",
            Method::GET,
            PICTURES.pattern,
            role,
            picture,
        ),
    ]
}

async fn asset(visit: Visit) -> Response<Body> {
    // Only what has the shape of a name becomes part of a path.
    let name = visit.path("name");
    let Some(kind) = extension_of(name).and_then(Kind::from_extension) else {
        return not_found();
    };
    let tag = format!("\"{name}\"");
    let wanted = if entity_tag::is_known(&tag, visit.headers()) {
        Wanted::Nothing
    } else if visit.method() == Method::HEAD {
        Wanted::Length
    } else {
        Wanted::Bytes
    };
    match stored(&visit.app().objects, &object(name), wanted).await {
        Ok(response) => described(response, kind, &tag, FOREVER),
        Err(ObjectError::Missing(_)) => not_found(),
        Err(error) => {
            tracing::error!(error = %error, "an image could not be read");
            let message = "the image could not be read right now\n";
            let mut answer = text(StatusCode::SERVICE_UNAVAILABLE, message);
            let later = HeaderValue::from_static("5");
            answer.headers_mut().insert(RETRY_AFTER, later);
            answer
        }
    }
}

/// What of an image the caller does not have.
enum Wanted {
    /// It is told that it has all of it.
    Nothing,
    Length,
    Bytes,
}

/// Whether an image is there is asked in any case; its bytes are read as they are sent.
async fn stored(
    objects: &Objects,
    name: &str,
    wanted: Wanted,
) -> Result<Response<Body>, ObjectError> {
    let (length, body) = match wanted {
        Wanted::Nothing => {
            objects.size(name).await?;
            let mut unchanged = Response::new(Body::empty());
            *unchanged.status_mut() = StatusCode::NOT_MODIFIED;
            return Ok(unchanged);
        }
        Wanted::Length => (objects.size(name).await?, Body::empty()),
        Wanted::Bytes => {
            let (length, bytes) = objects.stream(name).await?;
            (length, Body::from_stream(bytes))
        }
    };
    let mut response = Response::new(body);
    response.headers_mut().insert(CONTENT_LENGTH, length.into());
    Ok(response)
}

async fn icon(visit: Visit) -> Response<Body> {
    let bytes = visit.path("name").strip_suffix(".png").and_then(icons::get);
    let Some(bytes) = bytes else {
        return not_found();
    };
    let hash = digest(&SHA256, bytes);
    File {
        kind: Kind::Png,
        tag: format!("\"{}\"", HEXLOWER.encode(&hash.as_ref()[..16])),
        kept: A_DAY,
        bytes: Bytes::from_static(bytes),
    }
    .answer(visit.headers())
}

async fn picture(visit: Visit) -> Response<Body> {
    let id = visit.path("name").strip_suffix(".webp");
    let template = id.and_then(catalog::template);
    let Some(picture) = template.and_then(Template::picture) else {
        return not_found();
    };
    let hash = picture.metadata.sha256_hash();
    File {
        kind: Kind::WebP,
        tag: format!("\"{}\"", HEXLOWER.encode(&hash[..16])),
        kept: A_DAY,
        bytes: match picture.data {
            Cow::Borrowed(bytes) => Bytes::from_static(bytes),
            Cow::Owned(bytes) => bytes.into(),
        },
    }
    .answer(visit.headers())
}

fn not_found() -> Response<Body> {
    text(StatusCode::NOT_FOUND, "there is no such image\n")
}

struct File {
    kind: Kind,
    tag: String,
    kept: &'static str,
    bytes: Bytes,
}

impl File {
    fn answer(self, request: &HeaderMap) -> Response<Body> {
        let response = if entity_tag::is_known(&self.tag, request) {
            let mut empty = Response::new(Body::empty());
            *empty.status_mut() = StatusCode::NOT_MODIFIED;
            empty
        } else {
            Response::new(Body::from(self.bytes))
        };
        described(response, self.kind, &self.tag, self.kept)
    }
}

fn described(
    mut response: Response<Body>,
    kind: Kind,
    tag: &str,
    kept: &'static str,
) -> Response<Body> {
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static(kind.content_type());
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static(kept));
    if let Ok(tag) = HeaderValue::from_str(tag) {
        headers.insert(ETAG, tag);
    }
    response
}
