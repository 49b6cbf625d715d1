//! The built-in designer: makes a sketch of a prompt without any model. It is pure: the same brief gives the same mail.
//! So far it tells what a prompt is about, and in which language.

pub mod intent;
pub mod language;
