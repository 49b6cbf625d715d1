//! The load: HTTP/1.1 written by hand over connections that stay open, one request at a time on each.
//! A client library would take more of the machine than the server does.

use std::cell::Cell;
use std::io::{Error, ErrorKind};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::task::{JoinSet, LocalSet};

use crate::Result;

/// How many callers there are at once.
pub const CONNECTIONS: usize = 32;

pub struct Response {
    pub status: u16,
    pub body: Vec<u8>,
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
        Ok(Self { stream, received: Vec::new() })
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
        name.eq_ignore_ascii_case("content-length").then(|| value.parse::<usize>().ok())?
    });
    let length = length.ok_or("a response without Content-Length")?;
    let body = received.get(end + 4..end + 4 + length);
    Ok(body.map(|body| Response { status, body: body.to_vec() }))
}

/// Sends every request once, over all connections; each must be answered with `status`.
pub async fn send_all(address: &str, requests: &[Vec<u8>], status: u16) -> Result<()> {
    let next = Cell::new(0);
    let caller = async || -> Result<()> {
        let mut connection = Connection::open(address).await?;
        while let Some(request) = requests.get(next.replace(next.get() + 1)) {
            let response = connection.exchange(request).await?;
            if response.status != status {
                let body = String::from_utf8_lossy(&response.body);
                return Err(format!("{} instead of {status}: {body}", response.status).into());
            }
        }
        Ok(())
    };
    join(caller).await
}
