//! Drawings become pixels: mail clients show none. Nothing is fetched for one, and what would take too long is refused before
//! the first stroke.

mod bounds;
mod draw;
#[cfg(test)]
mod tests;

pub use draw::{draw, draw_at, draw_to, unknown_letters};
