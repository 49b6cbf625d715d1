//! What a document becomes.

use std::ops::Range;

use crate::html::entities::escape_attribute;

/// HTML and plain text, merge tags and all.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rendered {
    pub html: String,
    pub text: String,
    /// The bytes of `html` that hold the preview text; empty where it is to be put in.
    pub preheader: Range<usize>,
}

/// Gmail cuts a mail off behind this many bytes.
pub const CLIPPED_AT: usize = 102 * 1024;

impl Rendered {
    pub fn is_clipped(&self) -> bool {
        self.html.len() > CLIPPED_AT
    }
}

/// The hidden line that inboxes show beside the subject. What follows it keeps the text of the mail from
/// being drawn into the line.
const BEFORE: &str = r#"<div style="display:none;font-size:1px;line-height:1px;max-height:0;max-width:0;opacity:0;overflow:hidden;mso-hide:all">"#;
const FILLER: &str = "&#847;&zwnj;&nbsp;";
const FILLERS: usize = 60;

/// The HTML of a version with a title, where it has an empty one: screen readers and browsers call a mail by it.
pub fn with_title(html: String, title: &str) -> String {
    match html.split_once(NO_TITLE) {
        Some((before, after)) => {
            let title = escape_attribute(title);
            [before, "<title>", &title, "</title>", after].concat()
        }
        None => html,
    }
}

/// As the MJML compiler writes it.
const NO_TITLE: &str = "<title></title>";

/// The HTML of a version with a preview text in its place.
pub fn with_preview_text(html: &str, preheader: Range<usize>, preview_text: &str) -> String {
    let (Some(before), Some(after)) = (html.get(..preheader.start), html.get(preheader.end..))
    else {
        return html.to_owned();
    };
    // What stands in merge tags is escaped like all else: it is decoded when the HTML is compiled.
    // So are quotes, in case it ever stands between some.
    let text = escape_attribute(preview_text);
    if preheader.is_empty() {
        let filler = FILLER.repeat(FILLERS);
        [before, BEFORE, &text, &filler, "</div>", after].concat()
    } else {
        [before, &text, after].concat()
    }
}
