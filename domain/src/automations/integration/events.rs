//! Which events each provider has.

use super::contract::EventContract;
use super::provider::Provider;
use super::settings::Settings;
use super::{clerk, revenuecat, shopify, stripe, stytch, supabase, workos};

impl Provider {
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
}
