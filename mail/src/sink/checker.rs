//! Whether signatures hold, asked of DNS as a receiver would.

use std::net::SocketAddr;
use std::time::Duration;

use mail_auth::common::crypto::Algorithm;
use mail_auth::{AuthenticatedMessage, DkimResult, MessageAuthenticator};

use super::report::Signatures;
use crate::dns::upstream;

/// For the key of one signature.
const PATIENCE: Duration = Duration::from_secs(5);

pub(super) struct Checker {
    authenticator: MessageAuthenticator,
    /// Of the messages, chosen by hash.
    share: f64,
}

impl Checker {
    pub(super) fn new(dns: SocketAddr, share: f64) -> std::io::Result<Self> {
        let resolver = upstream::connect(Some(dns), PATIENCE).map_err(std::io::Error::other)?;
        Ok(Self {
            authenticator: MessageAuthenticator(resolver),
            share,
        })
    }

    pub(super) fn chooses(&self, hash: u64) -> bool {
        (hash as f64) < self.share * (u64::MAX as f64)
    }

    /// For each signature its algorithm and what became of it.
    pub(super) async fn check(&self, message: &[u8]) -> Vec<(&'static str, Signatures)> {
        let Some(message) = AuthenticatedMessage::parse(message) else {
            return vec![("unreadable", failed())];
        };
        let outputs = self.authenticator.verify_dkim(&message).await;
        let judged = outputs.iter().map(|output| {
            let algorithm =
                output
                    .signature()
                    .map_or("unreadable", |signature| match signature.a {
                        Algorithm::RsaSha1 => "rsa-sha1",
                        Algorithm::RsaSha256 => "rsa-sha256",
                        Algorithm::Ed25519Sha256 => "ed25519-sha256",
                    });
            (algorithm, judge(output.result()))
        });
        judged.collect()
    }
}

fn judge(result: &DkimResult) -> Signatures {
    let none = Signatures::default();
    match result {
        DkimResult::Pass => Signatures { pass: 1, ..none },
        DkimResult::TempError(_) => Signatures { unknown: 1, ..none },
        DkimResult::Neutral(_)
        | DkimResult::Fail(_)
        | DkimResult::PermError(_)
        | DkimResult::None => failed(),
    }
}

fn failed() -> Signatures {
    Signatures {
        fail: 1,
        ..Signatures::default()
    }
}
