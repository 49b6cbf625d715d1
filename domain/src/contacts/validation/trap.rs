//! Addresses that exist to catch senders of unwanted mail, as far as their names tell. Real traps keep
//! quiet about it, so this finds the careless ones only; and since whoever is found is not mailed, names that
//! a person or a company may bear (`trap`, `bait`, the domain honeypot.io) are not among them.

const LOCAL_PARTS: [&str; 7] = [
    "abusetrap",
    "honeypot",
    "honeytrap",
    "spambait",
    "spamhoneypot",
    "spamtrap",
    "spamtraps",
];
const DOMAIN_LABELS: [&str; 4] = ["spam-trap", "spam-traps", "spamtrap", "spamtraps"];

/// `name` as [`super::plain`] leaves it.
pub(super) fn is_trap(name: &str, domain: &str) -> bool {
    // They are numbered: spamtrap1, spamtrap-2024.
    LOCAL_PARTS.contains(&name.trim_end_matches(|c: char| c.is_ascii_digit()))
        || domain
            .split('.')
            .any(|label| DOMAIN_LABELS.contains(&label))
}

#[cfg(test)]
mod tests {
    use super::super::plain;
    use super::*;

    #[test]
    fn only_names_that_say_so_are_traps() {
        let traps = [
            ("spamtrap", "example.com"),
            ("spam-trap", "example.com"),
            ("spam_trap17", "example.com"),
            ("honeypot", "example.com"),
            ("honeypot+x", "example.com"),
            ("ada", "spamtrap.example.com"),
            ("ada", "spam-traps.org"),
        ];
        for (local, domain) in traps {
            assert!(is_trap(&plain(local), domain), "{local}@{domain}");
        }
        let people = [
            ("ada", "example.com"),
            ("trap", "example.com"),
            ("spam", "example.com"),
            ("ada", "honeypot.io"),
            ("ada", "spamtrappers.com"),
            ("honeypotcafe", "example.com"),
            ("abuse", "example.com"),
        ];
        for (local, domain) in people {
            assert!(!is_trap(&plain(local), domain), "{local}@{domain}");
        }
    }
}
