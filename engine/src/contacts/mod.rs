//! Contacts as the API and the background write them.

pub mod deleting;
pub mod departing;
pub mod filtering;
mod fitting;
pub mod landing;
mod planning;
mod rows;
pub mod single;
pub mod write;
