//! The frame of a page of the reference.

use crate::style::{MARK, escape};

/// `main` is HTML.
pub struct Frame<'a> {
    pub title: &'a str,
    /// What stands beside the content: a navigation, or nothing.
    pub side: &'a str,
    pub main: &'a str,
}

impl Frame<'_> {
    pub fn page(&self) -> String {
        let class = if self.side.is_empty() {
            "plain"
        } else {
            "reference"
        };
        format!(
            "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><title>{title} · Postrider</title>\
             <link rel=\"icon\" href=\"/docs/icon.svg\" type=\"image/svg+xml\">\
             <link rel=\"stylesheet\" href=\"/docs/reference.css\">\
             <script src=\"/docs/reference.js\" defer></script></head>\
             <body class=\"{class}\"><a class=\"skip\" href=\"#content\">Skip to the content</a>\
             <header class=\"top\"><a class=\"brand\" href=\"/docs\"><span class=\"horn\" aria-hidden=\"true\">{MARK}</span><span>Postrider</span></a>\
             <nav aria-label=\"Pages\"><a href=\"/docs\">Reference</a><a href=\"/docs/errors\">Errors</a>\
             <a href=\"/openapi.json\">OpenAPI</a></nav></header>\
             {side}<main id=\"content\" tabindex=\"-1\">{main}</main></body></html>\n",
            title = escape(self.title),
            side = self.side,
            main = self.main,
        )
    }
}
