//! A design as a reader sees it of whom nothing is known.

use jiff::tz::TimeZone;
use postrider_content::merge::compile_html;

/// Fallbacks stand for merge tags, and nothing for those without. What cannot be taken apart stays as it is.
pub fn readable(html: String) -> String {
    let Ok(template) = compile_html(&html) else {
        return html;
    };
    let mut read = String::new();
    template.render(&TimeZone::UTC, |_| None, &mut read);
    read
}
