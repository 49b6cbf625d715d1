//! What mail clients make of a mail. Each is simulated: its markup and its styles are cut down to what the client is known
//! to understand, as HTML that a browser shows in the same way. What is no question of markup is not simulated: fonts, Word's
//! line heights, the client's own frame around the mail.

mod attributes;
mod conditions;
mod dark;
mod declaration;
mod gmail;
mod markup;
mod notes;
mod office;
mod profiles;
mod selector;
mod shape;
mod sheet;
mod stated;
mod support;
mod word;

use std::borrow::Cow;

use self::declaration::Reading;
use self::notes::Notes;
pub use self::profiles::{CLIENTS, Client, Family, Viewport};
use crate::report::ImportError;

/// A mail as a client shows it.
#[derive(Debug)]
pub struct Shown {
    pub html: String,
    pub viewport: Viewport,
    pub dark: bool,
    /// What the client drops in this mail.
    pub warnings: Vec<String>,
    pub label: String,
}

/// Shows a mail as a client would. Merge tags must have been filled in before: a quote in one means something to a parser.
pub fn show(html: &str, client: &'static Client) -> Result<Shown, ImportError> {
    let mut reading = Reading {
        client,
        notes: Notes::default(),
    };
    let mut html = Cow::Borrowed(html);
    if client.program.is_gmail()
        && let Some(clipped) = gmail::clipped(&html, &mut reading.notes)?
    {
        html = Cow::Owned(clipped);
    }
    if client.program.is_word() {
        html = Cow::Owned(conditions::seen_by_word(&html));
    }
    let mut html = markup::understood_markup(&html, &mut reading)?;
    if client.program.is_word() {
        html = office::translated(&html, client.scheme)?;
    }
    Ok(Shown {
        html,
        viewport: client.viewport,
        dark: client.is_dark(),
        warnings: reading.notes.told(),
        label: client.label(),
    })
}
