//! Layouts in a real browser. The pages stay in the target folder, for whoever wants to look at them.

use std::fmt::Write;
use std::path::Path;

use postrider_content::compose::compose;

use super::{every, render, samples};
use crate::browser;

/// Puts into the title which mails are wider than their frame.
const MEASURE: &str = "<script>addEventListener('load',()=>{document.title='wide:'+\
    [...document.querySelectorAll('iframe')].filter(f=>f.contentDocument.documentElement.scrollWidth>f.clientWidth)\
    .map(f=>' '+f.name)})</script>";

#[test]
fn no_layout_is_wider_than_a_phone() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("layouts");
    std::fs::create_dir_all(&folder).unwrap();
    let mut page = format!("<title>?</title>{MEASURE}");
    every(|name, sketch, look, layout| {
        let html = render(&compose(sketch, look, layout)).html;
        let name = name.to_lowercase().replace(", ", "-");
        std::fs::write(folder.join(format!("{name}.html")), &html).unwrap();
        let source = html.replace('&', "&amp;").replace('"', "&quot;");
        write!(
            page,
            "<iframe name={name} width=375 height=900 srcdoc=\"{source}\"></iframe>"
        )
        .unwrap();
    });
    // What cannot fail proves nothing: a line that does not break is too wide.
    let endless = "x".repeat(200);
    write!(
        page,
        "<iframe name=endless width=375 srcdoc=\"{endless}\"></iframe>"
    )
    .unwrap();
    assert_eq!(
        samples::all().len() * samples::looks().len() * 6 + 1,
        page.matches("<iframe").count()
    );
    let document = browser::document(&page);
    assert!(
        document.contains("<title>wide: endless</title>"),
        "{:?}",
        document.get(..500)
    );
}
