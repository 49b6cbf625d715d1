//! Settings: the environment, or the same keys in `postrider.toml`. Nothing else reads the environment.

mod browser;
mod configuration;
mod ffmpeg;
mod format;
mod hidden;
mod limits;
mod mail;
mod model;
mod placement;
pub mod process_role;
mod processes;
mod settings;
#[cfg(test)]
mod tests;

pub use configuration::Config;
pub use format::Format;
pub use hidden::Hidden;
pub use mail::MailMode;
pub use model::ModelConfig;
pub use settings::ConfigError;
