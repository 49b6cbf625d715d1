//! How much may be done: calls in a minute, where they are counted, and what plans allow.

use std::collections::HashMap;

use postrider_domain::accounts::credits::Plan;
use postrider_domain::contract::policy::Policy;

use super::settings::{ConfigError, Settings, setting};

/// `triggers.write=6000,sends.write=100`
pub(super) fn rate_limits(settings: &Settings) -> Result<HashMap<Policy, u32>, ConfigError> {
    const KEY: &str = "POSTRIDER_RATE_LIMITS";
    let mut limits = HashMap::new();
    for pair in settings
        .get(KEY)
        .unwrap_or_default()
        .split(',')
        .map(str::trim)
        .filter(|pair| !pair.is_empty())
    {
        let (name, number) = pair
            .split_once('=')
            .ok_or_else(|| setting(KEY, format!("`{pair}` is not policy=number")))?;
        let policy = Policy::parse(name.trim())
            .ok_or_else(|| setting(KEY, format!("there is no policy `{}`", name.trim())))?;
        let number: u32 = number
            .trim()
            .parse()
            .ok()
            .filter(|number| *number > 0)
            .ok_or_else(|| setting(KEY, format!("`{number}` is not a number of calls a minute")))?;
        limits.insert(policy, number);
    }
    Ok(limits)
}

/// Connections of callers at the same time.
pub(super) fn connections(settings: &Settings) -> Result<usize, ConfigError> {
    const KEY: &str = "POSTRIDER_CONNECTIONS";
    match settings.parsed(KEY, 4_096)? {
        number @ 16..=1_000_000 => Ok(number),
        _ => Err(setting(KEY, "must be from 16 to 1,000,000")),
    }
}

/// `redis://user:password@host:port/number`, or `rediss://` over TLS. Nothing is connected yet.
pub(super) fn redis(url: Option<&str>) -> Result<Option<redis::Client>, ConfigError> {
    const KEY: &str = "POSTRIDER_REDIS_URL";
    let Some(url) = url else {
        return Ok(None);
    };
    // The URL holds a password: no message repeats it.
    if !["redis://", "rediss://"]
        .iter()
        .any(|scheme| url.starts_with(scheme))
    {
        return Err(setting(KEY, "must begin with redis:// or rediss://"));
    }
    redis::Client::open(url)
        .map(Some)
        .map_err(|error| setting(KEY, error.to_string()))
}

/// `[plans.NAME] credits = 100, sends = 1000` in the file; a number left out means unlimited.
pub(super) fn plans(table: Option<&toml::Value>) -> Result<Vec<Plan>, ConfigError> {
    let Some(table) = table else {
        return Ok(Vec::new());
    };
    let table = table
        .as_table()
        .ok_or_else(|| setting("plans", "must be tables, one for each plan"))?;
    let allowance = |key: &str, plan: &toml::Value, name: &str| match plan.get(name) {
        None => Ok(None),
        Some(toml::Value::Integer(number)) if *number >= 0 => Ok(Some(*number)),
        Some(_) => Err(setting(
            &format!("plans.{key}.{name}"),
            "must be a number, 0 or more",
        )),
    };
    table
        .iter()
        .map(|(key, plan)| {
            Ok(Plan {
                key: key.clone(),
                credits: allowance(key, plan, "credits")?,
                sends: allowance(key, plan, "sends")?,
            })
        })
        .collect()
}
