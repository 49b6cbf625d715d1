//! Events of other services: whose they are, whether they are genuine, and what they say in the product's words.
//!
//! A provider's file turns one body into an [`InboundEvent`]: a flat payload for automations, the fields that the
//! contact gets, and where its address is. Only what is named there is copied.

mod clerk;
mod contract;
mod draft;
mod event;
mod events;
mod provider;
mod reading;
mod revenuecat;
mod settings;
mod shopify;
mod signature;
mod stripe;
mod stytch;
mod supabase;
#[cfg(test)]
mod tests;
mod workos;

pub use contract::EventContract;
pub use event::{Arrival, InboundEvent, Invoice, Whereabouts, body_id, field_type};
pub use provider::Provider;
pub use reading::read;
pub use settings::{Asked, Settings};
pub use signature::{check_secret, is_genuine};
