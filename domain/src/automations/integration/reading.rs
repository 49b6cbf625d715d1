//! Which reader a body goes to.

use serde_json::{Map, Value};

use super::event::{Arrival, InboundEvent, body_id};
use super::{Provider, Settings, clerk, revenuecat, shopify, stripe, stytch, supabase, workos};

/// What a genuine body says. `None`: an event that nobody asked for.
pub fn read(
    provider: Provider,
    settings: &Settings,
    arrival: &Arrival<'_>,
    body: &Map<String, Value>,
) -> Option<InboundEvent> {
    let mut event = match provider {
        Provider::Clerk => clerk::read(arrival, body),
        Provider::Stytch => stytch::read(body),
        Provider::Workos => workos::read(body),
        Provider::Stripe => stripe::read(body),
        Provider::Shopify => shopify::read(arrival, body),
        Provider::Supabase => supabase::read(settings, arrival, body),
        Provider::Revenuecat => revenuecat::read(body),
    }?;
    if event.ids.is_empty() {
        event.ids.push(body_id(arrival.body));
    }
    // A clock that is ahead must not outdate what is told later.
    event.occurred_at = event.occurred_at.min(arrival.now);
    Some(event)
}
