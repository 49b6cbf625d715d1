//! What a template looks like in the catalog: as HTML, and as the mail that its picture shows.

use postrider_domain::designs::merge::{BRAND_ADDRESS, BRAND_NAME, Value};
use postrider_domain::time::parse_zone;
use rust_embed::{Embed, EmbeddedFile};

use super::template::Template;
use crate::compose::hash;
use crate::document::{self, Document, Footer, RenderOptions};
use crate::merge::compile_html;
use crate::rendered::{Rendered, with_preview_text, with_title};

/// The address of a house style.
const ADDRESS: &str = "Your postal address";

/// What `make catalog` has taken. In a release they are part of the binary; in other profiles they are read from the folder.
#[derive(Embed)]
#[folder = "catalog/pictures"]
#[allow_missing = true]
struct Pictures;

impl Template {
    /// A WebP file of 600 by 800.
    pub fn picture(&self) -> Option<EmbeddedFile> {
        Pictures::get(&format!("{}.webp", self.slug))
    }

    /// What it is as HTML, merge tags and all, in its house style.
    pub fn html(&self) -> String {
        let rendered = self.rendered();
        let html = with_preview_text(&rendered.html, rendered.preheader, self.preview_text());
        with_title(html, self.subject())
    }

    fn rendered(&self) -> Rendered {
        let document = self.preview();
        let options = RenderOptions {
            footer: if self.automation_type().is_marketing() {
                Footer::WhereMissing
            } else {
                Footer::Never
            },
            // No template shows any.
            icons: String::new(),
        };
        let document = Document::of_blocks(document.page, document.blocks);
        document::render(&document, &options)
    }

    /// The page that is pictured.
    pub fn page(&self) -> String {
        let html = self.rendered().html;
        let (Ok(template), Some(zone)) = (compile_html(&html), parse_zone("UTC")) else {
            return html;
        };
        let mut page = String::with_capacity(html.len());
        let value = |name: &str| match name {
            BRAND_NAME => Some(Value::Text(&self.style.name)),
            BRAND_ADDRESS => Some(Value::Text(ADDRESS)),
            name => self.samples.get(name).map(|sample| Value::Text(sample)),
        };
        template.render(&zone, value, &mut page);
        page
    }

    /// Tells whether a picture shows the template as it is: it changes with anything that is seen.
    pub fn picture_key(&self) -> String {
        format!("{:016x}", hash(&self.page()))
    }
}
