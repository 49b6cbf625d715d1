//! Whatever a template is and whatever a value holds: no crash, a template without tags comes out as it went in, and a
//! value neither becomes markup nor is read again.

use jiff::tz::TimeZone;
use postrider_content::html::scan::{Token, scan};
use postrider_content::merge::compile_html;
use postrider_domain::designs::merge::{Value, compile_header, compile_text, tags};

/// What no template of the tests holds, as markup, as another tag, and as the end of whatever it stands in.
const VALUE: &str = "'\"><zz-marker onzz=1>{{ again }}</zz-marker><!-- \r\nzz: javascript:alert(1)";

pub(super) fn run(source: &str) {
    let look_up = |_: &str| Some(Value::Text(VALUE));
    let (mut html, mut text, mut header) = (String::new(), String::new(), String::new());
    compile_text(source).render(&TimeZone::UTC, look_up, &mut text);
    compile_header(source).render(&TimeZone::UTC, look_up, &mut header);
    let Ok(template) = compile_html(source) else {
        return;
    };
    template.render(&TimeZone::UTC, look_up, &mut html);
    if template.names().is_empty() {
        assert_eq!(html, source);
    }
    if tags(source).next().is_none() {
        assert_eq!(text, source);
    }
    if source.contains("zz") {
        return;
    }
    let tokens = scan(&html).unwrap_or_default();
    let became_markup = tokens.iter().any(|token| match token {
        Token::Start(tag) => {
            tag.name == "zz-marker"
                || tag
                    .attributes
                    .iter()
                    .any(|attribute| attribute.name == "onzz")
        }
        _ => false,
    });
    assert!(!became_markup, "{html}");
}
