use std::fmt::Write;
use std::time::{Duration, Instant};

use url::Url;

use super::*;
use crate::web_page::WebPage;

/// As large as a page may be.
const PAGE: usize = 2 << 20;
const SHEET: usize = 1 << 20;

fn filled(piece: impl Fn(usize) -> String, most: usize) -> String {
    let mut text = String::new();
    for number in 0.. {
        let piece = piece(number);
        if text.len() + piece.len() > most {
            break;
        }
        text.push_str(&piece);
    }
    text
}

/// Reads all of it, which must not take long, without any optimisation and beside other tests too.
#[expect(clippy::disallowed_methods, reason = "how long it takes is tested")]
fn read(name: &str, html: String, sheets: &[String]) {
    let started = Instant::now();
    let url = Url::parse("https://acme.test/").unwrap();
    let page = WebPage::read(html, url);
    let manifest = Manifest::default();
    let candidates = logo_candidates(&page, Some(&manifest));
    assert!(candidates.len() <= 10, "{name}");
    page.contact_page();
    identity(&page, Some(&page), Some(&manifest));
    let shown = Shown {
        sheets,
        ..Shown::default()
    };
    theme(&page, &shown);
    let taken = started.elapsed();
    assert!(taken < Duration::from_mins(1), "{name} took {taken:?}");
}

#[test]
fn pages_that_are_made_to_be_slow_are_read_soon() {
    let nested = "<a href=/contact>".repeat(40_000) + &"words ".repeat(100_000);
    let owners = filled(
        |n| format!(r#"{{"@type":"Shop","logo":"/{n}.png"}},"#),
        PAGE,
    );
    let owners = format!(r#"<script type="application/ld+json">[{owners}{{}}]</script>"#);
    let long = "x".repeat(400);
    let pictures = format!("<div class='header {long}'><a href=/>").repeat(60)
        + &"<img class=logo src=a.png>".repeat(40_000);
    let drawings = "<header><a href=/ class=logo>".to_owned()
        + &"<svg viewBox='0 0 1 1'>".repeat(30_000)
        + &"</svg>".repeat(30_000);
    let title = format!("<title>{}</title>", "a | ".repeat(200_000))
        + &"<img alt='logo of a'>".repeat(40_000);
    let lines = "<footer class=footer><address>".repeat(2_000) + &"Road 5<br>".repeat(100_000);
    for (name, html) in [
        ("nested", nested),
        ("owners", owners),
        ("pictures", pictures),
        ("drawings", drawings),
        ("title", title),
        ("lines", lines),
    ] {
        read(name, html, &[]);
    }
}

#[test]
fn style_sheets_that_are_made_to_be_slow_are_read_soon() {
    let page = "<body class=a><h1>x</h1><a class=btn>x</a>";
    let mut names = String::from(":root{--a0:#123456");
    for n in 1..30 {
        let _ = write!(
            names,
            ";--a{n}:{}",
            format!("var(--a{}) ", n - 1).repeat(20)
        );
    }
    let all = "body,h1,h2,h3,h4,h5,h6,.btn,a,#header,p";
    let uses = filled(
        |_| "color:var(--a29);".to_owned(),
        SHEET - names.len() - 100,
    );
    let uses = format!("{names}}}{all}{{{uses}}}");
    let selectors = filled(|_| format!("{}a{{color:red}}", "a,".repeat(49)), SHEET);
    let color = |n: usize| format!("a{{color:#{:06x}}}", n * 211 % 0x00ff_ffff);
    let colors = filled(color, SHEET);
    let own = |n: usize| format!("--brand{n}:#{:06x};", n * 211 % 0x00ff_ffff);
    let brands = format!(":root{{{}}}", filled(own, SHEET - 10));
    for (name, sheet) in [
        ("uses", uses),
        ("selectors", selectors),
        ("colors", colors),
        ("brands", brands),
    ] {
        // Two of the six that are read: what grows with each shows between two, and nobody waits for half a minute.
        read(name, page.to_owned(), &[sheet.clone(), sheet]);
    }
}
