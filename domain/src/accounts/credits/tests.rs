use super::*;
use crate::time::parse_iso;

#[test]
fn plans_have_their_defaults() {
    let plans = Plans::default();
    for (key, credits, sends, storage) in [
        ("free", Some(100), Some(1_000), Some(GIB)),
        ("starter", Some(5_000), Some(20_000), Some(10 * GIB)),
        ("pro", Some(50_000), Some(200_000), Some(100 * GIB)),
        ("unlimited", None, None, None),
    ] {
        let plan = Plan {
            storage,
            ..Plan::new(key, credits, sends)
        };
        assert_eq!(plans.get(key), Some(&plan));
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
fn storage_is_what_is_kept_now() {
    let plan = Plan::new("any", None, None);
    assert_eq!(storage_balance(&plan, 7).remaining, None);
    let capped = storage_balance(&plan.with_storage(10), 7);
    assert_eq!((capped.limit, capped.used), (Some(10), 7));
    assert!(capped.covers(3) && !capped.covers(4));
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
