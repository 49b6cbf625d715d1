//! Key pairs: made once for a domain, stored as PKCS#8, published as a DNS record.

use std::fmt;

use aws_lc_rs::digest::Digest;
use aws_lc_rs::encoding::{AsDer, Pkcs8V1Der, PublicKeyX509Der};
use aws_lc_rs::rsa;
use aws_lc_rs::signature::{self, Ed25519KeyPair, KeyPair as _, RSA_PKCS1_SHA256};
use data_encoding::BASE64;

use super::error::Error;
use super::kind::KeyKind;

/// The shortest RSA key that receivers still count (RFC 8301).
const MIN_RSA_BYTES: usize = 128;

/// The secret half of a key pair, as it is sealed and stored.
#[derive(Clone, PartialEq, Eq)]
pub struct PrivateKey {
    pub kind: KeyKind,
    pub pkcs8: Vec<u8>,
}

impl fmt::Debug for PrivateKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "PrivateKey({})", self.kind)
    }
}

/// RSA-2048: the longest whose record fits into one DNS answer everywhere. Takes up to a second of CPU: not for
/// IO threads.
pub fn generate_rsa() -> Result<PrivateKey, Error> {
    let pair = rsa::KeyPair::generate(rsa::KeySize::Rsa2048).map_err(|_| Error::NotGenerated)?;
    let der = AsDer::<Pkcs8V1Der<'_>>::as_der(&pair).map_err(|_| Error::NotGenerated)?;
    Ok(PrivateKey {
        kind: KeyKind::Rsa,
        pkcs8: der.as_ref().to_vec(),
    })
}

pub fn generate_ed25519() -> Result<PrivateKey, Error> {
    let pair = Ed25519KeyPair::generate().map_err(|_| Error::NotGenerated)?;
    let der = AsDer::<Pkcs8V1Der<'_>>::as_der(&pair).map_err(|_| Error::NotGenerated)?;
    Ok(PrivateKey {
        kind: KeyKind::Ed25519,
        pkcs8: der.as_ref().to_vec(),
    })
}

/// What the domain publishes: `v=DKIM1; k=rsa; p=…`.
pub fn public_record(key: &PrivateKey) -> Result<String, Error> {
    let public = Pair::parse(key.kind, &key.pkcs8)?.public()?;
    Ok(format!(
        "v=DKIM1; k={}; p={}",
        key.kind,
        BASE64.encode(&public)
    ))
}

/// A key pair ready to sign.
pub(super) enum Pair {
    Rsa(rsa::KeyPair),
    Ed25519(Ed25519KeyPair),
}

impl Pair {
    pub(super) fn parse(kind: KeyKind, pkcs8: &[u8]) -> Result<Self, Error> {
        let bad = |why: &dyn fmt::Display| Error::BadKey(kind, why.to_string());
        let pair = match kind {
            KeyKind::Rsa => Self::Rsa(rsa::KeyPair::from_pkcs8(pkcs8).map_err(|e| bad(&e))?),
            KeyKind::Ed25519 => {
                Self::Ed25519(Ed25519KeyPair::from_pkcs8(pkcs8).map_err(|e| bad(&e))?)
            }
        };
        match &pair {
            Self::Rsa(rsa) if rsa.public_modulus_len() < MIN_RSA_BYTES => Err(bad(&"too short")),
            _ => Ok(pair),
        }
    }

    pub(super) fn kind(&self) -> KeyKind {
        match self {
            Self::Rsa(_) => KeyKind::Rsa,
            Self::Ed25519(_) => KeyKind::Ed25519,
        }
    }

    /// RSA keys are published with their ASN.1 wrapping, Ed25519 keys without (RFC 8463).
    fn public(&self) -> Result<Vec<u8>, Error> {
        match self {
            Self::Rsa(pair) => {
                let der: PublicKeyX509Der<'_> = pair
                    .public_key()
                    .as_der()
                    .map_err(|e| Error::BadKey(KeyKind::Rsa, e.to_string()))?;
                Ok(der.as_ref().to_vec())
            }
            Self::Ed25519(pair) => Ok(pair.public_key().as_ref().to_vec()),
        }
    }

    /// Signs a SHA-256 hash. Ed25519 takes the hash as its message (RFC 8463).
    pub(super) fn sign(&self, hash: &Digest) -> Vec<u8> {
        match self {
            Self::Rsa(pair) => {
                let mut signature = vec![0; pair.public_modulus_len()];
                let padding: &'static dyn signature::RsaEncoding = &RSA_PKCS1_SHA256;
                // The key was checked when it was parsed: only a lack of memory is left.
                pair.sign_digest(padding, hash, &mut signature)
                    .expect("a checked RSA key signs any SHA-256 hash");
                signature
            }
            Self::Ed25519(pair) => pair.sign(hash.as_ref()).as_ref().to_vec(),
        }
    }
}
