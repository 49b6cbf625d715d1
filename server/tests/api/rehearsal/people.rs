//! Everybody, and what is kept of them.

use std::collections::HashMap;

use postrider_mail::sink::{Ending, Fate};
use serde_json::{Value, json};

use super::{PROFILES, Rehearsal, SEED};
use crate::support::Brand;

/// As many at each domain, by their addresses.
pub async fn invite(brand: &Brand, count: usize) -> Vec<String> {
    let addresses: Vec<String> = (0..count)
        .map(|n| format!("p{n}@{}", PROFILES[n % PROFILES.len()].0))
        .collect();
    for part in addresses.chunks(1000) {
        let rows: Vec<Value> = part.iter().map(|email| json!({ "email": email })).collect();
        let written = brand
            .post("/v1/contacts", json!({ "contacts": rows }))
            .await
            .expect(200);
        assert_eq!(written["summary"]["failed"], 0);
    }
    addresses
}

impl Rehearsal {
    /// What was decided about everybody at this domain.
    pub fn fates(&self, domain: &str) -> impl Iterator<Item = (&str, Fate)> {
        let of = self.profiles.iter().find(|(of, _)| of == domain);
        let profile = &of.unwrap().1;
        let end = format!("@{domain}");
        let people = self.people.iter();
        let there = people.filter(move |email| email.ends_with(&end));
        there.map(|email| (email.as_str(), profile.fate(SEED, email)))
    }
}

/// Whoever bounced or complained gets no more mail, whoever unsubscribed neither, and all others do: greylisting,
/// throttling and full mailboxes cost nobody anything.
pub async fn assert_suppressions(rehearsal: &Rehearsal) {
    let sql =
        "SELECT email, suppressed_reason, CASE WHEN subscribed THEN 1 ELSE 0 END FROM contacts";
    let rows = rehearsal.server.sql(sql).await;
    let known: HashMap<String, (Option<String>, bool)> = rows
        .iter()
        .map(|row| {
            let standing = (row.opt_text(1).unwrap(), row.int(2).unwrap() == 1);
            (row.text(0).unwrap(), standing)
        })
        .collect();
    for (domain, _) in PROFILES {
        for (email, fate) in rehearsal.fates(domain) {
            let (suppressed, is_subscribed) = &known[email];
            let expected = match fate.ending {
                Ending::Unknown | Ending::ReturnedLate => (Some("bounced"), true),
                Ending::Complains => (Some("complained"), *is_subscribed),
                Ending::Unsubscribes => (None, false),
                Ending::Stays => (None, true),
            };
            let found = (suppressed.as_deref(), *is_subscribed);
            assert_eq!(found, expected, "{email}: {fate:?}");
        }
    }
}
