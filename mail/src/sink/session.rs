//! One conversation: what is said, and what is answered. Knows no socket.

use std::sync::Arc;

use data_encoding::BASE64;

use super::behaviour::{Fault, Point};
use super::hash::hash;
use super::ledger::{Answered, ReceivedMessage};
use super::planner;
use super::profile::RecipientAnswer;
use super::recipient::Addressee;
use super::shared::Shared;
use crate::receiving::{Command, Framing, Piece};

/// Longer than any line that a client may say.
const MAX_LINE: usize = 8192;
const MAX_RECIPIENTS: usize = 100;
const GARBAGE: &[u8] = b"\xff\xfe%%% is this the mail server? %%%\x00\r\n";

#[derive(Clone, Copy, PartialEq, Eq)]
enum State {
    Command,
    AuthPlain,
    AuthLoginName,
    AuthLoginPassword,
}

/// How the conversation goes on once the answers are out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    /// More has to come in first.
    Read,
    Close,
    /// Nothing is ever said again.
    Hang,
    /// It begins again, encrypted.
    Encrypt,
}

pub(super) struct Session {
    shared: Arc<Shared>,
    state: State,
    from: Option<String>,
    to: Vec<Addressee>,
    login: String,
    is_known: bool,
    is_encrypted: bool,
    framing: Framing,
}

impl Session {
    pub(super) fn new(shared: Arc<Shared>) -> Self {
        Self {
            framing: Framing::new(MAX_LINE, shared.options.max_size),
            shared,
            state: State::Command,
            from: None,
            to: Vec::new(),
            login: String::new(),
            is_known: false,
            is_encrypted: false,
        }
    }

    /// The connection is encrypted now: nothing that was said before counts.
    pub(super) fn begin_again(&mut self) {
        *self = Self {
            is_encrypted: true,
            ..Self::new(Arc::clone(&self.shared))
        };
    }

    fn offers_encryption(&self) -> bool {
        self.shared.options.starttls && !self.is_encrypted
    }

    pub(super) fn greeting(&self) -> String {
        format!(
            "220 {} ESMTP Postrider sink\r\n",
            self.shared.options.hostname
        )
    }

    /// Takes all that is whole of `input`, from its start, and appends what is to be answered. Says how much was
    /// taken.
    pub(super) async fn take(&mut self, input: &[u8], out: &mut Vec<u8>) -> (usize, Next) {
        let mut taken = 0;
        loop {
            let (length, piece) = self.framing.next(&input[taken..]);
            taken += length;
            let next = match piece {
                Piece::Line(line) => self.line(line, out),
                Piece::Message(text) => self.message(text, out).await,
                Piece::Nothing => return (taken, Next::Read),
                Piece::MessageTooLarge | Piece::SkippedMessage => {
                    out.extend_from_slice(b"552 5.3.4 message too large\r\n");
                    Next::Close
                }
                Piece::LineTooLong => {
                    out.extend_from_slice(b"500 5.5.6 line too long\r\n");
                    Next::Close
                }
            };
            if next != Next::Read {
                return (input.len(), next);
            }
        }
    }

    fn line(&mut self, line: &[u8], out: &mut Vec<u8>) -> Next {
        let line = String::from_utf8_lossy(line);
        let line = line.trim_end();
        match self.state {
            State::AuthPlain => self.finish_plain(line, out),
            State::AuthLoginName => {
                self.login = decoded(line);
                self.state = State::AuthLoginPassword;
                out.extend_from_slice(b"334 UGFzc3dvcmQ6\r\n");
            }
            State::AuthLoginPassword => {
                let name = std::mem::take(&mut self.login);
                self.log_in(&name, &decoded(line), out);
            }
            State::Command => return self.command(Command::read(line), out),
        }
        Next::Read
    }

