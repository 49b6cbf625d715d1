//! Signs as the providers do.

use aws_lc_rs::hmac;
use data_encoding::{BASE64, HEXLOWER};
use postrider_domain::automations::integration::Provider;

pub const SECRET: &str = "shh, a long secret";
/// Base64 of some bytes.
pub const WHSEC: &str = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";

/// A request, ready to be posted.
#[derive(Clone)]
pub struct Signed {
    pub headers: Vec<(String, String)>,
    pub body: String,
}

impl Signed {
    fn new(body: &str) -> Self {
        Self {
            headers: Vec::new(),
            body: body.to_owned(),
        }
    }

    /// With this header instead of the one before.
    pub fn set(mut self, name: &str, value: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    pub fn without(mut self, name: &str) -> Self {
        self.headers.retain(|(known, _)| known != name);
        self
    }
}

fn tag(key: &[u8], text: &str) -> Vec<u8> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    hmac::sign(&key, text.as_bytes()).as_ref().to_vec()
}

/// The header that holds what proves the sender.
pub fn proof(provider: Provider) -> &'static str {
    match provider {
        Provider::Clerk | Provider::Stytch => "svix-signature",
        Provider::Workos => "workos-signature",
        Provider::Stripe => "stripe-signature",
        Provider::Shopify => "x-shopify-hmac-sha256",
        Provider::Supabase => "x-webhook-signature",
        Provider::Revenuecat => "authorization",
    }
}

/// At this time in milliseconds.
pub fn sign(provider: Provider, secret: &str, body: &str, at: i64) -> Signed {
    let signed = Signed::new(body);
    let seconds = at / 1000;
    match provider {
        Provider::Clerk | Provider::Stytch => {
            let id = format!("msg_{}", postrider_server::entropy::lower32());
            svix(signed, secret, &id, seconds)
        }
        Provider::Workos => {
            let hex = HEXLOWER.encode(&tag(secret.as_bytes(), &format!("{at}.{body}")));
            signed.set(proof(provider), &format!("t={at}, v1={hex}"))
        }
        Provider::Stripe | Provider::Supabase => {
            let hex = HEXLOWER.encode(&tag(secret.as_bytes(), &format!("{seconds}.{body}")));
            signed.set(proof(provider), &format!("t={seconds},v1={hex}"))
        }
        Provider::Shopify => {
            let base64 = BASE64.encode(&tag(secret.as_bytes(), body));
            let id = postrider_server::entropy::lower32();
            signed
                .set(proof(provider), &base64)
                .set("x-shopify-topic", "customers/update")
                .set("x-shopify-webhook-id", &id)
                .set("x-shopify-shop-domain", "acme.myshopify.com")
        }
        Provider::Revenuecat => signed.set(proof(provider), secret),
    }
}

fn svix(signed: Signed, secret: &str, id: &str, seconds: i64) -> Signed {
    let key = BASE64.decode(&secret.as_bytes()["whsec_".len()..]).unwrap();
    let base64 = BASE64.encode(&tag(&key, &format!("{id}.{seconds}.{}", signed.body)));
    signed
        .set("svix-id", id)
        .set("svix-timestamp", &seconds.to_string())
        .set("svix-signature", &format!("v1,{base64}"))
}
