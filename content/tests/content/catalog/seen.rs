//! Templates in a real browser.

use std::fmt::Write;

use postrider_content::catalog;

use crate::browser;

/// Puts into the title which mails are wider than their frame.
const MEASURE: &str = "<script>addEventListener('load',()=>{document.title='wide:'+\
    [...document.querySelectorAll('iframe')].filter(f=>f.contentDocument.documentElement.scrollWidth>f.clientWidth)\
    .map(f=>' '+f.name)})</script>";

#[test]
fn no_template_is_wider_than_a_phone() {
    let mut page = format!("<title>?</title>{MEASURE}");
    let mut frame = |name: &str, html: &str| {
        let source = html.replace('&', "&amp;").replace('"', "&quot;");
        write!(
            page,
            "<iframe name={name} width=375 height=900 srcdoc=\"{source}\"></iframe>"
        )
        .unwrap();
    };
    for template in catalog::templates() {
        frame(template.slug, &template.page());
    }
    // What cannot fail proves nothing: a line that does not break is too wide.
    frame("endless", &"x".repeat(200));
    let document = browser::document(&page);
    assert!(
        document.contains("<title>wide: endless</title>"),
        "{:?}",
        document.get(..500)
    );
}
