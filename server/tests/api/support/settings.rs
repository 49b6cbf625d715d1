//! The variables that choose how the suite runs. Tests do not ask.

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
