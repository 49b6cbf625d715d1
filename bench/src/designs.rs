//! What designs cost: rendering a document, filling in merge tags for one recipient, importing HTML.

use std::hint::black_box;

use jiff::tz::TimeZone;
use postrider_content::document::{self, Footer, RenderOptions};
use postrider_content::report::AssetReport;
use postrider_content::{html, merge};
use postrider_domain::designs::merge::Value;

use crate::outcome::Result;
use crate::plain::{Line, Plain, interleaved};

/// A realistic newsletter, as the tests have it.
const DOCUMENT: &str = include_str!("../../content/tests/documents/newsletter.json");

pub fn measure() -> Result<Plain> {
    Ok(Plain {
        title: "designs",
        lines: vec![document_to_html()?, merge_tags()?, import()?],
    })
}

fn document_to_html() -> Result<Line> {
    let document = document::read(
        &serde_json::from_str(DOCUMENT)?,
        "document",
        &html::Rules::default(),
        &mut AssetReport::default(),
    )
    .map_err(|problem| problem.message)?;
    let options = RenderOptions {
        footer: Footer::WhereMissing,
        icons: "https://mail.example.com/icons".to_owned(),
    };
    let rendered = document::render(&document, &options);
    let line = interleaved(
        200,
        || drop(black_box(document::render(&document, &options))),
        || drop(black_box(html::scan::scan(&rendered.html))),
    )?;
    Ok(Line {
        name: "document to HTML and text",
        beside: "one scan of that HTML",
        goal_us: 5000.0,
        ..line
    })
}

fn merge_tags() -> Result<Line> {
    let source = mail_of_10_kb();
    let template = merge::compile_html(&source).map_err(|error| error.message)?;
    let recipient = [
        ("firstName", "Ada"),
        ("lastName", "O'Neil & Sons"),
        ("plan", "pro <annual>"),
        (
            "unsubscribeUrl",
            "https://mail.example.com/unsubscribe/0123456789abcdef",
        ),
    ];
    let look_up = |name: &str| {
        let found = recipient.iter().find(|(known, _)| *known == name);
        found.map(|(_, value)| Value::Text(value))
    };
    let (mut filled, mut copied) = (String::new(), String::new());
    // The kernel counts in ticks of milliseconds: a round takes a good many of them.
    let line = interleaved(
        100_000,
        || {
            filled.clear();
            template.render(&TimeZone::UTC, look_up, &mut filled);
            black_box(&filled);
        },
        || {
            copied.clear();
            copied.push_str(black_box(&source));
            black_box(&copied);
        },
    )?;
    Ok(Line {
        name: "merge tags, 10 KB, 30 tags",
        beside: "one copy of those bytes",
        goal_us: 15.0,
        ..line
    })
}

fn import() -> Result<Line> {
    let source = newsletter_of_100_kb();
    let line = interleaved(
        100,
        || drop(black_box(html::import(&source, None))),
        || drop(black_box(html::scan::scan(&source))),
    )?;
    Ok(Line {
        name: "import of 100 KB HTML",
        beside: "one scan of that HTML",
        goal_us: 50_000.0,
        ..line
    })
}

fn mail_of_10_kb() -> String {
    let mut mail = String::from("<html><body>");
    for part in 0..25 {
        mail.push_str("<p style=\"margin:0 0 16px\">Hello {{ firstName | you }}, ");
        mail.push_str(&"some words of a newsletter that somebody reads. ".repeat(7));
        mail.push_str("</p>");
        if part % 5 == 0 {
            mail.push_str("<a href=\"https://shop.example.com/?plan={{ plan }}\">Read on</a>");
        }
    }
    mail.push_str("</body></html>");
    mail
}

fn newsletter_of_100_kb() -> String {
    let row = "<table role=\"presentation\" width=\"100%\"><tr><td style=\"padding:8px;font-family:Arial\">\
        <img src=\"https://images.example.com/a.png\" alt=\"A picture\" width=\"200\">Some words &amp; more \
        <a href=\"https://shop.example.com/?id=1&amp;x=2\" style=\"color:#333333\">a link</a></td></tr></table>\n";
    let mut page = String::from("<!doctype html><html><head><title>News</title></head><body>");
    while page.len() < 100 * 1024 {
        page.push_str(row);
    }
    page + "</body></html>"
}
