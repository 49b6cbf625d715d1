//! HTML that was made to do harm.

mod growing;
mod invented;
mod markup;
mod places;

use std::time::Duration;

use postrider_content::html::{clean, import};

/// Generous: debug builds. What is quadratic takes minutes.
pub fn quickly<T>(what: &str, work: impl FnOnce() -> T) -> T {
    let before = processor_time();
    let result = work();
    let taken = processor_time().saturating_sub(before);
    assert!(taken < Duration::from_secs(30), "{what} took {taken:?}");
    result
}

/// What this thread was given of a processor: others who want it too do not count.
fn processor_time() -> Duration {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = told
        .split_whitespace()
        .next()
        .and_then(|first| first.parse().ok());
    Duration::from_nanos(nanoseconds.expect("the kernel says how long a thread ran"))
}

const MEGABYTE: usize = 1024 * 1024;

#[test]
fn the_largest_html_is_read_quickly() {
    let piece = "<p>Hello <a href='https://x.example/?a=1&amp;b'>you</a></p>\n";
    let html = piece.repeat(5 * MEGABYTE / piece.len());
    let import = quickly("import", || import(&html, None).unwrap());
    let rendered = quickly("render", || import.document.render(None));
    assert!(rendered.html == html);
}

#[test]
fn one_thing_again_and_again_is_read_quickly() {
    for piece in [
        "x",
        "<b>",
        "</i>",
        "<script>",
        "<svg>",
        "<p onx=1>",
        "&amp;",
        "{{",
        "<!--[if mso]><a href=x>y</a><![endif]-->",
        "<a href='javascript:x'>y</a>",
        "<div style='background:url(https://x.example/i.png)'>",
        "<img src='https://x.example/i.png'>",
        "<style>a{b:expression(1)}</style>",
    ] {
        let html = piece.repeat(MEGABYTE / 4 / piece.len());
        let result = quickly(piece, || import(&html, None));
        if let Ok(import) = result {
            quickly(piece, || import.document.render(Some("<p>bye</p>")));
        }
    }
}

#[test]
fn different_offences_without_end_are_told_in_few_words() {
    let mut html = String::new();
    for number in 0..200_000 {
        html.extend(["<p on", &number.to_string(), "=x>"]);
    }
    let cleaned = quickly("names", || clean(&html).unwrap());
    assert!(cleaned.stripped.len() <= 101);
    assert_eq!(
        cleaned
            .stripped
            .iter()
            .map(|entry| entry.count)
            .sum::<u32>(),
        200_000
    );
    assert!(cleaned.html == "<p>".repeat(200_000));
}

#[test]
fn ten_thousand_nested_tables_are_read() {
    let html = format!(
        "{}deep{}",
        "<table><tr><td>".repeat(10_000),
        "</td></tr></table>".repeat(10_000)
    );
    let import = quickly("nested tables", || import(&html, None).unwrap());
    let rendered = quickly("nested tables", || import.document.render(None));
    assert!(rendered.html == html);
    assert_eq!(rendered.text, "deep");
}

#[test]
fn nested_comments_and_texts_end_somewhere() {
    for html in [
        "<!--[if mso]>".repeat(100_000),
        "<noscript>".repeat(100_000),
        "<textarea>".repeat(100_000),
        "<svg><style>".repeat(100_000),
        format!(
            "{}x",
            "<i><table><td>".repeat(5_000) + &"<b>".repeat(100_000) + &"</i>".repeat(100_000)
        ),
    ] {
        quickly("nesting", || {
            let _ = import(&html, None);
        });
    }
}

#[test]
fn entities_do_not_multiply() {
    let html = r#"<!DOCTYPE html [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;"><!ENTITY lol3 "&lol2;&lol2;">]><p>&lol3;</p>"#;
    let rendered = import(html, None).unwrap().document.render(None);
    assert!(rendered.html.contains("&lol3;"));
    assert!(rendered.text.len() < 200, "{}", rendered.text);
}