    fn command(&mut self, command: Command<'_>, out: &mut Vec<u8>) -> Next {
        let answer: &[u8] = match command {
            Command::Mail { from, .. } => return self.mail(from, out),
            Command::Rcpt(to) => return self.rcpt(to, out),
            Command::Data => return self.data(out),
            Command::Ehlo(_) => {
                self.forget();
                self.hello(out);
                return Next::Read;
            }
            Command::Helo(_) => {
                self.forget();
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
            Command::AuthPlain(Some(initial)) => {
                self.finish_plain(initial, out);
                return Next::Read;
            }
            Command::AuthPlain(None) => {
                self.state = State::AuthPlain;
                b"334 \r\n"
            }
            Command::AuthLogin => {
                self.state = State::AuthLoginName;
                b"334 VXNlcm5hbWU6\r\n"
            }
            Command::StartTls if self.offers_encryption() => {
                out.extend_from_slice(b"220 2.0.0 ready\r\n");
                return Next::Encrypt;
            }
            Command::StartTls | Command::Unknown => b"502 5.5.1 no such command here\r\n",
            Command::Wrong => b"501 5.5.4 cannot read that\r\n",
        };
        out.extend_from_slice(answer);
        Next::Read
    }

    fn hello(&self, out: &mut Vec<u8>) {
        let options = &self.shared.options;
        let auth = if self.wants_login() {
            "250-AUTH PLAIN LOGIN\r\n"
        } else {
            ""
        };
        let encryption = if self.offers_encryption() {
            "250-STARTTLS\r\n"
        } else {
            ""
        };
        let hello = format!(
            "250-{}\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-ENHANCEDSTATUSCODES\r\n{encryption}{auth}\
             250 SIZE {}\r\n",
            options.hostname, options.max_size
        );
        out.extend_from_slice(hello.as_bytes());
    }

    fn wants_login(&self) -> bool {
        self.shared.options.auth.is_some() || self.shared.ledger().behaviour.has(Fault::AuthFailure)
    }

    fn finish_plain(&mut self, text: &str, out: &mut Vec<u8>) {
        let text = decoded(text);
        let mut parts = text.split('\0').skip(1);
        let (name, password) = (
            parts.next().unwrap_or_default(),
            parts.next().unwrap_or_default(),
        );
        self.log_in(name, password, out);
    }

    fn log_in(&mut self, name: &str, password: &str, out: &mut Vec<u8>) {
        self.state = State::Command;
        let expected = self.shared.options.auth.as_ref();
        let is_right = expected.is_none_or(|(user, secret)| user == name && secret == password);
        let mut ledger = self.shared.ledger();
        let fault = ledger.decide(Point::Auth, hash(&name));
        self.is_known = is_right && fault.is_none();
        out.extend_from_slice(if self.is_known {
            b"235 2.7.0 welcome\r\n".as_slice()
        } else {
            ledger.report.auth_failed += 1;
            b"535 5.7.8 authentication credentials invalid\r\n"
        });
    }

    fn mail(&mut self, from: &str, out: &mut Vec<u8>) -> Next {
        self.forget();
        if !self.is_known && self.wants_login() {
            out.extend_from_slice(b"530 5.7.0 authentication required\r\n");
            return Next::Read;
        }
        let mut ledger = self.shared.ledger();
        if ledger.decide(Point::Mail, hash(&from)).is_some() {
            ledger.report.refused += 1;
            out.extend_from_slice(b"550 5.7.1 your mail is not wanted here\r\n");
        } else {
            self.from = Some(from.to_owned());
            out.extend_from_slice(b"250 2.1.0 ok\r\n");
        }
        Next::Read
    }

    fn rcpt(&mut self, to: &str, out: &mut Vec<u8>) -> Next {
        if self.from.is_none() {
            out.extend_from_slice(b"503 5.5.1 MAIL first\r\n");
            return Next::Read;
        }
        if self.to.len() == MAX_RECIPIENTS {
            out.extend_from_slice(b"452 4.5.3 too many recipients\r\n");
            return Next::Read;
        }
        let recipient = Addressee::new(to);
        let mut ledger = self.shared.ledger();
        let fault = ledger.decide(Point::Recipient, recipient.hash);
        let answer: &[u8] = match fault {
            None => {
                let judged = ledger.judge(&recipient, self.shared.now());
                drop(ledger);
                return self.judged(recipient, judged, out);
            }
            Some(Fault::PermanentFailure) => {
                ledger.report.refused += 1;
                b"550 5.1.1 no such user\r\n"
            }
            Some(Fault::Refuse) => {
                ledger.report.refused += 1;
                b"550 5.7.1 your mail is not wanted here\r\n"
            }
            Some(fault) => {
                ledger.put_off(recipient.hash);
                ledger.report.deferred += 1;
                match fault {
                    Fault::CloseMidPipeline => return Next::Close,
                    Fault::Garbage => GARBAGE,
                    Fault::Greylist => b"451 4.7.1 greylisted, come back later\r\n",
                    _ => b"451 4.3.0 not now, try again\r\n",
                }
            }
        };
        out.extend_from_slice(answer);
        Next::Read
    }

    /// As the provider says.
    fn judged(&mut self, recipient: Addressee, judged: RecipientAnswer, out: &mut Vec<u8>) -> Next {
        let (lines, next) = match judged {
            RecipientAnswer::Taken => {
                self.to.push(recipient);
                out.extend_from_slice(b"250 2.1.5 ok\r\n");
                return Next::Read;
            }
            RecipientAnswer::PutOff(lines) | RecipientAnswer::TurnedAway(lines) => {
                (lines, Next::Read)
            }
            RecipientAnswer::Throttled(lines) => (lines, Next::Close),
        };
        for line in lines {
            out.extend_from_slice(line.as_bytes());
            out.extend_from_slice(b"\r\n");
        }
        next
    }

    fn data(&mut self, out: &mut Vec<u8>) -> Next {
        let Some(first) = self.to.first() else {
            let answer: &[u8] = match self.from {
                Some(_) => b"554 5.5.1 no valid recipients\r\n",
                None => b"503 5.5.1 MAIL first\r\n",
            };
            out.extend_from_slice(answer);
            return Next::Read;
        };
        let fault = self.shared.ledger().decide(Point::Data, first.hash);
        if fault.is_some() {
            return Next::Hang;
        }
        self.framing.expect_message();
        out.extend_from_slice(b"354 go ahead\r\n");
        Next::Read
    }

    /// The dot has come.
    async fn message(&mut self, data: &[u8], out: &mut Vec<u8>) -> Next {
        let first = self.to.first().map_or(0, |to| to.hash);
        let fault = self.shared.ledger().decide(Point::Dot, first);
        let next = match fault {
            None => {
                self.shared.check(data, first).await;
                self.count(data, Answered::Yes);
                let from = self.from.as_deref().unwrap_or_default();
                planner::plan(&self.shared, from, &self.to, data);
                out.extend_from_slice(b"250 2.0.0 taken\r\n");
                Next::Read
            }
            Some(Fault::RefuseAtDot) => {
                self.shared.ledger().report.refused += self.to.len() as u64;
                out.extend_from_slice(b"550 5.7.1 your mail is not wanted here\r\n");
                Next::Read
            }
            Some(fault) => {
                self.count(data, Answered::No);
                match fault {
                    Fault::GarbageAtDot => {
                        out.extend_from_slice(GARBAGE);
                        Next::Read
                    }
                    Fault::HangAtDot => Next::Hang,
                    _ => Next::Close,
                }
            }
        };
        self.forget();
        next
    }

    fn count(&self, data: &[u8], answered: Answered) {
        let at = self.shared.options.clock.as_ref().map(|clock| clock());
        self.shared.ledger().take(&ReceivedMessage {
            from: self.from.as_deref().unwrap_or_default(),
            to: &self.to,
            data,
            at,
            answered,
        });
    }

    fn forget(&mut self) {
        self.from = None;
        self.to.clear();
    }
}

fn decoded(text: &str) -> String {
    let bytes = BASE64.decode(text.as_bytes()).unwrap_or_default();
    String::from_utf8_lossy(&bytes).into_owned()
}
