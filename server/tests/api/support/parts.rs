//! A download as it comes over the wire: part by part.

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::{Caller, TestServer};

/// Every part of a file. Each is sent as one chunk.
pub async fn parts(server: &TestServer, caller: &Caller, path: &str) -> Vec<String> {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = format!(
        "GET {path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {}\r\nConnection: close\r\n\r\n",
        caller.secret
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.unwrap();
    let (head, mut rest) = answer.split_once("\r\n\r\n").unwrap();
    assert!(head.starts_with("HTTP/1.1 200"), "{head}");
    let mut parts = Vec::new();
    loop {
        let (size, after) = rest.split_once("\r\n").unwrap();
        let size = usize::from_str_radix(size, 16).unwrap();
        if size == 0 {
            return parts;
        }
        parts.push(after[..size].to_owned());
        rest = &after[size + 2..];
    }
}
