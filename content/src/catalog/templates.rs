//! All templates.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::files;
use super::style::{self, HouseStyle};
use super::template::Template;
use crate::search::{Entry, Hit, Index, Near};

/// Category by category.
pub fn templates() -> &'static [Template] {
    &TEMPLATES
}

/// The template with this id.
pub fn template(email_id: &str) -> Option<&'static Template> {
    TEMPLATES.get(*BY_ID.get(email_id)?)
}

/// The template of this name: `welcome/letter`.
pub fn template_named(slug: &str) -> Option<&'static Template> {
    TEMPLATES.iter().find(|template| template.slug == slug)
}

/// The templates that fit the words that somebody typed, the best first.
pub fn search_templates(query: &str) -> Vec<&'static Template> {
    found(&INDEX.search(query))
}

/// The same where it is known how near each of them is to what these words mean.
pub(super) fn search_templates_near(query: &str, near: &Near) -> Vec<&'static Template> {
    found(&INDEX.search_near(query, near))
}

fn found(hits: &[Hit]) -> Vec<&'static Template> {
    let found = hits.iter().filter_map(|hit| TEMPLATES.get(hit.place));
    found.collect()
}

/// What each of them is found by.
pub(super) fn entries() -> Vec<Entry> {
    TEMPLATES.iter().map(Template::entry).collect()
}

/// The looks that templates are shown in.
pub fn styles() -> &'static [HouseStyle] {
    &STYLES
}

static STYLES: LazyLock<Vec<HouseStyle>> = LazyLock::new(|| {
    let styles = style::read(files::STYLES);
    files::read("styles", styles).unwrap_or_default()
});

static TEMPLATES: LazyLock<Vec<Template>> = LazyLock::new(|| {
    files::TEMPLATES
        .iter()
        .filter_map(|file| files::read(file.slug, Template::read(file, &STYLES)))
        .collect()
});

/// Where each stands.
static BY_ID: LazyLock<HashMap<&str, usize>> = LazyLock::new(|| {
    let ids = TEMPLATES.iter().enumerate();
    ids.map(|(place, template)| (template.email_id.as_str(), place))
        .collect()
});

static INDEX: LazyLock<Index> = LazyLock::new(|| Index::new(&entries()));
