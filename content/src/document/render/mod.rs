//! Renders a document: blocks become MJML, and that becomes HTML; imported HTML is what it was.

mod layout;
mod leaves;
mod mjml;
mod product;
mod style;

use postrider_domain::merge;

use super::{BlockDocument, Body, Document, Footer, RenderOptions, footer};
use crate::html::entities;
use crate::mjml::compile::compile;
use crate::rendered::Rendered;
use crate::text;
use mjml::Mjml;

/// HTML and text of a document, merge tags and all. The same document always gives the same bytes.
pub fn render(document: &Document, options: &RenderOptions) -> Rendered {
    match &document.body {
        Body::Blocks(document) => render_blocks(document, options),
        Body::Html(html) => {
            let rendered = html.render(None);
            match options.footer {
                Footer::WhereMissing if !mentions(&rendered.html, "unsubscribeUrl") => {
                    html.render(Some(&footer::html()))
                }
                _ => rendered,
            }
        }
    }
}

fn render_blocks(document: &BlockDocument, options: &RenderOptions) -> Rendered {
    let mut mjml = write(document, options);
    if options.footer == Footer::WhereMissing && !mjml.mentions("unsubscribeUrl") {
        let address = if mjml.mentions("brandAddress") {
            footer::Address::There
        } else {
            footer::Address::Missing
        };
        let complete = footer::added(document, address);
        mjml = write(&complete, options);
    }
    let html = compile(&mjml.source, &mjml.slots).unwrap_or_else(|failure| {
        // Every value was checked when it was read, so this is a mistake of ours.
        tracing::error!(?failure, "a document of blocks did not compile");
        String::new()
    });
    let start = after_body_tag(&html);
    Rendered {
        text: text::from_html(&html),
        html,
        preheader: start..start,
    }
}

fn write(document: &BlockDocument, options: &RenderOptions) -> Mjml {
    let mut mjml = Mjml::default();
    layout::document(document, &options.icons, &mut mjml);
    mjml
}

/// Whether a merge tag of this name stands in HTML.
fn mentions(html: &str, name: &str) -> bool {
    merge::encoded_tags(html, entities::decode).any(|tag| tag.name == name)
}

impl Mjml {
    fn mentions(&self, name: &str) -> bool {
        std::iter::once(&self.source)
            .chain(&self.slots)
            .any(|html| mentions(html, name))
    }
}

fn after_body_tag(html: &str) -> usize {
    let body = html.find("<body").unwrap_or_default();
    let end = html[body..].find('>').map_or(0, |end| end + 1);
    body + end
}
