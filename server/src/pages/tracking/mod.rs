//! What the links in mails lead to: the pixel, counted links, the mail in the browser, and the unsubscribe page.
//! Open to everybody; a token is all the authority there is, and nothing that a request brings is shown again.

mod click;
mod evidence;
mod links;
mod open;
mod page;
mod token;
mod unsubscribe;
mod view;

pub use links::rows;
