//! The mail that is sent: 10 KB of HTML with 30 merge tags and 5 counted links.

use std::fmt::Write;

pub const SUBJECT: &str = "{{ firstName | you }}, this week's news";

const WORDS: &str = "some words of a newsletter that somebody reads with joy. ";
const PARAGRAPHS: usize = 25;

/// 25 tags in paragraphs, one of each kind of value five times, four in the footer, one in the subject.
pub fn html() -> String {
    let tags = [
        "{{ firstName | you }}",
        "{{ lastName }}",
        "{{ company | your company }}",
        "{{ orders | 0 }}",
        "{{ email }}",
    ];
    let mut mail = String::from(
        "<!doctype html><html><head><title>News</title></head><body style=\"margin:0\">",
    );
    for part in 0..PARAGRAPHS {
        mail.push_str("<p style=\"margin:0 0 16px\">Dear ");
        mail.push_str(tags[part % tags.len()]);
        mail.push_str(", ");
        mail.push_str(&WORDS.repeat(5));
        mail.push_str("</p>\n");
        if part % 5 == 0 {
            // Writing to a string cannot fail.
            let _ = writeln!(
                mail,
                "<a href=\"https://shop.example.com/articles/{part}?from=news\">Read on</a>"
            );
        }
    }
    mail.push_str("<p>{{ brandName }}, {{ brandAddress }}<br>");
    mail.push_str("<a href=\"{{ unsubscribeUrl }}\">Unsubscribe</a> ");
    mail.push_str("<a href=\"{{ viewInBrowserUrl }}\">View in the browser</a></p></body></html>");
    mail
}
