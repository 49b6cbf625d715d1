//! The load: HTTP/1.1 written by hand over connections that stay open, one request at a time on each.
//! A client library would take more of the machine than the server does.

use std::cell::Cell;
use std::io::{Error, ErrorKind};

use futures_util::future::try_join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::Result;

/// How many callers there are at once.
pub const CONNECTIONS: usize = 32;

pub struct Response {
    status: u16,
    body: Vec<u8>,
}

pub struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

pub fn request(method: &str, path: &str, key: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {length}\r\n\r\n"
    );
    [head.as_bytes(), body.as_bytes()].concat()
}

impl Connection {
    pub async fn open(address: &str) -> Result<Self> {
        let stream = TcpStream::connect(address).await?;
        stream.set_nodelay(true)?;
        Ok(Self {
            stream,
            received: Vec::new(),
        })
    }

    pub async fn exchange(&mut self, request: &[u8]) -> Result<Response> {
        self.stream.write_all(request).await?;
        self.received.clear();
        loop {
            if self.stream.read_buf(&mut self.received).await? == 0 {
                return Err(Error::from(ErrorKind::UnexpectedEof).into());
            }
            if let Some(response) = parse(&self.received)? {
                return Ok(response);
            }
        }
    }
}

/// The response, once all of it is there.
fn parse(received: &[u8]) -> Result<Option<Response>> {
    let Some(end) = received.windows(4).position(|four| four == b"\r\n\r\n") else {
        return Ok(None);
    };
    let head = std::str::from_utf8(&received[..end])?;
    let status = head.get(9..12).unwrap_or_default().parse()?;
    let length = head.lines().find_map(|line| {
        let (name, value) = line.split_once(": ")?;
        name.eq_ignore_ascii_case("content-length")
            .then(|| value.parse::<usize>().ok())?
    });
    let length = length.ok_or("a response without Content-Length")?;
    let body = received.get(end + 4..end + 4 + length);
    Ok(body.map(|body| Response {
        status,
        body: body.to_vec(),
    }))
}

/// Connections that stay open from round to round.
pub struct Callers(Vec<Connection>);

impl Callers {
    pub async fn open(address: &str) -> Result<Self> {
        Ok(Self(
            try_join_all((0..CONNECTIONS).map(|_| Connection::open(address))).await?,
        ))
    }

    /// Sends every request once, each caller the next that is left; all must be answered with `status`.
    pub async fn send_all(&mut self, requests: &[Vec<u8>], status: u16) -> Result<()> {
        let next = Cell::new(0);
        let calls = self
            .0
            .iter_mut()
            .map(|connection| call(connection, requests, &next, status));
        try_join_all(calls).await?;
        Ok(())
    }
}

async fn call(
    connection: &mut Connection,
    requests: &[Vec<u8>],
    next: &Cell<usize>,
    status: u16,
) -> Result<()> {
    while let Some(request) = requests.get(next.replace(next.get() + 1)) {
        connection.exchange(request).await?.expect(status)?;
    }
    Ok(())
}

impl Response {
    /// Measuring refusals would flatter.
    pub fn expect(self, status: u16) -> Result<Vec<u8>> {
        if self.status == status {
            return Ok(self.body);
        }
        let body = String::from_utf8_lossy(&self.body);
        Err(format!("{} instead of {status}: {body}", self.status).into())
    }
}
