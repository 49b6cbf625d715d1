//! As much of HTTP as a model's server needs.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

pub(super) struct HttpRequest {
    pub method: String,
    pub path: String,
    /// Names in lower case.
    pub headers: Vec<(String, String)>,
    pub body: Vec<u8>,
}

impl HttpRequest {
    pub fn header(&self, name: &str) -> Option<&str> {
        let found = self.headers.iter().find(|(own, _)| own == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// Nothing when the caller has left.
pub(super) async fn read(caller: &mut TcpStream) -> Option<HttpRequest> {
    let mut bytes = Vec::new();
    let head = loop {
        if let Some(end) = bytes.windows(4).position(|four| four == b"\r\n\r\n") {
            break end;
        }
        if caller.read_buf(&mut bytes).await.ok()? == 0 {
            return None;
        }
    };
    let text = String::from_utf8_lossy(&bytes[..head]).into_owned();
    let mut lines = text.split("\r\n");
    let mut first = lines.next()?.split(' ');
    let headers: Vec<(String, String)> = lines
        .filter_map(|line| line.split_once(':'))
        .map(|(name, value)| (name.to_ascii_lowercase(), value.trim().to_owned()))
        .collect();
    let mut request = HttpRequest {
        method: first.next()?.to_owned(),
        path: first.next()?.to_owned(),
        headers,
        body: bytes.split_off(head + 4),
    };
    let length = request.header("content-length").unwrap_or("0");
    let length: usize = length.parse().ok()?;
    while request.body.len() < length {
        if caller.read_buf(&mut request.body).await.ok()? == 0 {
            return None;
        }
    }
    Some(request)
}

pub(super) async fn head(
    caller: &mut TcpStream,
    status: u16,
    headers: &[(&str, &str)],
) -> io::Result<()> {
    let mut head = format!("HTTP/1.1 {status} Said\r\n");
    for (name, value) in headers {
        head.extend([name, ": ", value, "\r\n"]);
    }
    head.push_str("\r\n");
    caller.write_all(head.as_bytes()).await
}

/// A whole answer.
pub(super) async fn answer(
    caller: &mut TcpStream,
    status: u16,
    headers: &[(&str, &str)],
    body: &str,
) -> io::Result<()> {
    let length = body.len().to_string();
    let mut all = vec![("content-length", length.as_str())];
    all.extend_from_slice(headers);
    head(caller, status, &all).await?;
    caller.write_all(body.as_bytes()).await
}

/// A piece of an answer whose length nobody knows yet; an empty one is the last.
pub(super) async fn piece(caller: &mut TcpStream, piece: &[u8]) -> io::Result<()> {
    let mut framed = format!("{:x}\r\n", piece.len()).into_bytes();
    framed.extend_from_slice(piece);
    framed.extend_from_slice(b"\r\n");
    caller.write_all(&framed).await?;
    caller.flush().await
}
