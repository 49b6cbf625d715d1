//! Events of other services: whose they are, whether they are genuine, and what they say in the product's words.
//!
//! A provider's file turns one body into an [`InboundEvent`]: a flat payload for automations, the fields that the
//! contact gets, and where its address is. Only what is named there is copied.

mod clerk;
mod contract;
mod draft;
mod event;
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
pub use event::{Arrival, InboundEvent, Invoice, Whereabouts, field_type};
pub use reading::read;
pub use settings::{Asked, Settings};
pub use signature::{check_secret, is_genuine};

use crate::contract::paths;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Provider {
    Clerk,
    Stytch,
    Workos,
    Stripe,
    Shopify,
    Supabase,
    Revenuecat,
}

impl Provider {
    pub const ALL: [Self; 7] = [
        Self::Clerk,
        Self::Stytch,
        Self::Workos,
        Self::Stripe,
        Self::Shopify,
        Self::Supabase,
        Self::Revenuecat,
    ];

    /// In paths, in ids of triggers and before the names of contact fields.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Clerk => "clerk",
            Self::Stytch => "stytch",
            Self::Workos => "workos",
            Self::Stripe => "stripe",
            Self::Shopify => "shopify",
            Self::Supabase => "supabase",
            Self::Revenuecat => "revenuecat",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|provider| provider.as_str() == text)
    }

    /// For people.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Clerk => "Clerk",
            Self::Stytch => "Stytch",
            Self::Workos => "WorkOS",
            Self::Stripe => "Stripe",
            Self::Shopify => "Shopify",
            Self::Supabase => "Supabase",
            Self::Revenuecat => "RevenueCat",
        }
    }

    /// What it is used for.
    pub const fn kind(self) -> &'static str {
        match self {
            Self::Clerk | Self::Stytch => "user management",
            Self::Workos => "directory sync",
            Self::Stripe => "payments",
            Self::Shopify => "commerce",
            Self::Supabase => "database",
            Self::Revenuecat => "subscription billing",
        }
    }

    /// The events that a connection with these settings listens to.
    pub fn events(self, settings: &Settings) -> Vec<EventContract> {
        match self {
            Self::Clerk => clerk::events(),
            Self::Stytch => stytch::events(),
            Self::Workos => workos::events(),
            Self::Stripe => stripe::events(),
            Self::Shopify => shopify::events(),
            Self::Supabase => supabase::events(settings),
            Self::Revenuecat => revenuecat::events(),
        }
    }

    /// The id of the trigger that a connection's event fires.
    pub fn trigger_id(self, connection_id: &str, event_type: &str) -> String {
        format!("{}:{connection_id}:{event_type}", self.as_str())
    }

    /// Where its events are posted to, below the public URL.
    pub fn receiver_path(self, connection_id: &str) -> String {
        paths::receiver(self.as_str(), connection_id)
    }
}
