//! The socket: whole writes, and replies read out of one buffer.

use std::future::poll_fn;
use std::pin::Pin;
use std::sync::Arc;
use std::task::Poll;
use std::time::Duration;

use rustls::ClientConfig;
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWriteExt, ReadBuf};
use tokio::time::timeout;

use super::relay::Relay;
use super::reply::{Reply, Scanned, scan};
use crate::socket::{Place, Socket, Trouble};

/// A write that did not go through.
pub(super) struct Unwritten {
    /// Bytes that were not handed over; none if only the flush failed.
    pub bytes: usize,
    pub trouble: Trouble,
}

pub(super) struct Wire {
    socket: Socket,
    incoming: Vec<u8>,
}

impl Wire {
    pub async fn connect(relay: &Relay, limit: Duration) -> Result<Self, Trouble> {
        let place = Place {
            host: &relay.host,
            address: relay.address,
            port: relay.port,
        };
        Ok(Self {
            socket: Socket::connect(place, relay, limit).await?,
            incoming: Vec::with_capacity(1024),
        })
    }

    /// The same connection, encrypted. What the server said before is not of it: a stranger could have put it there.
    pub async fn encrypt(
        self,
        host: &str,
        config: Arc<ClientConfig>,
        limit: Duration,
    ) -> Result<Self, Trouble> {
        if !self.incoming.is_empty() {
            return Err("the server spoke out of turn before encryption began".into());
        }
        Ok(Self {
            socket: self.socket.encrypt(host, config, limit).await?,
            incoming: self.incoming,
        })
    }

    pub fn is_encrypted(&self) -> bool {
        self.socket.is_encrypted()
    }

    pub async fn write(&mut self, bytes: &[u8], limit: Duration) -> Result<(), Unwritten> {
        let mut rest = bytes;
        while !rest.is_empty() {
            let failed = match timeout(limit, self.socket.write(rest)).await {
                Ok(Ok(0)) => "the connection takes no more bytes".to_owned(),
                Ok(Ok(length)) => {
                    rest = &rest[length..];
                    continue;
                }
                Ok(Err(e)) => format!("the connection broke: {e}"),
                Err(_) => "the server stopped reading".to_owned(),
            };
            return Err(Unwritten {
                bytes: rest.len(),
                trouble: failed,
            });
        }
        self.flush(limit)
            .await
            .map_err(|trouble| Unwritten { bytes: 0, trouble })
    }

    /// TLS keeps records back that the kernel had no room for.
    async fn flush(&mut self, limit: Duration) -> Result<(), Trouble> {
        match timeout(limit, self.socket.flush()).await {
            Ok(Ok(())) => Ok(()),
            Ok(Err(e)) => Err(format!("the connection broke: {e}")),
            Err(_) => Err("the server stopped reading".into()),
        }
    }

    pub async fn reply(&mut self, limit: Duration) -> Result<Reply, Trouble> {
        self.reply_as(limit, |scanned| {
            Reply::from_lines(scanned.code, &scanned.lines)
        })
        .await
    }

    /// The next reply, of which `make` takes what it wants.
    pub async fn reply_as<T>(
        &mut self,
        limit: Duration,
        make: impl FnOnce(&Scanned<'_>) -> T,
    ) -> Result<T, Trouble> {
        let mut make = Some(make);
        let reading = async {
            loop {
                let found = scan(&self.incoming)
                    .map_err(str::to_owned)?
                    .and_then(|scanned| Some((make.take()?(&scanned), scanned.length)));
                if let Some((made, length)) = found {
                    self.incoming.drain(..length);
                    return Ok(made);
                }
                match self.socket.read_buf(&mut self.incoming).await {
                    Ok(0) => return Err("the server closed the connection".to_owned()),
                    Ok(_) => {}
                    Err(e) => return Err(format!("the connection broke: {e}")),
                }
            }
        };
        match timeout(limit, reading).await {
            Ok(result) => result,
            Err(_) => Err("no reply in time".into()),
        }
    }

    /// Whether the server said something, or left, while nothing was asked of it: a connection that lay idle was
    /// closed. Does not wait.
    pub async fn spoke_unasked(&mut self) -> bool {
        if !self.incoming.is_empty() {
            return true;
        }
        let mut bytes = [0; 512];
        let mut buffer = ReadBuf::new(&mut bytes);
        poll_fn(|context| {
            let polled = Pin::new(&mut self.socket).poll_read(context, &mut buffer);
            // Ready is an end, an error or bytes: none of them belongs here.
            Poll::Ready(polled.is_ready())
        })
        .await
    }
}
