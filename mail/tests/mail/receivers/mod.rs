//! What receivers make of a mail: where it lies, what filters say, what is said of who it is from.

mod authentication;
mod filters;
mod hostile;
mod logins;
mod seeds;
