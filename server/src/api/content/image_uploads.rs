//! `POST /v1/content/image-uploads`: where to put a file that is used afterwards.

use std::sync::Arc;

use postrider_domain::accounts::token::{self, MintedToken};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::paths::UPLOADS;
use postrider_domain::contract::problem::Problem;
use postrider_domain::time;
use postrider_engine::pictures::no_films;
use postrider_engine::pictures::uploads::{self, OPEN_FOR_MS};
use postrider_store::db::Tx;
use postrider_store::uploads::NewUpload;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::api::cx::Cx;
use crate::api::failure::ApiResult;
use crate::api::reply::Reply;
use crate::entropy;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, rename_all = "camelCase")]
#[schemars(rename = "ImageUploadRequest")]
pub struct UploadBody {
    /// What the file is called: the image can be found by it.
    #[schemars(length(min = 1, max = 200), extend("format" = "line"))]
    file_name: String,
    /// `image/png`, `image/jpeg`, `image/gif`, `image/webp`, `image/svg+xml`; or `video/mp4` and the like, for a GIF.
    #[schemars(length(max = 100))]
    content_type: String,
    /// Bytes: exactly so many are taken.
    #[schemars(range(min = 1))]
    size: u64,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "ImageUpload")]
pub struct Upload {
    upload_id: String,
    /// PUT the bytes here. Whoever has the address may.
    upload_url: String,
    expires_at: String,
    /// The most that a file of this type may have.
    max_bytes: u64,
}

/// What is ready before the transaction.
pub struct Prepared {
    new: NewUpload,
    token: String,
    max_bytes: u64,
}

pub async fn prepare(cx: Cx, body: Arc<UploadBody>) -> ApiResult<Prepared> {
    let content_type = body.content_type.trim().to_ascii_lowercase();
    let Some(max_bytes) = uploads::largest(&content_type) else {
        let message = "Files of this type are not taken.";
        return Err(Problem::invalid("contentType", message)
            .suggest("Send a PNG, JPEG, GIF, WebP or SVG; or a video to make a GIF of.")
            .into());
    };
    if uploads::is_video(&content_type) && cx.app().pictures.films.is_none() {
        return Err(no_films().into());
    }
    if body.size > max_bytes {
        let message = format!("A file of this type may have {max_bytes} bytes.");
        return Err(Problem::new(Code::PayloadTooLarge, message)
            .param("size")
            .suggest("Make the file smaller before you send it.")
            .into());
    }
    if body.file_name.contains('\0') {
        return Err(Problem::invalid("fileName", "The name holds a zero byte.").into());
    }
    let MintedToken { text, hash } = token::mint(entropy::bytes());
    Ok(Prepared {
        new: NewUpload {
            public_id: entropy::prefixed("imgup_"),
            token: hash,
            file_name: body.file_name.clone(),
            content_type,
            bytes: body.size,
            expires_at: cx.now() + OPEN_FOR_MS,
        },
        token: text,
        max_bytes,
    })
}

pub async fn create(tx: Tx, cx: Cx, prepared: Arc<Prepared>) -> ApiResult<Reply<Upload>> {
    let new = &prepared.new;
    uploads::create(&tx, cx.brand_key()?, cx.plan()?, new, cx.now()).await?;
    let public_url = &cx.app().config.public_url;
    Ok(Reply::created(Upload {
        upload_id: new.public_id.clone(),
        upload_url: format!("{public_url}{}{}", UPLOADS.start, prepared.token),
        expires_at: time::format(new.expires_at),
        max_bytes: prepared.max_bytes,
    }))
}
