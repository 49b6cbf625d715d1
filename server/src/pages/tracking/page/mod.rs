//! The pages behind a mail's links: small, without scripts, in the brand's colors and the reader's language.

mod language;
mod look;
mod words;

use aws_lc_rs::digest::{SHA256, digest};
use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_SECURITY_POLICY, CONTENT_TYPE, REFERRER_POLICY};
use axum::http::{HeaderValue, Response, StatusCode};
use data_encoding::BASE64;

pub(super) use language::Language;
pub(super) use look::Look;

use crate::pages::docs::html::escape;

const STYLE: &str = include_str!("page.css");
const DONE: &str = "<svg class=\"sign\" viewBox=\"0 0 48 48\" aria-hidden=\"true\"><circle cx=\"24\" cy=\"24\" r=\"22\"/>\
    <path d=\"m15 24.500 6.500 6.500L33.500 18\"/></svg>";
const PROBLEM: &str = "<svg class=\"sign\" viewBox=\"0 0 48 48\" aria-hidden=\"true\"><circle cx=\"24\" cy=\"24\" r=\"22\"/>\
    <path d=\"M24 14v13M24 33.500v.1\"/></svg>";

/// What the unsubscribe page shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scene {
    /// Subscribed: asks.
    Ask,
    /// Unsubscribed by this link, and may come back.
    Out,
    /// Unsubscribed in another way.
    OutForGood,
    /// Subscribed again.
    Back,
}

/// What kind of mail the link stands in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Occasion {
    Mail,
    /// The page says so, and that nothing comes of it.
    Test,
}

pub(super) fn show(
    look: &Look,
    language: Language,
    scene: Scene,
    occasion: Occasion,
) -> Response<Body> {
    let words = words::of(language);
    let name = match look.name.as_str() {
        "" => words.sender,
        name => name,
    };
    let text = |text: &str| escape(&text.replace("{brand}", name));
    let button = |action: &str, class: &str, label: &str| {
        format!(
            "<form method=\"post\"><input type=\"hidden\" name=\"action\" value=\"{action}\">\
             <button class=\"{class}\">{}</button></form>",
            text(label)
        )
    };
    let (sign, title, lead, action) = match scene {
        Scene::Ask => (
            "",
            words.ask,
            words.ask_lead,
            button("unsubscribe", "main", words.unsubscribe),
        ),
        Scene::Out => (
            DONE,
            words.out,
            words.out_lead,
            format!(
                "<p class=\"mistake\">{}</p>{}",
                text(words.mistake),
                button("resubscribe", "quiet", words.resubscribe)
            ),
        ),
        Scene::OutForGood => (DONE, words.out, words.out_lead, String::new()),
        Scene::Back => (DONE, words.back, words.back_lead, String::new()),
    };
    let note = match occasion {
        Occasion::Mail => String::new(),
        Occasion::Test => format!("<p class=\"test\" role=\"note\">{}</p>", text(words.test)),
    };
    let main = format!(
        "{note}{mark}{sign}<h1>{title}</h1><p>{lead}</p>{action}",
        mark = look.mark(),
        title = text(title),
        lead = text(lead),
    );
    respond(
        StatusCode::OK,
        &Frame {
            look,
            language,
            title: text(title),
            main: &main,
        },
    )
}

/// For a link that is cut off, made up or of a mail that is gone.
pub(super) fn missing(language: Language) -> Response<Body> {
    let words = words::of(language);
    notice(
        StatusCode::NOT_FOUND,
        language,
        words.missing,
        words.missing_lead,
    )
}

/// For a request that can be made again.
pub(super) fn failed(language: Language) -> Response<Body> {
    let words = words::of(language);
    notice(
        StatusCode::SERVICE_UNAVAILABLE,
        language,
        words.failed,
        words.failed_lead,
    )
}

fn notice(status: StatusCode, language: Language, title: &str, lead: &str) -> Response<Body> {
    let main = format!("{PROBLEM}<h1>{}</h1><p>{}</p>", escape(title), escape(lead));
    respond(
        status,
        &Frame {
            look: &Look::default(),
            language,
            title: escape(title),
            main: &main,
        },
    )
}

/// `title` and `main` are HTML.
struct Frame<'a> {
    look: &'a Look,
    language: Language,
    title: String,
    main: &'a str,
}

fn respond(status: StatusCode, frame: &Frame<'_>) -> Response<Body> {
    let style = format!("{}{STYLE}", frame.look.style());
    let page = format!(
        "<!doctype html>\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\">\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\
         <meta name=\"color-scheme\" content=\"light dark\"><meta name=\"robots\" content=\"noindex\">\
         <title>{title}</title><style>{style}</style></head>\
         <body><main role=\"main\">{main}</main>{footer}</body></html>\n",
        lang = frame.language.tag(),
        title = frame.title,
        main = frame.main,
        footer = frame.look.footer(),
    );
    let hash = BASE64.encode(digest(&SHA256, style.as_bytes()).as_ref());
    let policy = format!(
        "default-src 'none'; style-src 'sha256-{hash}'; img-src https: http:; form-action 'self'; \
         base-uri 'none'; frame-ancestors 'none'; sandbox allow-forms"
    );
    let policy = HeaderValue::from_str(&policy)
        .unwrap_or_else(|_| HeaderValue::from_static("default-src 'none'; sandbox"));
    let mut response = html(page, policy);
    *response.status_mut() = status;
    response
}

/// A page under a policy that says what it may do.
pub(super) fn html(page: String, policy: HeaderValue) -> Response<Body> {
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
