//! `GET /v1/templates`.

use std::sync::Arc;

use postrider_content::catalog::{self, Template as Written};
use postrider_domain::contract::problem::Problem;
use postrider_domain::designs::design::Category;
use schemars::JsonSchema;
use serde::Deserialize;

use super::record::{Template, htmls};
use crate::api::cx::Cx;
use crate::api::emails::source::design_caller;
use crate::api::failure::ApiResult;
use crate::api::found::{Beginning, Listed, position};
use crate::api::page::{MAX_LIMIT, Page, page};
use crate::api::reply::Reply;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(rename = "TemplateListQuery")]
pub struct ListQuery {
    /// Entries on a page.
    #[schemars(range(min = 1, max = 100))]
    limit: Option<u32>,
    /// `pagination.cursor` of the page before.
    cursor: Option<String>,
    /// One of the house styles.
    #[schemars(length(max = 100), extend("examples" = ["Harbor"]))]
    brand: Option<String>,
    category: Option<Category>,
    /// What it should be about, in your own words: the best come first, and only those that fit.
    #[schemars(length(min = 1, max = 400), extend("examples" = ["bring back customers who left"]))]
    semantic: Option<String>,
    /// `html` adds the HTML of each.
    #[serde(default)]
    #[schemars(extend("examples" = [["html"]]))]
    include: Vec<Include>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[schemars(rename = "TemplateInclude")]
pub enum Include {
    /// As it is shown, merge tags and all.
    Html,
}

pub async fn list(cx: Cx, query: Arc<ListQuery>) -> ApiResult<Reply<Page<Template>>> {
    let limit = query.limit.unwrap_or(MAX_LIMIT);
    check_brand(query.brand.as_deref())?;
    let beginning = Beginning::of(&cx, query.cursor.as_deref())?;
    let Listed { entries, by } = listed(&cx, &query, &beginning).await?;
    let rows = beginning.rows(limit, entries);
    let mut bodies = if query.include.is_empty() {
        None
    } else {
        let shown = rows.iter().take(limit as usize);
        let shown = shown.map(|(_, template)| *template).collect();
        Some(htmls(&cx, shown).await?.into_iter())
    };
    let page = page(&cx, limit, rows, position(by), |(_, template)| {
        let html = bodies.as_mut().and_then(Iterator::next);
        Ok(Template::of(&cx, template, html))
    })?;
    Ok(Reply::ok(page))
}

/// Category by category, or the best first where somebody looks for something.
async fn listed(
    cx: &Cx,
    query: &ListQuery,
    beginning: &Beginning,
) -> ApiResult<Listed<&'static Written>> {
    let mut listed = match &query.semantic {
        Some(words) => {
            let caller = design_caller(cx);
            let found = cx.app().finder.templates(&caller, words, beginning.by);
            Listed::found(found.await)?
        }
        None => Listed::all(catalog::templates()),
    };
    listed.entries.retain(|template| {
        let style = query.brand.as_ref();
        style.is_none_or(|style| template.style.name == *style)
            && query
                .category
                .is_none_or(|category| template.category() == category)
    });
    Ok(listed)
}

fn check_brand(brand: Option<&str>) -> Result<(), Problem> {
    let Some(brand) = brand else { return Ok(()) };
    let styles: Vec<&str> = catalog::styles()
        .iter()
        .map(|style| style.name.as_str())
        .collect();
    if styles.contains(&brand) {
        return Ok(());
    }
    let message = "No template is shown in a style of that name.";
    Err(Problem::invalid("brand", message).suggest(format!("It is one of {}.", styles.join(", "))))
}
