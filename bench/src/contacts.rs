//! The contacts of a run: the same for every database and every way of writing them.

use std::fmt::Write;

use postrider_domain::tenant::BrandKey;
use serde_json::{Value, json};

pub const BRAND: BrandKey = BrandKey { org: 1, brand: 1 };
/// How many contacts there are before the first round.
pub const SEEDED: u64 = 20_000;
pub const BATCH: u64 = 1_000;

pub struct Contact {
    pub email: String,
    pub first_name: String,
    pub last_name: String,
    /// As a caller sends them.
    pub custom_fields: Value,
    /// As they are stored: under the numbers of their fields.
    pub custom: String,
    pub folded: String,
    /// As the index of values has them: words on `SQLite`, JSON on PostgreSQL.
    pub words: String,
    pub folded_custom: String,
}

/// Contact number `n` as of `version`: another version has other values, so that writing it changes
/// something.
pub fn contact(n: u64, version: u64) -> Contact {
    let email = email(n);
    let (first_name, last_name) = (format!("First{}", n % 1_000), format!("Last{n}"));
    let company = format!("Company {}", (n + version) % 500);
    let (orders, vip) = ((n + version) % 97, (n + version).is_multiple_of(7));
    Contact {
        custom_fields: json!({ "company": company, "orders": orders, "vip": vip }),
        custom: json!({ "1": company, "2": orders, "3": vip }).to_string(),
        folded: format!("{email}\n{first_name} {last_name}").to_lowercase(),
        words: [
            format!("1t{}", company.to_lowercase()),
            format!("2n{orders}"),
            format!("3b{}", u8::from(vip)),
        ]
        .map(|value| hex(&format!("{}.{value}", BRAND.brand)))
        .join(" "),
        folded_custom: json!({
            format!("{}.1", BRAND.brand): company.to_lowercase(),
            format!("{}.2n", BRAND.brand): format!("{:016x}", (orders as f64).to_bits() | 1 << 63),
            format!("{}.3", BRAND.brand): vip,
        })
        .to_string(),
        email,
        first_name,
        last_name,
    }
}

fn hex(text: &str) -> String {
    text.bytes().fold(String::new(), |mut hex, byte| {
        // Writing to a string cannot fail.
        let _ = write!(hex, "{byte:02x}");
        hex
    })
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
    pub fn body(&self) -> Value {
        json!({
            "email": self.email,
            "firstName": self.first_name,
            "lastName": self.last_name,
            "customFields": self.custom_fields,
        })
    }
}
