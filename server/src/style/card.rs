//! A small page that says one thing: no script, its style inside, nothing from elsewhere.

use std::sync::LazyLock;

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderValue, Response, StatusCode};
use data_encoding::BASE64;
use postrider_domain::palette;

static STYLE: LazyLock<String> =
    LazyLock::new(|| palette::variables() + include_str!("card.css").trim_end());

/// Whose words a page has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// The installation's.
    Own,
    /// A brand's, with its images and a form: content, which is sandboxed.
    Brand,
}

/// `title`, `main` and `footer` are HTML, `variables` is CSS.
pub struct Card<'a> {
    pub origin: Origin,
    pub lang: &'a str,
    pub title: &'a str,
    /// What the brand says about colors.
    pub variables: &'a str,
    pub main: &'a str,
    pub footer: &'a str,
}

impl Card<'_> {
    pub fn respond(&self, status: StatusCode) -> Response<Body> {
        let style = format!("{}{}", *STYLE, self.variables);
        let page = format!(
            "<!doctype html>\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
             <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"robots\" content=\"noindex\">\
             <title>{title}</title><style>{style}</style></head>\
             <body><main role=\"main\">{main}</main>{footer}</body></html>\n",
            lang = self.lang,
            title = self.title,
            main = self.main,
            footer = self.footer,
        );
        let hash = BASE64.encode(digest(&SHA256, style.as_bytes()).as_ref());
        let rest = match self.origin {
            Origin::Own => "form-action 'none'",
            Origin::Brand => "img-src https: http:; form-action 'self'; sandbox allow-forms",
        };
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{hash}'; base-uri 'none'; frame-ancestors 'none'; {rest}"
        );
        let policy = HeaderValue::from_str(&policy)
            .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'; sandbox"));
        let mut response = html(page, policy);
        *response.status_mut() = status;
        response
    }
}

/// A page under a policy that says what it may do.
pub fn html(page: String, policy: HeaderValue) -> Response<Body> {
    let mut response = Response::new(Body::from(page));
    let headers = response.headers_mut();
    let kind = HeaderValue::from_static("text/html; charset=utf-8");
    headers.insert(CONTENT_TYPE, kind);
    headers.insert(CONTENT_SECURITY_POLICY, policy);
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    headers.insert(REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
    headers.insert("x-frame-options", HeaderValue::from_static("DENY"));
    headers.insert(
        "x-robots-tag",
        HeaderValue::from_static("noindex, nofollow"),
    );
    response
}
