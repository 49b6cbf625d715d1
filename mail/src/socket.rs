//! A connection that we open: in the clear first, and perhaps encrypted later.

use std::fmt::Display;
use std::io;
use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use rustls::ClientConfig;
use rustls::pki_types::ServerName;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;

/// What went wrong between us and the server, in words.
pub(crate) type Trouble = String;

pub(crate) enum Socket {
    Plain(TcpStream),
    Tls(Box<TlsStream<TcpStream>>),
}

/// Where a server is.
#[derive(Clone, Copy)]
pub(crate) struct Place<'a> {
    pub host: &'a str,
    /// Where the host is, if that is known; its name is looked up otherwise.
    pub address: Option<IpAddr>,
    pub port: u16,
}

impl Socket {
    /// `name` is what the server is called when something goes wrong.
    pub async fn connect(
        place: Place<'_>,
        name: impl Display,
        limit: Duration,
    ) -> Result<Self, Trouble> {
        let connecting = async {
            match place.address {
                Some(address) => TcpStream::connect((address, place.port)).await,
                None => TcpStream::connect((place.host, place.port)).await,
            }
        };
        let stream = timeout(limit, connecting)
            .await
            .map_err(|_| format!("no connection to {name} in time"))?
            .map_err(|e| format!("no connection to {name}: {e}"))?;
        // Without it a small command waits for the acknowledgement of the one before.
        stream.set_nodelay(true).map_err(|e| e.to_string())?;
        Ok(Self::Plain(stream))
    }

    /// The same connection, encrypted.
    pub async fn encrypt(
        self,
        host: &str,
        config: Arc<ClientConfig>,
        limit: Duration,
    ) -> Result<Self, Trouble> {
        let Self::Plain(stream) = self else {
            return Err("the connection is encrypted already".into());
        };
        let name = ServerName::try_from(host.to_owned())
            .map_err(|_| format!("{host} cannot have a certificate"))?;
        let stream = timeout(limit, TlsConnector::from(config).connect(name, stream))
            .await
            .map_err(|_| "no TLS handshake in time".to_owned())?
            .map_err(|e| format!("the TLS handshake failed: {e}"))?;
        Ok(Self::Tls(Box::new(stream)))
    }

    pub fn is_encrypted(&self) -> bool {
        matches!(self, Self::Tls(_))
    }
}

impl AsyncRead for Socket {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        into: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_read(context, into),
            Self::Tls(stream) => Pin::new(stream.as_mut()).poll_read(context, into),
        }
    }
}

impl AsyncWrite for Socket {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_write(context, bytes),
            Self::Tls(stream) => Pin::new(stream.as_mut()).poll_write(context, bytes),
        }
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_flush(context),
            Self::Tls(stream) => Pin::new(stream.as_mut()).poll_flush(context),
        }
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        match &mut *self {
            Self::Plain(stream) => Pin::new(stream).poll_shutdown(context),
            Self::Tls(stream) => Pin::new(stream.as_mut()).poll_shutdown(context),
        }
    }
}
