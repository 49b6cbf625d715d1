//! A template as the API shows it.

use postrider_content::catalog::Template as Written;
use postrider_domain::contract::paths::PICTURES;
use postrider_domain::designs::design::Category;
use postrider_domain::time;
use schemars::JsonSchema;
use serde::Serialize;

use crate::api::cx::Cx;
use crate::api::emails::source::{design_caller, failure};
use crate::api::failure::ApiResult;

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Template {
    /// It never changes, and is the same on every server.
    email_id: String,
    title: String,
    category: Category,
    /// The house style that it is shown in. A design made of it has the look of its own brand.
    brand: String,
    description: String,
    tags: Vec<String>,
    /// What it looks like in the house style: a WebP file of 600 by 800, open to everybody.
    preview_image: String,
    updated_at: String,
    /// With `include=html`: merge tags and all, in the house style.
    #[serde(skip_serializing_if = "Option::is_none")]
    html: Option<String>,
}

impl Template {
    pub fn of(cx: &Cx, written: &Written, html: Option<String>) -> Self {
        Self {
            email_id: written.email_id.clone(),
            title: written.title().to_owned(),
            category: written.category(),
            brand: written.style.name.clone(),
            description: written.description.clone(),
            tags: written.tags.clone(),
            preview_image: picture(cx, written),
            updated_at: day(&written.updated),
            html,
        }
    }
}

/// Where its picture is served.
pub fn picture(cx: &Cx, template: &Written) -> String {
    let content_url = &cx.app().workshop.content_urls.current;
    let (start, id) = (PICTURES.start, &template.email_id);
    format!("{content_url}{start}{id}.webp")
}

/// The midnight at which a day begins: files of the catalog know days alone.
pub fn day(date: &str) -> String {
    time::format(time::parse_iso(date).unwrap_or_default())
}

/// Rendered off the threads that answer requests: all of the catalog takes a while.
pub async fn htmls(cx: &Cx, templates: Vec<&'static Written>) -> ApiResult<Vec<String>> {
    let render = move || templates.iter().map(|template| template.html()).collect();
    let rendered = cx.app().workshop.apart(&design_caller(cx), render).await;
    rendered.map_err(failure)
}
