//! What an organization may use in a month, what it has used, and what an operation costs.

use crate::time::month_around;

/// What one credit is worth, in currency units of underlying spend.
pub const CREDIT_VALUE: f64 = 0.01;

/// Allowances for a month; `None` is unlimited.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    pub key: String,
    pub credits: Option<i64>,
    pub sends: Option<i64>,
}

impl Plan {
    pub fn new(key: impl Into<String>, credits: Option<i64>, sends: Option<i64>) -> Self {
        Self {
            key: key.into(),
            credits,
            sends,
        }
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
            Plan::new("free", Some(100), Some(1_000)),
            Plan::new("starter", Some(5_000), Some(20_000)),
            Plan::new("pro", Some(50_000), Some(200_000)),
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::parse_iso;

    #[test]
    fn plans_have_their_defaults() {
        let plans = Plans::default();
        for (key, credits, sends) in [
            ("free", Some(100), Some(1_000)),
            ("starter", Some(5_000), Some(20_000)),
            ("pro", Some(50_000), Some(200_000)),
            ("unlimited", None, None),
        ] {
            assert_eq!(plans.get(key), Some(&Plan::new(key, credits, sends)));
        }
        assert_eq!(plans.get("gold"), None);
    }

    #[test]
    fn configuration_replaces_and_adds_plans() {
        let plans = Plans::with(vec![
            Plan::new("free", Some(5), None),
            Plan::new("gold", Some(9), Some(10)),
        ]);
        assert_eq!(plans.get("free"), Some(&Plan::new("free", Some(5), None)));
        let keys: Vec<_> = plans.keys().collect();
        assert_eq!(keys, ["free", "starter", "pro", "unlimited", "gold"]);
    }

    #[test]
    fn periods_are_calendar_months() {
        for (now, start, end) in [
            ("2026-01-01", "2026-01-01", "2026-02-01"),
            ("2026-01-31T23:59:59.999Z", "2026-01-01", "2026-02-01"),
            ("2026-12-15T12:00:00Z", "2026-12-01", "2027-01-01"),
            ("2024-02-29", "2024-02-01", "2024-03-01"),
            ("1969-12-31T23:59:59.999Z", "1969-12-01", "1970-01-01"),
            ("9999-12-31", "9999-12-01", "9999-12-31T23:59:59.999Z"),
        ] {
            let ms = |text| parse_iso(text).expect("a time");
            let period = Period::at(ms(now));
            assert_eq!(
                period,
                Period {
                    start: ms(start),
                    end: ms(end)
                },
                "{now}"
            );
        }
    }

    #[test]
    fn balances_follow_plan_bonus_and_holds() {
        // plan, used, reserved, bonus -> limit, remaining
        for (plan, used, reserved, bonus, limit, remaining) in [
            (Some(100), 0, 0, 0, Some(100), Some(100)),
            (Some(100), 30, 5, 0, Some(100), Some(65)),
            (Some(100), 30, 5, 50, Some(150), Some(115)),
            (Some(100), 120, 0, 50, Some(150), Some(30)),
            (Some(100), 100, 0, 0, Some(100), Some(0)),
            (Some(100), 130, 0, 0, Some(100), Some(0)),
            (Some(100), 98, 5, 0, Some(100), Some(0)),
            (Some(0), 0, 0, 20, Some(20), Some(20)),
            (None, 130, 5, 20, None, None),
        ] {
            let usage = Usage {
                credits_used: used,
                credits_reserved: reserved,
                bonus,
                sends_used: 7,
            };
            let balance = balance(&Plan::new("any", plan, Some(10)), &usage);
            assert_eq!(
                balance,
                Balance {
                    limit,
                    used,
                    remaining,
                    reserved
                },
                "{usage:?}"
            );
        }
    }

    #[test]
    fn sends_have_no_bonus() {
        let usage = Usage {
            sends_used: 12,
            bonus: 50,
            credits_reserved: 3,
            ..Usage::default()
        };
        let capped = sends_balance(&Plan::new("any", None, Some(20)), &usage);
        assert_eq!(
            capped,
            Balance {
                limit: Some(20),
                used: 12,
                remaining: Some(8),
                reserved: 0
            }
        );
        let free = sends_balance(&Plan::new("any", None, None), &usage);
        assert_eq!((free.limit, free.used, free.remaining), (None, 12, None));
    }

    #[test]
    fn a_balance_covers_what_remains() {
        let with = |remaining| Balance {
            limit: None,
            used: 0,
            remaining,
            reserved: 0,
        };
        for (remaining, cost, covered) in [
            (Some(10), 10, true),
            (Some(9), 10, false),
            (Some(0), 1, false),
            (Some(0), 0, true),
            (None, 1_000_000, true),
        ] {
            assert_eq!(
                with(remaining).covers(cost),
                covered,
                "{remaining:?} {cost}"
            );
        }
    }

    #[test]
    fn the_plan_is_used_before_the_bonus() {
        for (plan, used, bonus, left) in [
            (Some(100), 0, 50, 50),
            (Some(100), 100, 50, 50),
            (Some(100), 120, 50, 30),
            (Some(100), 150, 50, 0),
            (Some(100), 900, 50, 0),
            (Some(100), 900, 0, 0),
            (None, 900, 50, 50),
        ] {
            assert_eq!(
                bonus_left(plan, used, bonus),
                left,
                "{plan:?} {used} {bonus}"
            );
        }
    }

    #[test]
    fn operations_are_listed_once_with_their_metering() {
        let mut names: Vec<_> = OPERATIONS.iter().map(|(name, _)| *name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), OPERATIONS.len());
        for (metering, name, cost) in [
            (Metering::Free, "free", None),
            (Metering::Fixed(5), "fixed", Some(5)),
            (Metering::PerAddress(2), "perAddress", Some(2)),
            (Metering::Usage, "usage", None),
        ] {
            assert_eq!((metering.as_str(), metering.cost()), (name, cost));
        }
    }
}
