//! Bytes in, bytes out: one write for all that came in together.

use std::sync::Arc;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::Shared;
use super::session::{Next, Session};

/// A usual mail fits, so that it is one read.
const ROOM: usize = 32 << 10;
/// A connection that carried a huge mail gives the memory back.
const MUCH: usize = 1 << 20;

pub(super) async fn serve(mut stream: TcpStream, shared: Arc<Shared>) -> std::io::Result<()> {
    stream.set_nodelay(true)?;
    let mut session = Session::new(Arc::clone(&shared));
    let (mut input, mut out) = (Vec::with_capacity(ROOM), Vec::with_capacity(256));
    out.extend_from_slice(session.greeting().as_bytes());
    let mut next = Next::Read;
    loop {
        if !out.is_empty() {
            let delay = shared.ledger().behaviour.delay();
            if let Some(delay) = delay {
                tokio::time::sleep(delay).await;
            }
            stream.write_all(&out).await?;
            out.clear();
        }
        match next {
            Next::Read => {}
            Next::Close => return stream.shutdown().await,
            Next::Hang => return hang(stream).await,
        }
        if input.capacity() - input.len() < ROOM / 2 {
            input.reserve(ROOM);
        }
        if stream.read_buf(&mut input).await? == 0 {
            return Ok(());
        }
        let taken;
        (taken, next) = session.take(&input, &mut out).await;
        input.drain(..taken);
        if input.is_empty() && input.capacity() > MUCH {
            input = Vec::with_capacity(ROOM);
        }
    }
}

/// Takes what comes and says nothing, until the other side has had enough.
async fn hang(mut stream: TcpStream) -> std::io::Result<()> {
    let mut ignored = vec![0; 4096];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}
