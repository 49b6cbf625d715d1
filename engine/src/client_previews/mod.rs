//! What a mail looks like in mail clients: one picture for each, simulated, taken in one sitting and kept for a while. They are
//! in no library, and their bytes count like those of other images.

mod keeping;
mod not_taken;
mod taking;

pub use keeping::{KEPT_MS, keep};
pub use taking::{ClientPreview, Studio};
