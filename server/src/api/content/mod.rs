//! Tools for what goes into designs.

pub mod add_image;
pub mod generate;
pub mod generate_image;
pub mod gif;
pub mod html_to_png;
mod image_source;
pub mod image_uploads;
pub mod transform;
mod video_source;
