//! What the links in mails lead to: the pixel, counted links, the mail in the browser, and the unsubscribe page.
//! Open to everybody; a token is all the authority there is, and nothing that a request brings is shown again.

mod click;
mod evidence;
mod open;
mod page;
mod unsubscribe;
mod view;

use axum::Router;
use axum::routing::get;
use postrider_domain::track::{Purpose, Read};

use crate::app::App;

pub fn router<S: Clone + Send + Sync + 'static>(app: &App) -> Router<S> {
    Router::new()
        .route("/o/{name}", get(open::pixel))
        .route("/c/{token}", get(click::redirect))
        .route("/view/{token}", get(view::page))
        .route(
            "/unsubscribe/{token}",
            get(unsubscribe::page).post(unsubscribe::change),
        )
        .with_state(app.clone())
}

/// What an authentic token for one of these purposes says.
fn read(app: &App, text: &str, purposes: fn(Purpose) -> bool) -> Option<Read> {
    let read = app.keys().track.read(text)?;
    purposes(read.token.purpose).then_some(read)
}
