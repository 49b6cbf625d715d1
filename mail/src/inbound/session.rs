//! One conversation: what is said, and what is answered. Knows no socket.

use std::net::IpAddr;
use std::sync::Arc;

use super::mailroom::{Answer, Incoming, MailboxLookup, Mailroom};
use super::peers::ConnectionSlot;
use super::shared::Inbound;
use crate::receiving::{Command, Framing, Piece, unstuffed};

/// Longer than any line that a client may say.
const MAX_LINE: usize = 2048;
/// So much of a message that is too large is passed over before the connection is closed.
const MOST_SKIPPED: usize = 64 << 20;

const TOO_MANY: &[u8] = b"452 4.5.3 too many recipients\r\n";
const TOO_LARGE: &[u8] = b"552 5.3.4 message too large\r\n";

/// How the conversation goes on once the answers are out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// More has to come in first.
    Read,
    Close,
    /// Goes on encrypted.
    Encrypt,
}

pub(super) struct Session<M: Mailroom> {
    inbound: Arc<Inbound<M>>,
    slot: ConnectionSlot,
    peer: IpAddr,
    framing: Framing,
    is_encrypted: bool,
    /// What the other side calls itself, once it has said so.
    greeting: Option<String>,
    from: Option<String>,
    to: Vec<M::Accepted>,
    mistakes: u32,
    /// What was said since the last message.
    idle: u32,
    /// Lines and messages that were heard to their end.
    turns: u64,
    /// Messages among those.
    handed_over: u64,
    skipped: usize,
}

impl<M: Mailroom> Session<M> {
    pub(super) fn new(inbound: Arc<Inbound<M>>, slot: ConnectionSlot, peer: IpAddr) -> Self {
        Self {
            framing: Framing::new(MAX_LINE, inbound.limits.message),
            inbound,
            slot,
            peer,
            is_encrypted: false,
            greeting: None,
            from: None,
            to: Vec::new(),
            mistakes: 0,
            idle: 0,
            turns: 0,
            handed_over: 0,
            skipped: 0,
        }
    }

    pub(super) fn greet(&self, out: &mut Vec<u8>) {
        let greeting = format!("220 {} ESMTP Postrider\r\n", self.inbound.hostname);
        out.extend_from_slice(greeting.as_bytes());
    }

    /// Whether somebody is in the middle of handing something over.
    pub(super) fn is_under_way(&self) -> bool {
        self.from.is_some()
    }

    /// Whether the bytes of a message are what comes next.
    pub(super) fn is_in_message(&self) -> bool {
        self.framing.expects_message()
    }

    pub(super) fn is_stranger(&self) -> bool {
        self.slot.is_stranger()
    }

    pub(super) fn turns(&self) -> u64 {
        self.turns
    }

    pub(super) fn handed_over(&self) -> u64 {
        self.handed_over
    }

    /// The connection is encrypted now: nothing that was said before counts, but for how often it was nonsense.
    pub(super) fn begin_again(&mut self) {
        self.forget();
        (self.is_encrypted, self.greeting) = (true, None);
    }

    fn offers_encryption(&self) -> bool {
        self.inbound.certificates.is_some() && !self.is_encrypted
    }

    /// Takes all that is whole of `input`, from its start, and appends what is to be answered. Says how much was
    /// taken.
    pub(super) async fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> (usize, Next) {
        let mut taken = 0;
        loop {
            let (length, piece) = self.framing.next(&input[taken..]);
            taken += length;
            if !matches!(piece, Piece::Nothing | Piece::MessageTooLarge) {
                self.turns += 1;
            }
            let next = match piece {
                Piece::Line(line) => self.line(line, out),
                Piece::Message(text) => self.message(text, out).await,
                Piece::Nothing => {
                    self.skipped += length;
                    if self.skipped > MOST_SKIPPED {
                        out.extend_from_slice(TOO_LARGE);
                        return (input.len(), Next::Close);
                    }
                    return (taken, Next::Read);
                }
                Piece::MessageTooLarge => Next::Read,
                Piece::SkippedMessage => {
                    self.forget();
                    self.skipped = 0;
                    self.mistake(TOO_LARGE, out)
                }
                Piece::LineTooLong => {
                    out.extend_from_slice(b"500 5.5.6 line too long\r\n");
                    Next::Close
                }
            };
            match next {
                Next::Read => {}
                Next::Close => return (input.len(), next),
                // Said in the clear, to be taken for said under encryption: no honest client does that.
                Next::Encrypt if taken < input.len() => {
                    out.extend_from_slice(
                        b"501 5.5.1 nothing may follow STARTTLS in the clear\r\n",
                    );
                    return (input.len(), Next::Close);
                }
                Next::Encrypt => {
                    out.extend_from_slice(b"220 2.0.0 go ahead\r\n");
                    return (taken, next);
                }
            }
        }
    }

    /// Who talks and hands nothing over is sent away.
    fn line(&mut self, line: &[u8], out: &mut Vec<u8>) -> Next {
        self.idle += 1;
        if self.idle > self.inbound.limits.idle_commands {
            out.extend_from_slice(b"421 4.7.0 you bring nothing\r\n");
            return Next::Close;
        }
        self.command(line, out)
    }

