//! What a person reads in the browser where there is nothing else to show.

use axum::body::Body;
use axum::http::{Response, StatusCode};

use super::MARK;
use super::card::{Card, Origin};
use super::text::{escape, prose};

/// Plain words; what stands between backticks is shown as code.
pub struct Notice<'a> {
    pub title: &'a str,
    pub lead: &'a str,
    /// What to do about it.
    pub suggestion: &'a str,
    /// Where to go from here, and what that is called.
    pub links: &'a [(&'a str, &'a str)],
    /// What to quote when asking for help.
    pub reference: &'a str,
}

impl Notice<'_> {
    pub fn respond(&self, status: StatusCode) -> Response<Body> {
        let paragraph = |text: &str| match text {
            "" => String::new(),
            text => format!("<p>{}</p>", prose(text)),
        };
        let link = |(address, name): &(&str, &str)| {
            format!("<a href=\"{}\">{}</a>", escape(address), escape(name))
        };
        let links: String = self.links.iter().map(link).collect();
        let main = format!(
            "<span class=\"horn\" aria-hidden=\"true\">{MARK}</span><h1>{}</h1>{}{}<nav aria-label=\"Pages\">{links}</nav>",
            escape(self.title),
            paragraph(self.lead),
            paragraph(self.suggestion),
        );
        let footer = match self.reference {
            "" => String::new(),
            reference => format!("<footer><code>{}</code></footer>", escape(reference)),
        };
        Card {
            origin: Origin::Own,
            lang: "en",
            title: &format!("{} · Postrider", escape(self.title)),
            variables: "",
            main: &main,
            footer: &footer,
        }
        .respond(status)
    }
}
