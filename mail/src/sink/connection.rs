//! Bytes in, bytes out: one write for all that came in together.

use std::io;
use std::sync::Arc;

use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::TcpStream;

use super::session::{Next, Session};
use super::shared::Shared;

/// A usual mail fits, so that it is one read.
const ROOM: usize = 32 << 10;
/// A connection that carried a huge mail gives the memory back.
const MUCH: usize = 1 << 20;

/// How a conversation ended.
enum End {
    Over,
    /// It goes on encrypted.
    Encrypt,
}

pub(super) async fn serve(mut stream: TcpStream, shared: Arc<Shared>) -> io::Result<()> {
    stream.set_nodelay(true)?;
    let mut session = Session::new(Arc::clone(&shared));
    let greeting = session.greeting().into_bytes();
    let end = converse(&mut stream, &mut session, greeting, &shared).await?;
    if let (End::Encrypt, Some(certificate)) = (end, &shared.certificate) {
        let mut stream = certificate.accept(stream).await?;
        shared.ledger().report.encrypted += 1;
        session.begin_again();
        converse(&mut stream, &mut session, Vec::new(), &shared).await?;
    }
    Ok(())
}

/// `out` is said first.
async fn converse<S: AsyncRead + AsyncWrite + Unpin>(
    stream: &mut S,
    session: &mut Session,
    mut out: Vec<u8>,
    shared: &Shared,
) -> io::Result<End> {
    let mut input = Vec::with_capacity(ROOM);
    let mut next = Next::Read;
    loop {
        if !out.is_empty() {
            let delay = shared.ledger().behaviour.delay();
            if let Some(delay) = delay {
                tokio::time::sleep(delay).await;
            }
            stream.write_all(&out).await?;
            // What is encrypted may wait for more.
            stream.flush().await?;
            out.clear();
        }
        match next {
            Next::Read => {}
            Next::Close => {
                stream.shutdown().await?;
                return Ok(End::Over);
            }
            Next::Hang => {
                hang(stream).await?;
                return Ok(End::Over);
            }
            // What came in with the command is nobody's: it was not encrypted.
            Next::Encrypt => return Ok(End::Encrypt),
        }
        if input.capacity() - input.len() < ROOM / 2 {
            input.reserve(ROOM);
        }
        if stream.read_buf(&mut input).await? == 0 {
            return Ok(End::Over);
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
async fn hang<S: AsyncRead + Unpin>(stream: &mut S) -> io::Result<()> {
    let mut ignored = vec![0; 4096];
    while stream.read(&mut ignored).await? > 0 {}
    Ok(())
}
