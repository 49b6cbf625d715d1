//! The token in a link: all the authority that whoever follows it has.

use postrider_domain::sending::tracking::{Purpose, Read};

use crate::app::App;

/// What an authentic token for one of these purposes says.
pub(super) fn read_token(app: &App, text: &str, purposes: fn(Purpose) -> bool) -> Option<Read> {
    let read = app.keys().track.read(text)?;
    purposes(read.token.purpose).then_some(read)
}
