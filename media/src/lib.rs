//! Images that somebody else made: fetched from where strangers say, and looked at before they are believed.
//! Knows neither the database nor the API.

pub mod browser;
pub mod fetch;
pub mod gif;
pub mod image;
pub mod logo;
pub mod svg;
pub mod transform;
pub mod video;
