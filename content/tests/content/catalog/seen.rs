//! Templates in a real browser, and their pictures.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::path::Path;

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

#[test]
fn every_picture_shows_its_template() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("catalog");
    let list = std::fs::read_to_string(root.join("pictures.toml")).unwrap();
    let shown: BTreeMap<String, String> = toml::from_str(&list).unwrap();
    let keys = catalog::templates()
        .iter()
        .map(|template| (template.slug.to_owned(), template.picture_key()));
    assert_eq!(shown, keys.collect(), "run `make catalog`");
    for slug in shown.keys() {
        let picture = std::fs::read(root.join("pictures").join(format!("{slug}.webp"))).unwrap();
        let size = image::ImageReader::with_format(
            std::io::Cursor::new(&picture),
            image::ImageFormat::WebP,
        )
        .into_dimensions()
        .unwrap();
        assert_eq!(size, (600, 800), "{slug}");
        assert!(picture.len() < 60_000, "{slug}: {}", picture.len());
    }
}
