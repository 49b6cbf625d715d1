//! Fetches what strangers name, and reaches nothing that is not theirs: every address is looked up, checked
//! and then connected to as it was checked, at each redirect again, and size and time are bounded.

mod data_uri;
mod destination;
mod error;
mod fetched;
mod fetcher;
mod limits;
#[cfg(test)]
mod tests;

pub use error::FetchError;
pub use fetched::Fetched;
pub use fetcher::Fetcher;
pub use limits::Limits;
