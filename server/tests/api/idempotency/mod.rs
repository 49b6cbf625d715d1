//! The same `Idempotency-Key` and request have one effect and one answer.

mod kept;
mod outside;
mod replay;
mod twins;

use std::time::Duration;

use tokio::io::AsyncWriteExt;
use tokio::net::TcpStream;

use crate::support::{Caller, TestServer};

const SHAPES: [&str; 2] = ["/probe/write", "/probe/outside"];
const HOUR: Duration = Duration::from_hours(1);

/// A POST over a bare socket, whose caller may hang up at any moment.
async fn send_raw(
    server: &TestServer,
    caller: &Caller,
    key: &str,
    path: &str,
    body: &str,
) -> TcpStream {
    let mut stream = TcpStream::connect(server.address()).await.unwrap();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: test\r\nAuthorization: Bearer {}\r\nIdempotency-Key: {key}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        caller.secret,
        body.len(),
    );
    stream.write_all(request.as_bytes()).await.unwrap();
    stream
}
