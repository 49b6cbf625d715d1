//! What happens by itself: automations, the triggers that start them, and the services that fire those.

pub mod automation;
pub mod integration;
pub mod trigger;
