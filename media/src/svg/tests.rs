use std::time::{Duration, Instant};

use super::*;
use crate::image::ImageError;

fn svg(inside: &str) -> String {
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="20">{inside}</svg>"#
    )
}

/// Whatever becomes of it, it is soon.
#[expect(clippy::disallowed_methods, reason = "how long it takes is tested")]
fn soon(text: &str) -> Result<image::RgbaImage, ImageError> {
    let started = Instant::now();
    let drawn = draw(text.as_bytes());
    assert!(started.elapsed() < Duration::from_secs(10), "{text:.200}");
    drawn
}

#[test]
fn a_drawing_has_its_shape_colours_and_letters() {
    let drawn = soon(&svg(r##"<rect width="20" height="20" fill="#ff0000"/>"##)).unwrap();
    assert_eq!(drawn.dimensions(), (200, 100));
    assert_eq!(drawn.get_pixel(50, 50).0, [255, 0, 0, 255]);
    assert_eq!(drawn.get_pixel(150, 50).0[3], 0);
    for family in ["Inter", "Comic Sans MS", "serif", "Helvetica, sans-serif"] {
        let text = format!(r#"<text y="15" font-family="{family}">Wörld</text>"#);
        let inked = soon(&svg(&text)).unwrap();
        assert!(
            inked.pixels().filter(|pixel| pixel.0[3] > 128).count() > 500,
            "{family}"
        );
    }
    let large = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9000 90"><path d="M0 0h9000v90H0z"/></svg>"#;
    assert_eq!(soon(large).unwrap().dimensions(), (1_600, 16));
}

#[test]
fn nothing_is_fetched_and_nothing_foreign_is_shown() {
    let secret = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/images/plain.jpg");
    for link in [
        secret,
        "/etc/passwd",
        "file:///etc/passwd",
        "http://127.0.0.1:9/a.png",
    ] {
        let image = format!(r#"<image width="40" height="20" xlink:href="{link}"/>"#);
        assert_eq!(soon(&svg(&image)), Err(ImageError::Empty), "{link}");
        let used = format!(r#"<use xlink:href="{link}#a"/>"#);
        assert_eq!(soon(&svg(&used)), Err(ImageError::Empty), "{link}");
    }
    let entity = r#"<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]>"#;
    let text = format!("{entity}{}", svg(r#"<text y="15">&x;</text>"#));
    assert!(soon(&text).is_err());
}

#[test]
fn bombs_are_refused() {
    let laugh = |level: usize| {
        let before = format!("&l{};", level - 1).repeat(10);
        format!(r#"<!ENTITY l{level} "{before}">"#)
    };
    let laughs: String = (1..20).map(laugh).collect();
    let laughs = format!(
        r#"<!DOCTYPE svg [<!ENTITY l0 "ha">{laughs}]>{}"#,
        svg(r#"<text y="15">&l19;</text>"#)
    );
    let group = |level: usize| {
        let before = format!(r##"<use xlink:href="#g{}"/>"##, level - 1).repeat(10);
        format!(r#"<g id="g{level}">{before}</g>"#)
    };
    let uses: String = (1..20).map(group).collect();
    let uses = svg(&format!(r#"<rect id="g0" width="9" height="9"/>{uses}"#));
    let itself = svg(r##"<g id="a"><rect width="9" height="9"/><use xlink:href="#a"/></g>"##);
    let deep = svg(&format!("{}{}", "<g>".repeat(5_000), "</g>".repeat(5_000)));
    let effects = r#"<feGaussianBlur stdDeviation="9"/>"#.repeat(2_000);
    let effects = format!(
        r#"<filter id="f">{effects}</filter><rect width="40" height="20" filter="url(#f)"/>"#
    );
    let layers = r#"<rect width="40" height="20" opacity="0.5"/>"#.repeat(9_000);
    let layers = svg(&layers).replace(
        r#"width="40" height="20">"#,
        r#"width="1600" height="1600" viewBox="0 0 40 20" preserveAspectRatio="none">"#,
    );
    let noise = r#"<filter id="f"><feTurbulence numOctaves="9999999"/></filter><rect width="9" height="9" filter="url(#f)"/>"#;
    let long = svg(&"<g/>".repeat(400_000));
    for (name, bomb) in [
        ("laughs", laughs),
        ("uses", uses),
        ("itself", itself),
        ("deep", deep),
        ("effects", svg(&effects)),
        ("layers", layers),
        ("noise", svg(noise)),
        ("long", long),
        ("no drawing", "<html><svg></html>".to_owned()),
        ("nothing", String::new()),
    ] {
        assert!(soon(&bomb).is_err(), "{name}");
    }
}

#[test]
fn letters_that_the_typeface_lacks_are_told() {
    for (text, unknown) in [
        ("Sale – 50 % off, até já, Ελλάδα, привет €", ""),
        ("特価 sale", "特価"),
        ("مرحبا", "مرحبا"),
        ("Wow \u{1F389}\u{FE0F}", "\u{1F389}"),
        ("a\u{200D} \n\tb", ""),
    ] {
        assert_eq!(unknown_letters(text), unknown, "{text}");
    }
}
