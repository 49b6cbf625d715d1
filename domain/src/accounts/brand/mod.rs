//! What a brand is: who it says it is, what it looks like, and whether it is ready. The types are what callers see and
//! what is stored: one form for both.

mod color;
mod extracted;
mod identity;
mod logo;
mod oklab;
mod readiness;
mod theme;
mod update;

pub use color::Color;
pub use extracted::{Extracted, Missing};
pub use identity::{Identity, IdentityUpdate};
pub use logo::{Logo, LogoGround, logo_for};
pub use readiness::{BrandStatus, ExtractionError, Readiness, Step, StepStatus, Steps};
pub use theme::{Theme, ThemeUpdate};
pub use update::BrandUpdate;
