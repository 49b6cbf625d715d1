//! The load: HTTP/1.1 written by hand over connections that stay open, one request at a time on each.
//! A client library would take more of the machine than the server does.

use std::cell::{Cell, RefCell};
use std::io::{Error, ErrorKind};
use std::time::Duration;

use futures_util::future::try_join_all;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use crate::machine::now;
use crate::outcome::Result;

/// How many callers there are at once.
pub const CALLERS: usize = 32;

pub type Times = RefCell<Vec<Duration>>;

pub struct Response {
    pub status: u16,
    pub body: Vec<u8>,
}

impl Response {
    pub fn text(&self) -> String {
        format!("{} {}", self.status, String::from_utf8_lossy(&self.body))
    }
}

pub struct Connection {
    stream: TcpStream,
    received: Vec<u8>,
}

pub fn request(method: &str, path: &str, key: &str, body: &str) -> Vec<u8> {
    with_type("application/json", (method, path), key, body)
}

pub fn upload(path: &str, key: &str, csv: &str) -> Vec<u8> {
    with_type("text/csv", ("POST", path), key, csv)
}

fn with_type(content_type: &str, (method, path): (&str, &str), key: &str, body: &str) -> Vec<u8> {
    let length = body.len();
    let head = format!(
        "{method} {path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer {key}\r\n\
         Content-Type: {content_type}\r\nContent-Length: {length}\r\n\r\n"
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

/// Requests that are sent once each, every caller taking the next that is left.
pub struct Load {
    pub callers: usize,
    pub requests: Vec<Vec<u8>>,
    pub status: u16,
    /// What must stand in each body: measuring refusals would flatter.
    pub contains: String,
}

impl Load {
    pub fn answered(status: u16, requests: Vec<Vec<u8>>) -> Self {
        Self {
            callers: CALLERS,
            requests,
            status,
            contains: String::new(),
        }
    }

    /// The connections come before what is measured, and stay open during it.
    pub async fn open(&self, address: &str) -> Result<Vec<Connection>> {
        try_join_all((0..self.callers).map(|_| Connection::open(address))).await
    }

    pub async fn send(&self, connections: &mut [Connection]) -> Result<()> {
        self.send_timed(connections, &RefCell::default()).await
    }

    /// How long each took is added to `times`.
    pub async fn send_timed(&self, connections: &mut [Connection], times: &Times) -> Result<()> {
        let next = Cell::new(0);
        try_join_all(
            connections
                .iter_mut()
                .map(|connection| self.call(connection, &next, times)),
        )
        .await?;
        Ok(())
    }

    async fn call(
        &self,
        connection: &mut Connection,
        next: &Cell<usize>,
        times: &Times,
    ) -> Result<()> {
        while let Some(request) = self.requests.get(next.replace(next.get() + 1)) {
            let start = now();
            let Response { status, body } = connection.exchange(request).await?;
            times.borrow_mut().push(start.elapsed());
            let body = String::from_utf8_lossy(&body);
            if status != self.status || !body.contains(&self.contains) {
                return Err(format!("an unexpected answer: {status} {body}").into());
            }
        }
        Ok(())
    }
}
