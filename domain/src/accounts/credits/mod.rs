//! What an organization may use in a month, what it has used, and what an operation costs.

#[cfg(test)]
mod tests;

use crate::time::month_around;

/// What one credit is worth, in currency units of underlying spend.
pub const CREDIT_VALUE: f64 = 0.01;

const GIB: i64 = 1 << 30;

/// What an organization may use; `None` is unlimited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub key: String,
    /// In a month.
    pub credits: Option<i64>,
    /// In a month.
    pub sends: Option<i64>,
    /// Bytes of images and files that are kept at the same time.
    pub storage: Option<i64>,
}

impl Plan {
    pub fn new(key: impl Into<String>, credits: Option<i64>, sends: Option<i64>) -> Self {
        Self {
            key: key.into(),
            credits,
            sends,
            storage: None,
        }
    }

    #[must_use]
    pub fn with_storage(mut self, bytes: i64) -> Self {
        self.storage = Some(bytes);
        self
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plans(Vec<Plan>);

impl Plans {
    /// The plan of an organization for which none was chosen: whoever runs the service pays for it.
    pub const UNLIMITED: &'static str = "unlimited";

    /// The built-in plans, with those of the configuration in place of their namesakes or after them.
    pub fn with(configured: Vec<Plan>) -> Self {
        let mut plans = Self::default();
        for plan in configured {
            match plans.0.iter_mut().find(|known| known.key == plan.key) {
                Some(known) => *known = plan,
                None => plans.0.push(plan),
            }
        }
        plans
    }

    pub fn get(&self, key: &str) -> Option<&Plan> {
        self.0.iter().find(|plan| plan.key == key)
    }

    pub fn keys(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(|plan| plan.key.as_str())
    }
}

impl Default for Plans {
    fn default() -> Self {
        Self(vec![
            Plan::new("free", Some(100), Some(1_000)).with_storage(GIB),
            Plan::new("starter", Some(5_000), Some(20_000)).with_storage(10 * GIB),
            Plan::new("pro", Some(50_000), Some(200_000)).with_storage(100 * GIB),
            Plan::new(Self::UNLIMITED, None, None),
        ])
    }
}

/// A calendar month in UTC: `start` belongs to it, `end` to the next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Period {
    pub start: i64,
    pub end: i64,
}

impl Period {
    pub fn at(now: i64) -> Self {
        let (start, end) = month_around(now);
        Self { start, end }
    }
}

/// What was counted in one period.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub credits_used: i64,
    /// Held by work that has not ended.
    pub credits_reserved: i64,
    /// Bonus credits that the period began with or got since, used or not.
    pub bonus: i64,
    pub sends_used: i64,
}

/// `None` is unlimited.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Balance {
    pub limit: Option<i64>,
    pub used: i64,
    pub remaining: Option<i64>,
    pub reserved: i64,
}

impl Balance {
    /// Whether an operation that costs this much may start. One metered by use asks for 1: it is
    /// refused only on an empty balance.
    pub fn covers(&self, cost: i64) -> bool {
        self.remaining.is_none_or(|remaining| cost <= remaining)
    }
}

/// The credits of a period.
pub fn balance(plan: &Plan, usage: &Usage) -> Balance {
    let limit = plan
        .credits
        .map(|credits| credits.saturating_add(usage.bonus));
    of(limit, usage.credits_used, usage.credits_reserved)
}

/// The deliveries of a period; there is no bonus and nothing is held.
pub fn sends_balance(plan: &Plan, usage: &Usage) -> Balance {
    of(plan.sends, usage.sends_used, 0)
}

/// The bytes that are kept; they belong to no period.
pub fn storage_balance(plan: &Plan, used: i64) -> Balance {
    of(plan.storage, used, 0)
}

fn of(limit: Option<i64>, used: i64, reserved: i64) -> Balance {
    let left = |limit: i64| limit.saturating_sub(used).saturating_sub(reserved).max(0);
    Balance {
        limit,
        used,
        remaining: limit.map(left),
        reserved,
    }
}

/// The bonus that goes into the next period. The plan's credits are used first, since they end with
/// the period and a bonus does not.
pub fn bonus_left(plan_credits: Option<i64>, used: i64, bonus: i64) -> i64 {
    let from_bonus = plan_credits.map_or(0, |credits| used.saturating_sub(credits).max(0));
    bonus.saturating_sub(from_bonus).max(0)
}

/// How an operation is paid for. Only success is charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Metering {
    Free,
    Fixed(i64),
    PerAddress(i64),
    /// What the model used; no number is known before.
    Usage,
}

impl Metering {
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Free => "free",
            Self::Fixed(_) => "fixed",
            Self::PerAddress(_) => "perAddress",
            Self::Usage => "usage",
        }
    }

    /// The published number, of the operation or of one address.
    pub const fn cost(self) -> Option<i64> {
        match self {
            Self::Fixed(cost) | Self::PerAddress(cost) => Some(cost),
            Self::Free | Self::Usage => None,
        }
    }
}

/// Credits that an operation with a published cost takes.
pub mod cost {
    pub const CLIENT_PREVIEWS: i64 = 10;
    pub const PLACEMENT_TEST: i64 = 10;
    pub const GIF_FROM_PROMPT: i64 = 20;
    pub const GIF_FROM_IMAGE: i64 = 10;
    pub const GIF_FROM_VIDEO: i64 = 10;
    pub const OPTIMIZE_IMAGE: i64 = 1;
    pub const RESIZE_IMAGE: i64 = 2;
    pub const HTML_TO_PNG: i64 = 1;
    pub const ADD_IMAGE: i64 = 1;
    pub const AUDIT: i64 = 5;
    pub const VALIDATED_ADDRESS: i64 = 2;
    pub const SEMANTIC_IMAGE_SEARCH: i64 = 1;
}

/// Every operation that is not free.
pub const OPERATIONS: &[(&str, Metering)] = &[
    ("clientPreviews", Metering::Fixed(cost::CLIENT_PREVIEWS)),
    ("placementTest", Metering::Fixed(cost::PLACEMENT_TEST)),
    ("gifFromPrompt", Metering::Fixed(cost::GIF_FROM_PROMPT)),
    ("gifFromImage", Metering::Fixed(cost::GIF_FROM_IMAGE)),
    ("gifFromVideo", Metering::Fixed(cost::GIF_FROM_VIDEO)),
    ("optimizeImage", Metering::Fixed(cost::OPTIMIZE_IMAGE)),
    ("resizeImage", Metering::Fixed(cost::RESIZE_IMAGE)),
    ("htmlToPng", Metering::Fixed(cost::HTML_TO_PNG)),
    ("addImage", Metering::Fixed(cost::ADD_IMAGE)),
    ("audit", Metering::Fixed(cost::AUDIT)),
    (
        "validateContacts",
        Metering::PerAddress(cost::VALIDATED_ADDRESS),
    ),
    (
        "semanticImageSearch",
        Metering::Fixed(cost::SEMANTIC_IMAGE_SEARCH),
    ),
    ("generateEmail", Metering::Usage),
    ("importEmailWithCleanUp", Metering::Usage),
    ("editEmailWithAi", Metering::Usage),
    ("generateContent", Metering::Usage),
    ("generateImage", Metering::Usage),
];
