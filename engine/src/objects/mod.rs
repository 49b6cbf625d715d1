//! Files too large for a row: imports that wait, images. Every process that shares the database
//! reaches the same ones.

mod error;
mod location;
mod mark;
mod moving;
mod room;
mod store;
mod sweeping;
mod upload;

pub use error::ObjectError;
pub use location::{Bucket, Location};
pub use mark::Mark;
pub use moving::{Move, MoveError, Tally};
pub use room::{FLOOR, NoRoom};
pub use store::{Objects, Stored};
pub use sweeping::SweepError;
pub use upload::Upload;
