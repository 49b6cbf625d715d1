//! The files of the catalog, compiled in.

pub(super) struct File {
    pub category: &'static str,
    /// Category and name.
    pub slug: &'static str,
    pub toml: &'static str,
}

pub(super) const STYLES: &str = include_str!("../../catalog/styles.toml");

/// A file that cannot be read is a mistake of ours, and must not take the others with it; the tests read them all.
pub(super) fn read<T>(name: &str, read: Result<T, String>) -> Option<T> {
    read.inspect_err(|why| tracing::error!(name, why, "a file of the catalog cannot be read"))
        .ok()
}

macro_rules! templates {
    ($($category:literal: $($name:literal),+;)+) => {
        pub(super) const TEMPLATES: &[File] = &[$($(File {
            category: $category,
            slug: concat!($category, "/", $name),
            toml: include_str!(concat!("../../catalog/templates/", $category, "/", $name, ".toml")),
        },)+)+];
    };
}

macro_rules! flows {
    ($($slug:literal,)+) => {
        /// By slug.
        pub(super) const FLOWS: &[(&str, &str)] = &[$(
            ($slug, include_str!(concat!("../../catalog/flows/", $slug, ".toml"))),
        )+];
    };
}

templates! {
    "welcome": "letter", "first-step", "offer", "newsletter", "founder";
    "onboarding": "checklist", "tour", "nudge", "tip", "trial-ending";
    "newsletter": "digest", "essay", "links", "company", "visual";
    "promotion": "percent", "flash", "free-shipping", "bundle", "vip", "last-chance", "price-drop";
    "announcement": "launch", "opening", "milestone", "policy", "partnership";
    "product_update": "release", "feature", "maintenance", "incident", "beta";
    "event": "invite", "invite-place", "reminder", "recap", "save-date";
    "abandoned_cart": "reminder", "offer", "last-call", "browse", "back-in-stock";
    "order_update": "confirmation", "shipped", "delivered", "delayed", "refund";
    "billing": "receipt", "invoice", "failed", "renewal", "cancelled";
    "account": "verify", "reset", "code", "alert", "invite";
    "feedback": "review", "nps", "survey", "interview";
    "reengagement": "miss", "news", "offer", "confirm";
    "referral": "invite", "reward", "reminder", "ambassador";
    "seasonal": "black-friday", "gift-guide", "new-year", "valentine", "back-to-school", "birthday", "summer";
}

flows! {
    "welcome",
    "newsletter-welcome",
    "trial",
    "abandoned-cart",
    "browse",
    "after-purchase",
    "win-back",
    "sunset",
    "referral",
    "renewal",
    "failed-payment",
    "event",
    "birthday",
    "launch",
}