    fn command(&mut self, line: &[u8], out: &mut Vec<u8>) -> Next {
        let line = String::from_utf8_lossy(line);
        let answer: &[u8] = match Command::read(line.trim_end()) {
            Command::Mail { from, size } => return self.mail(from, size, out),
            Command::Rcpt(to) => return self.rcpt(to, out),
            Command::Data => return self.data(out),
            Command::Ehlo(name) => {
                self.hello(name, out);
                return Next::Read;
            }
            Command::Helo(name) => {
                self.forget();
                self.greeting = Some(name.to_owned());
                b"250 hello\r\n"
            }
            Command::Rset => {
                self.forget();
                b"250 2.0.0 ok\r\n"
            }
            Command::Noop => b"250 2.0.0 ok\r\n",
            Command::Quit => {
                out.extend_from_slice(b"221 2.0.0 bye\r\n");
                return Next::Close;
            }
            Command::StartTls if self.offers_encryption() => return Next::Encrypt,
            Command::StartTls if self.is_encrypted => {
                return self.mistake(b"503 5.5.1 it is encrypted already\r\n", out);
            }
            Command::StartTls | Command::AuthPlain(_) | Command::AuthLogin | Command::Unknown => {
                return self.mistake(b"502 5.5.1 no such command here\r\n", out);
            }
            Command::Wrong => return self.mistake(b"501 5.5.4 cannot read that\r\n", out),
        };
        out.extend_from_slice(answer);
        Next::Read
    }

    fn hello(&mut self, name: &str, out: &mut Vec<u8>) {
        self.forget();
        self.greeting = Some(name.to_owned());
        let encryption = if self.offers_encryption() {
            "250-STARTTLS\r\n"
        } else {
            ""
        };
        let hello = format!(
            "250-{}\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-ENHANCEDSTATUSCODES\r\n{encryption}\
             250 SIZE {}\r\n",
            self.inbound.hostname, self.inbound.limits.message
        );
        out.extend_from_slice(hello.as_bytes());
    }

    fn mail(&mut self, from: &str, size: Option<u64>, out: &mut Vec<u8>) -> Next {
        if self.greeting.is_none() {
            return self.mistake(b"503 5.5.1 EHLO first\r\n", out);
        }
        if self.from.is_some() {
            return self.mistake(b"503 5.5.1 one sender is enough\r\n", out);
        }
        if size.is_some_and(|size| size > self.inbound.limits.message as u64) {
            return self.mistake(TOO_LARGE, out);
        }
        if !self.slot.may_bring() {
            metrics::counter!("postrider_inbound_slowed_total").increment(1);
            out.extend_from_slice(b"451 4.7.1 too many messages, come back later\r\n");
            return Next::Read;
        }
        self.from = Some(from.to_owned());
        out.extend_from_slice(b"250 2.1.0 ok\r\n");
        Next::Read
    }

    fn rcpt(&mut self, to: &str, out: &mut Vec<u8>) -> Next {
        if self.from.is_none() {
            return self.mistake(b"503 5.5.1 MAIL first\r\n", out);
        }
        if self.to.len() >= self.inbound.limits.recipients {
            return self.mistake(TOO_MANY, out);
        }
        match self.inbound.room.judge(to, &self.to) {
            MailboxLookup::Proven(recipient) => {
                self.slot.prove();
                self.accept(recipient, out)
            }
            MailboxLookup::Open(recipient) => self.accept(recipient, out),
            MailboxLookup::TooMany => self.mistake(TOO_MANY, out),
            MailboxLookup::Unknown => self.mistake(b"550 5.1.1 no such mailbox here\r\n", out),
            MailboxLookup::Foreign => self.mistake(b"550 5.7.1 we pass no mail on\r\n", out),
        }
    }

    fn accept(&mut self, recipient: M::Accepted, out: &mut Vec<u8>) -> Next {
        self.to.push(recipient);
        // There may be more recipients than idle words.
        self.idle -= 1;
        out.extend_from_slice(b"250 2.1.5 ok\r\n");
        Next::Read
    }

    fn data(&mut self, out: &mut Vec<u8>) -> Next {
        if self.from.is_none() {
            return self.mistake(b"503 5.5.1 MAIL first\r\n", out);
        }
        if self.to.is_empty() {
            return self.mistake(b"554 5.5.1 no valid recipients\r\n", out);
        }
        self.framing.expect_message();
        out.extend_from_slice(b"354 go ahead\r\n");
        Next::Read
    }

    /// The dot has come.
    async fn message(&mut self, data: &[u8], out: &mut Vec<u8>) -> Next {
        self.idle = 0;
        self.handed_over += 1;
        let mail = Incoming {
            sender: self.from.take().unwrap_or_default(),
            peer: self.peer,
            greeting: self.greeting.clone().unwrap_or_default(),
            to: std::mem::take(&mut self.to),
            message: unstuffed(data),
        };
        let answer: &[u8] = match self.inbound.room.take(mail).await {
            Answer::Taken => b"250 2.0.0 taken\r\n",
            Answer::NotNow => b"451 4.3.0 not now, try again\r\n",
        };
        out.extend_from_slice(answer);
        Next::Read
    }

    /// Something that is not wanted. Who does little else is sent away.
    fn mistake(&mut self, answer: &[u8], out: &mut Vec<u8>) -> Next {
        out.extend_from_slice(answer);
        self.mistakes += 1;
        if self.mistakes < self.inbound.limits.mistakes {
            return Next::Read;
        }
        out.extend_from_slice(b"421 4.7.0 too many mistakes\r\n");
        Next::Close
    }

    fn forget(&mut self) {
        self.from = None;
        self.to.clear();
    }
}
