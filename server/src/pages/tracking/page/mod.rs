//! The pages behind a mail's links: small, without scripts, in the brand's colors and the reader's language.

mod language;
mod look;
mod words;

use axum::body::Body;
use axum::http::{Response, StatusCode};

pub(super) use language::Language;
pub(super) use look::Look;

use crate::style::{Card, MARK, Origin, escape};

const DONE: &str = "<svg class=\"sign\" viewBox=\"0 0 48 48\" aria-hidden=\"true\"><circle cx=\"24\" cy=\"24\" r=\"22\"/>\
    <path d=\"m15 24.500 6.500 6.500L33.500 18\"/></svg>";

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
    respond(StatusCode::OK, look, language, (&text(title), &main))
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
    let (title, lead) = (escape(title), escape(lead));
    let main = format!(
        "<span class=\"horn\" aria-hidden=\"true\">{MARK}</span><h1>{title}</h1><p>{lead}</p>"
    );
    respond(status, &Look::default(), language, (&title, &main))
}

/// `title` and `main` are HTML.
fn respond(
    status: StatusCode,
    look: &Look,
    language: Language,
    (title, main): (&str, &str),
) -> Response<Body> {
    Card {
        origin: Origin::Brand,
        lang: language.tag(),
        title,
        variables: &look.style(),
        main,
        footer: &look.footer(),
    }
    .respond(status)
}
