//! The connection: whole answers in, commands out, and no more of either than the limits say.

use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::time::timeout;

use super::answer::{Extent, extent};
use super::{LookLimits, SeedError, SeedMailbox};
use crate::smtp::TrustedCertificate;
use crate::socket::{Place, Socket};

const CHUNK: usize = 4096;

pub(super) struct Wire {
    socket: Socket,
    limits: LookLimits,
    incoming: Vec<u8>,
    /// Bytes that came, in all.
    heard: usize,
}

impl Wire {
    pub(super) async fn connect(
        mailbox: &SeedMailbox,
        limits: &LookLimits,
    ) -> Result<Self, SeedError> {
        let place = Place {
            host: &mailbox.host,
            address: None,
            port: mailbox.port,
        };
        let name = format!("{}:{}", mailbox.host, mailbox.port);
        let socket = Socket::connect(place, name, limits.step).await;
        Ok(Self {
            socket: socket.map_err(SeedError::Unreachable)?,
            limits: *limits,
            incoming: Vec::new(),
            heard: 0,
        })
    }

    /// The same connection, encrypted. What the server said before is not of it: a stranger could have put it there.
    pub(super) async fn encrypt(
        self,
        host: &str,
        trusted: &TrustedCertificate,
    ) -> Result<Self, SeedError> {
        if !self.incoming.is_empty() {
            let trouble = "the server spoke out of turn before encryption began";
            return Err(SeedError::Tls(trouble.into()));
        }
        let encrypting = self
            .socket
            .encrypt(host, trusted.config(), self.limits.deadline);
        let socket = within(self.limits.step, async {
            encrypting.await.map_err(SeedError::Tls)
        });
        Ok(Self {
            socket: socket.await?,
            ..self
        })
    }

    pub(super) fn step(&self) -> Duration {
        self.limits.step
    }

    pub(super) async fn say(&mut self, words: &str) -> Result<(), SeedError> {
        let said = async {
            self.socket.write_all(words.as_bytes()).await?;
            self.socket.write_all(b"\r\n").await?;
            self.socket.flush().await
        };
        said.await.map_err(broken)
    }

    /// The next answer, all of it. A server that announces more than may be is not listened to any further.
    pub(super) async fn answer(&mut self) -> Result<Vec<u8>, SeedError> {
        loop {
            let (Extent::Whole(least) | Extent::AtLeast(least)) = extent(&self.incoming);
            if least > self.limits.answer_bytes {
                return Err(SeedError::TooMuch("one answer is too long".into()));
            }
            if least <= self.incoming.len() {
                let rest = self.incoming.split_off(least);
                return Ok(std::mem::replace(&mut self.incoming, rest));
            }
            self.read().await?;
        }
    }

    /// The bytes that wait to become an answer, at least one.
    pub(super) async fn first_byte(&mut self) -> Result<u8, SeedError> {
        while self.incoming.is_empty() {
            self.read().await?;
        }
        Ok(self.incoming[0])
    }

    async fn read(&mut self) -> Result<(), SeedError> {
        if self.heard >= self.limits.bytes {
            return Err(SeedError::TooMuch("there is no end to its answers".into()));
        }
        let left = self.limits.bytes - self.heard;
        self.incoming.reserve(CHUNK);
        let mut bounded = (&mut self.socket).take(left as u64);
        let read = bounded.read_buf(&mut self.incoming).await.map_err(broken)?;
        if read == 0 {
            let trouble = "the server closed the connection";
            return Err(SeedError::Unreachable(trouble.into()));
        }
        self.heard += read;
        Ok(())
    }
}

/// A bound on what a server may take for one thing.
pub(super) async fn within<T>(
    limit: Duration,
    work: impl Future<Output = Result<T, SeedError>>,
) -> Result<T, SeedError> {
    timeout(limit, work)
        .await
        .unwrap_or(Err(SeedError::TimedOut))
}

#[expect(clippy::needless_pass_by_value, reason = "it is what map_err gives")]
fn broken(error: std::io::Error) -> SeedError {
    SeedError::Unreachable(format!("the connection broke: {error}"))
}
