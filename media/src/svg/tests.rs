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

/// Levels that stand for each other: `inside` makes what each is of the name of the one before it.
fn levels(count: usize, inside: impl Fn(usize, &str) -> String) -> String {
    let one = |level: usize| inside(level, &format!("#l{}", level - 1));
    (1..count).map(one).collect()
}

/// What refers to a thing by a style is as much as what holds it.
#[test]
fn bombs_of_references_are_refused() {
    let rect = r#"<rect width="9" height="9""#;
    let markers = levels(7, |level, before| {
        let points = "1,1 2,2 ".repeat(300);
        format!(
            r#"<marker id="l{level}"><polyline points="{points}" marker-mid="url({before})"/></marker>"#
        )
    });
    let masks = levels(20, |level, before| {
        let masked = format!(r#"{rect} mask="url({before})"/>"#).repeat(9);
        format!(r#"<mask id="l{level}">{masked}</mask>"#)
    });
    let styled = levels(20, |level, before| {
        let clipped = format!(r#"{rect} style="clip-path : url( '{before}' )"/>"#).repeat(9);
        format!(r#"<clipPath id="l{level}">{clipped}</clipPath>"#)
    });
    let patterns = levels(20, |level, before| {
        let filled = format!("{rect}/>").repeat(9);
        format!(
            r#"<pattern id="l{level}" width="1" height="1"><g fill="url({before})">{filled}</g></pattern>"#
        )
    });
    let effects = levels(20, |level, before| {
        let images = format!(r#"<feImage href="{before}"/>"#).repeat(9);
        format!(
            r#"<filter id="f{level}">{images}</filter>{rect} id="l{level}" filter="url(#f{level})"/>"#
        )
    });
    let sheets = levels(20, |level, before| {
        let masked = format!(r#"{rect} class="c{level}"/>"#).repeat(9);
        format!(
            "<style>.c{level}{{mask:url({before})}}</style><mask id=\"l{level}\">{masked}</mask>"
        )
    });
    let two_links = levels(20, |level, before| {
        let both = format!(r##"<use xlink:href="#none" href="{before}"/>"##).repeat(9);
        format!(r#"<g id="l{level}">{both}</g>"#)
    });
    let first = format!(r#"{rect} id="l0"/>"#);
    let round = r#"<mask id="a"><rect width="9" height="9" mask="url(#b)"/></mask>
        <mask id="b"><rect width="9" height="9" mask="url(#c)"/></mask>
        <mask id="c"><rect width="9" height="9" mask="url(#a)"/></mask>
        <rect width="9" height="9" mask="url(#a)"/>"#;
    let inherited = r#"<mask id="a"><rect width="9" height="9"/></mask>
        <g mask="url(#a)"><rect width="9" height="9" mask="inherit"/></g>"#;
    for (name, bomb) in [
        ("markers", markers),
        ("masks", first.clone() + &masks),
        ("clips by style", first.clone() + &styled),
        ("patterns", first.clone() + &patterns),
        ("effects", first.clone() + &effects),
        ("sheets", first.clone() + &sheets),
        ("two links", first + &two_links),
        ("round", round.to_owned()),
        ("inherited", inherited.to_owned()),
    ] {
        assert_eq!(soon(&svg(&bomb)), Err(ImageError::TooComplex), "{name}");
    }
}

/// One that nothing leads to is drawn nowhere.
#[test]
fn markers_are_refused_where_they_are_used() {
    let marked = r#"<marker id="m"><path d="M0 0h9v9z"/></marker><path d="M1 1h9" stroke="red" marker-end="url(#m)"/>"#;
    let marked_by_sheet = r#"<style>path{marker:url(#m)}</style><marker id="m"><rect width="9" height="9"/></marker>
        <path d="M1 1h9" stroke="red"/>"#;
    let unused =
        r#"<marker id="m"><path d="M0 0h9v9z"/></marker><path d="M1 1h9v9z" marker-end="none"/>"#;
    for used in [marked, marked_by_sheet] {
        assert_eq!(soon(&svg(used)), Err(ImageError::TooComplex), "{used}");
    }
    assert!(soon(&svg(unused)).is_ok());
}

#[test]
fn bombs_of_words_and_numbers_are_refused() {
    let path = format!(r#"<path id="p" d="M0 0{}"/>"#, "h1v1".repeat(100_000));
    let long_path = path + &r##"<use href="#p"/>"##.repeat(4_000);
    let words = format!(r#"<text y="9">{}</text>"#, "word ".repeat(100_000));
    let rules = format!(
        "<style>*{{{}}}</style>{}",
        "fill:red;".repeat(3_000),
        "<g/>".repeat(9_000)
    );
    let comb = format!(
        r#"<path d="M0 0{}"/>"#,
        "h.0001v20h.0001v-20".repeat(40_000)
    );
    let comb = svg(&comb).replace(
        r#"width="40" height="20">"#,
        r#"width="1600" height="1600" viewBox="0 0 40 20" preserveAspectRatio="none">"#,
    );
    let circles = r#"<circle r="9e37" stroke="red"/>"#.repeat(9_000);
    let dashes = r#"<path d="M0 10h40" stroke="red" stroke-dasharray="0.00001"/>"#.repeat(900);
    let merges = "<feMergeNode/>".repeat(9_000);
    let merges = format!(
        r#"<filter id="f"><feMerge>{merges}</feMerge></filter>
        <rect width="40" height="20" filter="url(#f)"/>"#
    );
    let entity = |inside: &str, count: usize| {
        let declared = format!(r#"<!DOCTYPE svg [<!ENTITY a "{inside}">]>"#);
        let named = format!(r#"<path d="M0 0{}"/>"#, "&a;".repeat(count));
        format!("{declared}{}", svg(&named))
    };
    for (name, bomb) in [
        ("a long path", svg(&long_path)),
        ("words", svg(&words)),
        ("rules", svg(&rules)),
        ("a comb", comb),
        ("circles", svg(&circles)),
        (
            "an arc",
            svg(r#"<path d="M0 0A1e300 1e300 0 0 1 1e300 5"/>"#),
        ),
        (
            "a share of a vast room",
            svg(r#"<svg viewBox="0 0 1e30 1e30"><circle r="50%"/></svg>"#),
        ),
        (
            "a share of vast letters",
            svg(r#"<svg width="9em" font-size="1e30"><circle r="50%"/></svg>"#),
        ),
        ("a vast share", svg(r#"<circle r="1e30%"/>"#)),
        ("dashes", svg(&dashes)),
        ("merges", svg(&merges)),
        ("an entity", entity(&"h1".repeat(200_000), 100_000)),
        ("entities in it", entity("&#38;", 1)),
    ] {
        assert_eq!(soon(&bomb), Err(ImageError::TooComplex), "{name}");
    }
}

#[test]
fn curves_that_are_as_large_as_vast_letters_are_refused() {
    for (name, bomb) in [
        ("many letters", svg(r#"<circle r="101em"/>"#)),
        (
            "a vast letter",
            svg(r#"<g font-size="1e30"><circle r="1em"/></g>"#),
        ),
        (
            "letters of letters",
            svg(r#"<g font-size="99em"><circle r="1ex"/></g>"#),
        ),
        (
            "a vast letter by style",
            svg(r#"<g style="font:1e30px serif"><circle r="1em"/></g>"#),
        ),
        (
            "a vast letter by sheet",
            svg(r#"<style>g{Font-Size:1e30px}</style><g><rect rx="1em"/></g>"#),
        ),
    ] {
        assert_eq!(soon(&bomb), Err(ImageError::TooComplex), "{name}");
    }
}

/// As drawing programs write them.
#[test]
fn drawings_of_every_day_are_drawn() {
    let illustrator = r##"<!DOCTYPE svg [<!ENTITY ns "http://ns.adobe.com/x/1.0/">]>
        <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:i="&ns;" viewBox="0 0 40 20">
        <defs><style>.cls-1{fill:none;}.cls-2{clip-path:url(#clip);}.cls-3{fill:url(#blend);}</style>
        <clipPath id="clip"><rect class="cls-1" width="40" height="20"/></clipPath>
        <linearGradient id="base"><stop offset="0" stop-color="red"/><stop offset="1" stop-color="#00f"/></linearGradient>
        <linearGradient id="blend" x2="40" gradientUnits="userSpaceOnUse" xlink:href="#base"/></defs>
        <g class="cls-2"><path class="cls-3" d="M0,0H40V20H0Z"/></g></svg>"##;
    let figma = r##"<svg width="40" height="20" viewBox="0 0 40 20" fill="none" xmlns="http://www.w3.org/2000/svg">
        <g id="Frame 1 (a; b)" clip-path="url(#clip0_1_2)"><mask id="m" style="mask-type:luminance" maskUnits="userSpaceOnUse"
        x="0" y="0" width="40" height="20"><path d="M40 0H0V20H40V0Z" fill="white"/></mask><g mask="url(#m)">
        <g filter="url(#shadow)"><circle cx="20" cy="10" r="8" fill="url(#paint0)"/></g></g></g>
        <defs><filter id="shadow"><feDropShadow dy="1" stdDeviation="1"/></filter><radialGradient id="paint0" cx="50%" cy="50%"
        r="50%"><stop stop-color="#ff0"/><stop offset="1"/></radialGradient><clipPath id="clip0_1_2"><rect width="40"
        height="20" fill="white"/></clipPath></defs></svg>"##;
    let icon = r##"<svg xmlns="http://www.w3.org/2000/svg" width="1em" height="1em" viewBox="0 0 24 24"><symbol id="s"
        viewBox="0 0 24 24"><path fill="none" stroke="#000" stroke-width="2" stroke-dasharray="4 2"
        d="M21 12a9 9 0 11-6.219-8.56"/></symbol><use href="#s" style="marker:none;stroke-dasharray:none"/></svg>"##;
    let inkscape = r#"<svg xmlns="http://www.w3.org/2000/svg" width="40mm" height="20mm" viewBox="0 0 40 20"><defs>
        <marker id="Arrow1" orient="auto"><path d="M0 0L5-5-12 0 5 5z" style="stroke:#000;marker-start:none"/></marker></defs>
        <path d="M2 2h30v10" style="fill:#000;filter:none;font-family:inherit"/></svg>"#;
    let corel = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20"><defs><style type="text/css"><![CDATA[
        @font-face { font-family:"Arial";font-variant:normal;src:url("#FontID0") format(svg)}
        /* the logo's own */ .fil0 {fill:url(#id0)} .fnt0 {font-family:'Arial'}
        @media (prefers-color-scheme:dark) { .fil1 {fill:white} } ]]></style>
        <linearGradient id="id0"><stop offset="0"/></linearGradient></defs><path class="fil0" d="M0 0h40v20z"/></svg>"##;
    let avatar = r#"<svg xmlns="http://www.w3.org/2000/svg" width="1em" height="1em" viewBox="0 0 40 40"><circle cx="50%"
        cy="50%" r="50%"/><rect width="20" height="10" rx="50%"/><ellipse rx="50%" ry="25%"/></svg>"#;
    let badge = r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 20" font-size="16px"><rect width="40" height="20" rx=".5em"
        style="fill:#036"/><circle cx="1em" cy="10" r="0.5em" fill="#fff"/><g font-size="9.5"><ellipse cx="30" cy="10" rx="1ex"
        ry="1em"/></g></svg>"##;
    for (name, drawing) in [
        ("badge", badge),
        ("illustrator", illustrator),
        ("figma", figma),
        ("icon", icon),
        ("inkscape", inkscape),
        ("corel", corel),
        ("avatar", avatar),
    ] {
        assert!(soon(drawing).is_ok(), "{name}: {:?}", soon(drawing).err());
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
