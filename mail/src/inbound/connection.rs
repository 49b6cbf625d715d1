//! Bytes in, bytes out, and how long each may take.

use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::limits::Limits;
use super::mailroom::Mailroom;
use super::peers::ConnectionSlot;
use super::session::{Next, Session};
use super::shared::Inbound;

const ROOM: usize = 8 << 10;

pub(super) async fn serve<M: Mailroom>(
    inbound: Arc<Inbound<M>>,
    stream: TcpStream,
    slot: ConnectionSlot,
    stop: CancellationToken,
) {
    let gone = slot.gone();
    let mut talk = Talk {
        session: Session::new(Arc::clone(&inbound), slot),
        stream,
        stop,
        since: Instant::now(),
        limits: inbound.limits.clone(),
        stops_at: None,
    };
    let ended = tokio::select! {
        biased;
        () = gone.cancelled() => {
            // Somebody else waits for the place: nothing that takes time.
            let _ = talk.stream.try_write(b"421 4.7.0 too many connections\r\n");
            return;
        }
        ended = timeout(inbound.limits.session, talk.run()) => ended,
    };
    match ended {
        Ok(Ok(())) => {}
        Ok(Err(error)) => tracing::debug!(error = %error, "an inbound connection broke"),
        Err(_) => tracing::debug!("an inbound connection lasted too long"),
    }
}

struct Talk<M: Mailroom> {
    session: Session<M>,
    stream: TcpStream,
    stop: CancellationToken,
    since: Instant,
    limits: Limits,
    /// Once the process ends: how long the open message may take.
    stops_at: Option<Instant>,
}

/// What came of waiting for bytes.
enum Heard {
    Bytes,
    Nothing,
    Silence,
    /// The process ends, and no message is under way.
    Stop,
}

impl<M: Mailroom> Talk<M> {
    async fn run(&mut self) -> std::io::Result<()> {
        self.stream.set_nodelay(true)?;
        let (mut input, mut out) = (Vec::with_capacity(ROOM), Vec::with_capacity(256));
        self.session.greet(&mut out);
        loop {
            self.say(&mut out).await?;
            match self.hear(&mut input).await? {
                Heard::Bytes => {}
                Heard::Nothing => return Ok(()),
                Heard::Silence => return self.leave(b"421 4.4.2 you say nothing\r\n").await,
                Heard::Stop => return self.leave(b"421 4.3.2 shutting down\r\n").await,
            }
            let (taken, next) = self.session.take(&input, &mut out).await;
            input.drain(..taken);
            if next == Next::Close {
                self.say(&mut out).await?;
                return self.stream.shutdown().await;
            }
            if input.is_empty() && input.capacity() > 4 * ROOM {
                // A connection that carried a large message gives the memory back.
                input = Vec::with_capacity(ROOM);
            }
        }
    }

    async fn hear(&mut self, input: &mut Vec<u8>) -> std::io::Result<Heard> {
        loop {
            if self.stop.is_cancelled() {
                if !self.session.is_under_way() {
                    return Ok(Heard::Stop);
                }
                self.stops_at
                    .get_or_insert(Instant::now() + self.limits.drain);
            }
            let until = self.patience();
            if until <= Instant::now() {
                return Ok(Heard::Silence);
            }
            let until = self.stops_at.map_or(until, |stops_at| stops_at.min(until));
            input.reserve(ROOM);
            tokio::select! {
                read = self.stream.read_buf(input) => {
                    return Ok(if read? == 0 { Heard::Nothing } else { Heard::Bytes });
                }
                () = tokio::time::sleep_until(until) => {
                    return Ok(if self.stops_at.is_some() { Heard::Stop } else { Heard::Silence });
                }
                () = self.stop.cancelled(), if self.stops_at.is_none() => {}
            }
        }
    }

    /// Until when something has to be said.
    fn patience(&self) -> Instant {
        let until = Instant::now() + self.silence();
        if self.session.is_stranger() {
            return until.min(self.since + self.limits.session_of_strangers);
        }
        until
    }

    fn silence(&self) -> Duration {
        if self.session.is_stranger() {
            self.limits.silence_of_strangers
        } else {
            self.limits.silence
        }
    }

    async fn say(&mut self, out: &mut Vec<u8>) -> std::io::Result<()> {
        if out.is_empty() {
            return Ok(());
        }
        timeout(self.silence(), self.stream.write_all(out)).await??;
        out.clear();
        Ok(())
    }

    async fn leave(&mut self, farewell: &[u8]) -> std::io::Result<()> {
        timeout(self.silence(), self.stream.write_all(farewell)).await??;
        self.stream.shutdown().await
    }
}
