//! Bytes in, bytes out, and how long each may take.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout};
use tokio_util::sync::CancellationToken;

use super::mailroom::Mailroom;
use super::peers::ConnectionSlot;
use super::session::{Next, Session};
use super::shared::Inbound;
use super::stream::Stream;

const ROOM: usize = 8 << 10;

pub(super) async fn serve<M: Mailroom>(
    inbound: Arc<Inbound<M>>,
    stream: TcpStream,
    slot: ConnectionSlot,
    stop: CancellationToken,
) {
    // Who is gone already has no address; nothing will come from there.
    let Ok(peer) = stream.peer_addr() else {
        return;
    };
    let gone = slot.gone();
    let now = Instant::now();
    let mut talk = Talk {
        session: Session::new(Arc::clone(&inbound), slot, peer.ip().to_canonical()),
        stream: Stream::Plain(stream),
        inbound: Arc::clone(&inbound),
        stop,
        since: now,
        heard_at: now,
        asked_at: now,
        turns: 0,
        handed_over: 0,
        stops_at: None,
    };
    let ended = tokio::select! {
        biased;
        () = gone.cancelled() => {
            // Somebody else waits for the place: nothing that takes time.
            talk.stream.try_say(b"421 4.7.0 too many connections\r\n");
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
    stream: Stream,
    inbound: Arc<Inbound<M>>,
    stop: CancellationToken,
    /// When it began, or a stranger last handed a message over.
    since: Instant,
    /// When the last byte came in.
    heard_at: Instant,
    /// When it was the other side's turn: a line or a message is to come.
    asked_at: Instant,
    /// What the session had heard to its end then.
    turns: u64,
    handed_over: u64,
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
    async fn run(&mut self) -> io::Result<()> {
        if let Stream::Plain(stream) = &self.stream {
            stream.set_nodelay(true)?;
        }
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
            match next {
                Next::Read => {}
                Next::Close => return self.leave(&out).await,
                Next::Encrypt => {
                    self.say(&mut out).await?;
                    self.encrypt().await?;
                }
            }
            if input.is_empty() && input.capacity() > 4 * ROOM {
                // A connection that carried a large message gives the memory back.
                input = Vec::with_capacity(ROOM);
            }
        }
    }

    /// From here on nothing counts that was said before: anybody on the way can have said it.
    async fn encrypt(&mut self) -> io::Result<()> {
        let Some(certificates) = &self.inbound.certificates else {
            return Err(io::ErrorKind::Unsupported.into());
        };
        let acceptor = certificates.acceptor().await;
        let patience = self.inbound.limits.handshake;
        timeout(patience, self.stream.encrypt(&acceptor)).await??;
        self.session.begin_again();
        metrics::counter!("postrider_inbound_encrypted_total").increment(1);
        Ok(())
    }

    async fn hear(&mut self, input: &mut Vec<u8>) -> io::Result<Heard> {
        let now = Instant::now();
        self.heard_at = now;
        if self.turns != self.session.turns() {
            (self.turns, self.asked_at) = (self.session.turns(), now);
        }
        if self.handed_over != self.session.handed_over() {
            (self.handed_over, self.since) = (self.session.handed_over(), now);
        }
        loop {
            if self.stop.is_cancelled() {
                if !self.session.is_under_way() {
                    return Ok(Heard::Stop);
                }
                let stops_at = now + self.inbound.limits.drain;
                self.stops_at.get_or_insert(stops_at);
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

    /// Until when something has to be said. A line has to be whole within the time of a silence, however its bytes drip;
    /// a message may take longer, as long as some of it comes.
    fn patience(&self) -> Instant {
        let (limits, silence) = (&self.inbound.limits, self.silence());
        let until = if self.session.is_in_message() {
            (self.heard_at + silence).min(self.asked_at + limits.transfer)
        } else {
            self.asked_at + silence
        };
        if self.session.is_stranger() {
            return until.min(self.since + limits.session_of_strangers);
        }
        until
    }

    fn silence(&self) -> Duration {
        if self.session.is_stranger() {
            self.inbound.limits.silence_of_strangers
        } else {
            self.inbound.limits.silence
        }
    }

    async fn say(&mut self, out: &mut Vec<u8>) -> io::Result<()> {
        if out.is_empty() {
            return Ok(());
        }
        let saying = async {
            self.stream.write_all(out).await?;
            // What is encrypted may wait for more.
            self.stream.flush().await
        };
        timeout(self.inbound.limits.silence_of_strangers, saying).await??;
        out.clear();
        Ok(())
    }

    /// Says the last words, for as long as somebody listens.
    async fn leave(&mut self, farewell: &[u8]) -> io::Result<()> {
        let leaving = async {
            self.stream.write_all(farewell).await?;
            self.stream.shutdown().await
        };
        timeout(self.inbound.limits.silence_of_strangers, leaving).await?
    }
}
