//! What the links in mails lead to: the pixel, counted links, the mail in the browser, and the unsubscribe page.
//! Open to everybody; a token is all the authority there is, and nothing that a request brings is shown again.

mod click;
mod evidence;
mod open;
mod page;
mod unsubscribe;
mod view;

use axum::http::Method;
use postrider_domain::contract::paths::{CLICK, OPEN, UNSUBSCRIBE, VIEW};
use postrider_domain::sending::track::{Purpose, Read};

use crate::api::row::Row;
use crate::app::App;
use crate::config::process_role::ProcessRole;

const GET: Method = Method::GET;
const POST: Method = Method::POST;

pub fn rows() -> Vec<Row> {
    let role = Some(ProcessRole::Track);
    vec![
        Row::page("pages.open", GET, OPEN.pattern, role, open::pixel),
        Row::page("pages.click", GET, CLICK.pattern, role, click::redirect),
        Row::page("pages.view", GET, VIEW.pattern, role, view::page),
        Row::page(
            "pages.askToUnsubscribe",
            GET,
            UNSUBSCRIBE.pattern,
            role,
            unsubscribe::page,
        ),
        Row::page(
            "pages.unsubscribe",
            POST,
            UNSUBSCRIBE.pattern,
            role,
            unsubscribe::change,
        ),
    ]
}

/// What an authentic token for one of these purposes says.
fn read(app: &App, text: &str, purposes: fn(Purpose) -> bool) -> Option<Read> {
    let read = app.keys().track.read(text)?;
    purposes(read.token.purpose).then_some(read)
}
