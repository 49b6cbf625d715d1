//! Whether a body is the provider's: over its raw bytes, in constant time, and not from long ago.

use crate::numbers::Millis;
use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac;
use data_encoding::{BASE64, HEXLOWER_PERMISSIVE};
use subtle::ConstantTimeEq;

use super::{Arrival, Provider};

const SVIX_TOLERANCE_MS: i64 = 300_000;
const WORKOS_TOLERANCE_MS: i64 = 180_000;
const STRIPE_TOLERANCE_MS: i64 = 300_000;
const SUPABASE_TOLERANCE_MS: i64 = 300_000;
/// Signatures that one header may list: a provider that changes its key signs with two.
const MAX_SIGNATURES: usize = 16;
const MAX_SECRET: usize = 4096;

/// Whether the arrival is signed with this secret.
pub fn is_genuine(provider: Provider, secret: &str, arrival: &Arrival<'_>) -> bool {
    match provider {
        Provider::Clerk | Provider::Stytch => svix(secret, arrival),
        Provider::Workos => {
            let signed = Stamped::of(arrival, "workos-signature", 1);
            signed.is_some_and(|signed| signed.holds(secret, arrival, WORKOS_TOLERANCE_MS))
        }
        Provider::Stripe => {
            let signed = Stamped::of(arrival, "stripe-signature", 1000);
            signed.is_some_and(|signed| signed.holds(secret, arrival, STRIPE_TOLERANCE_MS))
        }
        Provider::Shopify => arrival
            .header("x-shopify-hmac-sha256")
            .and_then(|sent| BASE64.decode(sent.trim().as_bytes()).ok())
            .is_some_and(|tag| verify(secret.as_bytes(), &[arrival.body], &tag)),
        Provider::Supabase => supabase(secret, arrival),
        Provider::Revenuecat => arrival
            .header("authorization")
            .is_some_and(|sent| is_same(sent, secret)),
    }
}

/// Characters of a secret that the provider does not make itself.
const MIN_OWN_SECRET: usize = 16;

/// What is wrong with a secret, before it is kept.
pub fn check_secret(provider: Provider, secret: &str) -> Result<(), &'static str> {
    if secret.is_empty() {
        return Err("the secret is empty");
    }
    if secret.len() > MAX_SECRET {
        return Err("the secret is longer than 4096 bytes");
    }
    if secret.chars().any(char::is_control) {
        return Err("the secret contains a control character");
    }
    // It is compared as it is, or made up by hand: nobody else sees to it that it cannot be guessed.
    let is_own = matches!(provider, Provider::Supabase | Provider::Revenuecat);
    if is_own && secret.chars().count() < MIN_OWN_SECRET {
        return Err("the secret is shorter than 16 characters");
    }
    let is_svix = matches!(provider, Provider::Clerk | Provider::Stytch);
    if is_svix && svix_key(secret).is_none_or(|key| key.is_empty()) {
        return Err("the secret is not `whsec_` and base64 after it");
    }
    Ok(())
}

/// `svix-signature: v1,<base64> v1,<base64>` over `id.timestamp.body`.
fn svix(secret: &str, arrival: &Arrival<'_>) -> bool {
    let headers = (
        arrival.header("svix-id"),
        arrival.header("svix-timestamp"),
        arrival.header("svix-signature"),
    );
    let ((Some(id), Some(at), Some(signatures)), Some(key)) = (headers, svix_key(secret)) else {
        return false;
    };
    // A point in the id would leave open where it ends and the time begins.
    if id.contains('.') || !is_recent(at, 1000, SVIX_TOLERANCE_MS, Millis(arrival.now)) {
        return false;
    }
    let signed = [id.as_bytes(), b".", at.as_bytes(), b".", arrival.body];
    signatures
        .split(' ')
        .filter_map(|signature| signature.strip_prefix("v1,"))
        .take(MAX_SIGNATURES)
        .filter_map(|text| BASE64.decode(text.as_bytes()).ok())
        .any(|tag| verify(&key, &signed, &tag))
}

fn svix_key(secret: &str) -> Option<Vec<u8>> {
    let text = secret.strip_prefix("whsec_").unwrap_or(secret);
    BASE64.decode(text.as_bytes()).ok()
}

/// Signed with its time, or with the secret itself in a header.
fn supabase(secret: &str, arrival: &Arrival<'_>) -> bool {
    if arrival.header("x-webhook-signature").is_some() {
        let signed = Stamped::of(arrival, "x-webhook-signature", 1000);
        return signed.is_some_and(|signed| signed.holds(secret, arrival, SUPABASE_TOLERANCE_MS));
    }
    arrival
        .header("x-webhook-secret")
        .is_some_and(|sent| is_same(sent, secret))
}

/// `t=<time>,v1=<hex>,v1=<hex>` over `time.body`.
struct Stamped<'a> {
    at: &'a str,
    /// Milliseconds in a unit of `at`.
    unit: i64,
    tags: Vec<Vec<u8>>,
}

impl<'a> Stamped<'a> {
    fn of(arrival: &Arrival<'a>, header: &str, unit: i64) -> Option<Self> {
        let parts = arrival.header(header)?.split(',');
        let parts: Vec<(&str, &str)> = parts
            .filter_map(|part| part.trim().split_once('='))
            .collect();
        let (_, at) = parts.iter().find(|(name, _)| *name == "t")?;
        let tags = parts
            .iter()
            .filter(|(name, _)| *name == "v1")
            .take(MAX_SIGNATURES)
            .filter_map(|(_, hex)| HEXLOWER_PERMISSIVE.decode(hex.as_bytes()).ok());
        Some(Self {
            at,
            unit,
            tags: tags.collect(),
        })
    }

    fn holds(&self, secret: &str, arrival: &Arrival<'_>, tolerance_ms: i64) -> bool {
        let signed = [self.at.as_bytes(), b".", arrival.body];
        is_recent(self.at, self.unit, tolerance_ms, Millis(arrival.now))
            && self
                .tags
                .iter()
                .any(|tag| verify(secret.as_bytes(), &signed, tag))
    }
}

/// Neither from long ago nor from far ahead.
fn is_recent(at: &str, unit: i64, tolerance_ms: i64, now: Millis) -> bool {
    let is_digits = !at.is_empty() && at.bytes().all(|byte| byte.is_ascii_digit());
    let at = at.parse::<i64>().ok().filter(|_| is_digits);
    at.and_then(|at| at.checked_mul(unit))
        .is_some_and(|at| now.0.abs_diff(at) <= tolerance_ms as u64)
}

/// HMAC-SHA256 over the parts, compared in constant time.
fn verify(key: &[u8], parts: &[&[u8]], tag: &[u8]) -> bool {
    let mut context = hmac::Context::with_key(&hmac::Key::new(hmac::HMAC_SHA256, key));
    for part in parts {
        context.update(part);
    }
    context.sign().as_ref().ct_eq(tag).into()
}

/// Hashed first: how long it takes says nothing about the length of the secret either.
fn is_same(sent: &str, secret: &str) -> bool {
    let [sent, secret] = [sent, secret].map(|text| digest(&SHA256, text.as_bytes()));
    sent.as_ref().ct_eq(secret.as_ref()).into()
}
