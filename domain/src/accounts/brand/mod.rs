//! What a brand is: who it says it is, what it looks like, and whether it is ready. The types are what callers see and
//! what is stored: one form for both.

mod change;
mod color;
mod identity;
mod logo;
mod readiness;
mod theme;

pub use change::BrandChange;
pub use color::Color;
pub use identity::{Identity, IdentityChange};
pub use logo::{Logo, LogoGround, logo_for};
pub use readiness::{BrandStatus, ExtractionError, Readiness, StepStatus, Steps};
pub use theme::{Theme, ThemeChange};
