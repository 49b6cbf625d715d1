//! The services whose events are taken.

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

    /// Whether what is signed says of which type an event is. Where it does not, a body that nobody asked for is remembered
    /// too: it must not come again as one that somebody asks for.
    pub const fn signs_event_type(self) -> bool {
        !matches!(self, Self::Shopify)
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

    /// The id of the trigger that a connection's event fires.
    pub fn trigger_id(self, connection_id: &str, event_type: &str) -> String {
        format!("{}:{connection_id}:{event_type}", self.as_str())
    }

    /// Where its events are posted to, below the public URL.
    pub fn receiver_path(self, connection_id: &str) -> String {
        paths::receiver(self.as_str(), connection_id)
    }
}
