//! The brand's images and the content tools.

use postrider_domain::accounts::credits::{Metering, cost};
use postrider_domain::accounts::scope::Scope::Emails;
use postrider_domain::contract::catalog::Code::{
    BrandNotReady, ContentOperationFailed, EmailNotFound, EmailNotReady, NotFound, NotImplemented,
    StorageQuotaExceeded, UploadNotFound, UploadNotReceived,
};
use postrider_domain::contract::policy::Policy::{
    BrandRead, BrandWrite, ContentGenerate, ContentTransform,
};

use super::method::{delete, get, post};
use crate::api::row::{LARGE_BODY, Row};
use crate::api::{content, images};
use crate::app::operation::OF_VIDEOS;

#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
pub fn rows() -> Vec<Row> {
    [
        // A search with `q` costs; the browse without it is free.
        get(
            "brand.listImages",
            "/v1/brand/images",
            BrandRead,
            "Browse or search the brand's images",
        )
        .metering(Metering::Fixed(cost::SEMANTIC_IMAGE_SEARCH))
        .prices(&[("with q", cost::SEMANTIC_IMAGE_SEARCH), ("without q", 0)])
        .handled(images::listing()),
        delete(
            "brand.deleteImage",
            "/v1/brand/images/{assetId}",
            BrandWrite,
            "Delete an image",
        )
        .errors(&[NotFound])
        .write(images::delete),
        post(
            "content.generate",
            "/v1/content/generate",
            ContentGenerate,
            "Suggest subjects, previews or copy",
        )
        .metering(Metering::Usage)
        .errors(&[EmailNotFound, EmailNotReady, ContentOperationFailed])
        .handled(content::generate::handler()),
        post(
            "content.generateImage",
            "/v1/content/generate-image",
            ContentGenerate,
            "Generate an image",
        )
        .metering(Metering::Usage)
        .errors(&[
            NotFound,
            BrandNotReady,
            ContentOperationFailed,
            StorageQuotaExceeded,
            NotImplemented,
        ])
        .handled(content::generate_image::handler()),
        post(
            "content.gif",
            "/v1/content/gif",
            ContentGenerate,
            "Make a GIF from a prompt, an image or a video",
        )
        .metering(Metering::Fixed(cost::GIF_FROM_IMAGE))
        .prices(&[
            ("from: prompt", cost::GIF_FROM_PROMPT),
            ("from: image", cost::GIF_FROM_IMAGE),
            (OF_VIDEOS, cost::GIF_FROM_VIDEO),
        ])
        .errors(&[
            NotFound,
            UploadNotFound,
            UploadNotReceived,
            ContentOperationFailed,
            StorageQuotaExceeded,
            NotImplemented,
        ])
        .handled(content::gif::handler()),
        post(
            "content.transform",
            "/v1/content/transform",
            ContentTransform,
            "Optimize or resize an image",
        )
        .metering(Metering::Fixed(cost::RESIZE_IMAGE))
        .prices(&[
            ("operation: optimize", cost::OPTIMIZE_IMAGE),
            ("operation: resize", cost::RESIZE_IMAGE),
        ])
        .errors(&[NotFound, ContentOperationFailed, StorageQuotaExceeded])
        .handled(content::transform::handler()),
        post(
            "content.htmlToPng",
            "/v1/content/html-to-png",
            ContentGenerate,
            "Render HTML to a picture",
        )
        .body_limit(LARGE_BODY)
        .metering(Metering::Fixed(cost::HTML_TO_PNG))
        .errors(&[
            EmailNotFound,
            EmailNotReady,
            ContentOperationFailed,
            StorageQuotaExceeded,
            NotImplemented,
        ])
        .handled(content::html_to_png::handler()),
        post(
            "content.createImageUpload",
            "/v1/content/image-uploads",
            ContentTransform,
            "Start an image upload",
        )
        .success(&[201])
        .errors(&[StorageQuotaExceeded, NotImplemented])
        .prepared_write(
            content::image_uploads::prepare,
            content::image_uploads::create,
        ),
        post(
            "content.addImage",
            "/v1/content/add-image",
            ContentTransform,
            "Add an image to the library",
        )
        .metering(Metering::Fixed(cost::ADD_IMAGE))
        .success(&[201])
        .errors(&[
            UploadNotFound,
            UploadNotReceived,
            ContentOperationFailed,
            StorageQuotaExceeded,
        ])
        .handled(content::add_image::handler()),
    ]
    .map(|row| row.scope(Emails))
    .to_vec()
}
