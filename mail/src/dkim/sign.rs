//! One `DKIM-Signature` for each key of the domain, over the same headers and one hash of the body.

use std::sync::Arc;

use aws_lc_rs::digest::{self, SHA256};
use data_encoding::BASE64;

use super::canonical::{body_hash, field_name, fields, relaxed_field, split};
use super::error::Error;
use super::key::Pair;
use super::kind::KeyKind;

/// In the order of `h=`. Each is listed once more than it occurs: one that somebody puts above ours, or adds where we
/// have none, breaks the signature.
const SIGNED: [&str; 12] = [
    "From",
    "To",
    "Cc",
    "Reply-To",
    "Subject",
    "Date",
    "Message-ID",
    "MIME-Version",
    "Content-Type",
    "List-Unsubscribe",
    "List-Unsubscribe-Post",
    "Feedback-ID",
];

/// Base64 characters on a line of `b=`.
const SIGNATURE_LINE: usize = 72;

/// Signs for one domain. Its keys are parsed once; clones share them.
#[derive(Clone)]
pub struct Signer {
    inner: Arc<Inner>,
}

struct Inner {
    domain: String,
    keys: Vec<(String, Pair)>,
}

impl std::fmt::Debug for Signer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Signer({})", self.inner.domain)
    }
}

impl Signer {
    /// Keys as selector, kind and PKCS#8 bytes. Their signatures stand in this order.
    pub fn new(domain: &str, keys: &[(&str, KeyKind, &[u8])]) -> Result<Self, Error> {
        let domain = dns_name(domain)?;
        let keys = keys
            .iter()
            .map(|(selector, kind, pkcs8)| Ok((dns_name(selector)?, Pair::parse(*kind, pkcs8)?)))
            .collect::<Result<_, Error>>()?;
        Ok(Self {
            inner: Arc::new(Inner { domain, keys }),
        })
    }

    /// Puts a signature of every key before the message. With an RSA key this takes about half a millisecond of CPU:
    /// not for IO threads.
    pub fn sign(&self, message: &mut Vec<u8>, now_ms: i64) {
        let (headers, body) = split(message);
        let fields: Vec<&[u8]> = fields(headers).collect();
        let (names, mut signed) = signed_fields(&fields);
        let body_hash = BASE64.encode(body_hash(body).as_ref());
        let length = signed.len();
        let mut signatures = Vec::with_capacity(1024);
        for (selector, pair) in &self.inner.keys {
            let mut field = format!(
                "DKIM-Signature: v=1; a={}-sha256; c=relaxed/relaxed; d={};\r\n\
                 \ts={selector}; t={};\r\n\th={names};\r\n\tbh={body_hash};\r\n\tb=",
                pair.kind(),
                self.inner.domain,
                now_ms.div_euclid(1000).max(0),
            );
            relaxed_field(field.as_bytes(), &mut signed);
            let hash = digest::digest(&SHA256, &signed);
            signed.truncate(length);
            fold_base64(&mut field, &BASE64.encode(&pair.sign(&hash)));
            signatures.extend_from_slice(field.as_bytes());
        }
        message.splice(0..0, signatures);
    }
}

/// The text of `h=`, and the relaxed fields it names with their line ends. Of a header that occurs more than once the
/// lowest is signed, as verifiers read them.
fn signed_fields(fields: &[&[u8]]) -> (String, Vec<u8>) {
    let mut names = String::with_capacity(160);
    let mut signed = Vec::with_capacity(1024);
    let mut column = 2;
    let mut list = |name: &str| {
        if !names.is_empty() {
            names.push(':');
            column += 1;
            if column + name.len() > SIGNATURE_LINE {
                names.push_str("\r\n\t");
                column = 0;
            }
        }
        names.push_str(name);
        column += name.len();
    };
    for name in SIGNED {
        let field = fields
            .iter()
            .rfind(|field| field_name(field).eq_ignore_ascii_case(name.as_bytes()));
        if let Some(field) = field {
            relaxed_field(field, &mut signed);
            signed.extend_from_slice(b"\r\n");
            list(name);
        }
    }
    SIGNED.into_iter().for_each(list);
    (names, signed)
}

fn fold_base64(field: &mut String, text: &str) {
    let mut rest = text;
    loop {
        let (line, after) = rest.split_at(rest.len().min(SIGNATURE_LINE));
        field.push_str(line);
        if after.is_empty() {
            break;
        }
        field.push_str("\r\n\t");
        rest = after;
    }
    field.push_str("\r\n");
}

fn dns_name(name: &str) -> Result<String, Error> {
    let fits = |b: u8| b.is_ascii_alphanumeric() || b"-._".contains(&b);
    if name.is_empty() || name.len() > 253 || !name.bytes().all(fits) {
        return Err(Error::BadName(name.to_owned()));
    }
    Ok(name.to_owned())
}
