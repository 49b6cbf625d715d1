//! The variables that choose how the suite runs. Tests do not ask.

use postrider_domain::contract::policy::Policy;

#[expect(
    clippy::disallowed_methods,
    reason = "the suite has no configuration to ask"
)]
pub fn get(name: &str) -> Option<String> {
    std::env::var(name).ok().filter(|value| !value.is_empty())
}

/// The PostgreSQL server to test on; `None` means `SQLite`.
pub fn postgres() -> Option<String> {
    match get("POSTRIDER_TEST_DATABASE").as_deref() {
        None | Some("sqlite") => None,
        Some("postgres") => Some(
            get("POSTRIDER_TEST_POSTGRES")
                .expect("POSTRIDER_TEST_POSTGRES is not set: run through scripts/with-postgres"),
        ),
        Some(other) => panic!("POSTRIDER_TEST_DATABASE is `{other}`: sqlite or postgres"),
    }
}

/// Whether fault tests run long.
pub fn torture() -> bool {
    get("POSTRIDER_TORTURE").as_deref() == Some("1")
}

/// `POSTRIDER_RATE_LIMITS` of a server that nobody can ask too often.
pub fn no_limits() -> String {
    let policies = Policy::ALL.iter();
    let policies = policies.map(|policy| format!("{}=10000000", policy.as_str()));
    policies.collect::<Vec<_>>().join(",")
}
