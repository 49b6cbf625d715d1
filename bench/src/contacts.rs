//! The contacts of a run: the same for every database and every way of writing them.

use serde_json::json;

/// How many contacts there are before the first round.
pub const SEEDED: u64 = 20_000;
pub const BATCH: u64 = 1_000;

pub struct Contact {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    company: String,
    orders: u64,
    vip: bool,
}

/// Contact number `n` as of `version`: another version has other values, so that writing it changes
/// something.
pub fn contact(n: u64, version: u64) -> Contact {
    Contact {
        email: email(n),
        first_name: format!("First{}", n % 1_000),
        last_name: format!("Last{n}"),
        company: format!("Company {}", (n + version) % 500),
        orders: (n + version) % 97,
        vip: (n + version).is_multiple_of(7),
    }
}

/// Scattered over the index: addresses do not come in order.
pub fn email(n: u64) -> String {
    let scattered = (n as u32).wrapping_mul(0x9E37_79B9);
    format!("{scattered:08x}.{n}@example.com")
}

/// The `number`-th thousand, sorted by address as the store sorts it.
pub fn batch(number: u64, version: u64) -> Vec<Contact> {
    let numbers = number * BATCH..(number + 1) * BATCH;
    let mut contacts: Vec<Contact> = numbers.map(|n| contact(n, version)).collect();
    contacts.sort_unstable_by(|a, b| a.email.cmp(&b.email));
    contacts
}

impl Contact {
    /// As a caller sends it.
    pub fn body(&self) -> serde_json::Value {
        json!({
            "email": self.email,
            "firstName": self.first_name,
            "lastName": self.last_name,
            "customFields": { "company": self.company, "orders": self.orders, "vip": self.vip },
        })
    }

    /// As it is stored: values under the numbers of their fields.
    pub fn custom(&self) -> String {
        json!({ "1": self.company, "2": self.orders, "3": self.vip }).to_string()
    }

    pub fn folded(&self) -> String {
        format!("{}\n{} {}", self.email, self.first_name, self.last_name).to_lowercase()
    }
}
