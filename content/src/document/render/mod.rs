//! Renders a document: blocks become MJML, and that becomes HTML; imported HTML is what it was.

mod facts;
mod imported;
mod layout;
mod leaves;
mod mjml;
mod product;
mod style;

use postrider_domain::designs::merge::{self, BRAND_ADDRESS, UNSUBSCRIBE_URL};

use super::{BlockDocument, Body, Document, Footer, RenderOptions, footer};
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
                Footer::WhereMissing if !shows(&rendered, UNSUBSCRIBE_URL) => {
                    html.render(Some(&footer::html()))
                }
                _ => rendered,
            }
        }
    }
}

fn render_blocks(document: &BlockDocument, options: &RenderOptions) -> Rendered {
    let rendered = compiled(document, options);
    if options.footer == Footer::Never || shows(&rendered, UNSUBSCRIBE_URL) {
        return rendered;
    }
    let address = if shows(&rendered, BRAND_ADDRESS) {
        footer::Address::There
    } else {
        footer::Address::Missing
    };
    compiled(&footer::added(document, address), options)
}

fn compiled(document: &BlockDocument, options: &RenderOptions) -> Rendered {
    let mut mjml = Mjml::default();
    layout::document(document, &options.icons, &mut mjml);
    let html = compile(&mjml.source, &mjml.slots).unwrap_or_else(|failure| {
        // Every value was checked when it was read, so this is a mistake of ours.
        tracing::error!(?failure, "a document of blocks did not compile");
        String::new()
    });
    let start = after_body_tag(&html);
    Rendered {
        text: text::from_html(&product::in_words(&html)),
        html,
        preheader: start..start,
    }
}

/// Whether a merge tag of this name is there for everybody to see, not in a comment or in something hidden:
/// the plain text has all of it that is.
fn shows(rendered: &Rendered, name: &str) -> bool {
    merge::tags(&rendered.text).any(|tag| tag.name == name)
}

fn after_body_tag(html: &str) -> usize {
    let body = html.find("<body").unwrap_or_default();
    let end = html[body..].find('>').map_or(0, |end| end + 1);
    body + end
}
