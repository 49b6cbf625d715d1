//! Contacts as the API and the background write them.

pub mod deleting;
pub mod departing;
pub mod filtering;
pub mod landing;
pub mod single;
pub mod write;
