//! One message to one recipient.

use std::io;

use memchr::memmem;

use super::connection::Connection;
use super::{Delivery, Envelope, Phase, Reply, SmtpOutcome};
use crate::message::is_addr_spec;
use crate::socket::Trouble;

/// What a server must be able to take.
#[derive(Clone, Copy)]
struct Needs {
    size: usize,
    /// Letters beyond ASCII in the envelope or in a header (RFC 6531). Bodies are encoded.
    utf8: bool,
}

impl Needs {
    fn of(envelope: &Envelope<'_>, message: &[u8]) -> Self {
        let headers = memmem::find(message, b"\r\n\r\n").map_or(message, |end| &message[..end]);
        Self {
            size: message.len(),
            utf8: !(envelope.from.is_ascii() && envelope.to.is_ascii() && headers.is_ascii()),
        }
    }
}

/// Why a transaction ended before its message went out.
enum End {
    Refused {
        phase: Phase,
        reply: Reply,
        left: Left,
    },
    Broken(Trouble),
}

/// In what state a refusal leaves the connection.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Left {
    /// In the middle of a transaction.
    Open,
    /// Ready for the next.
    Clean,
    Gone,
}

impl From<Trouble> for End {
    fn from(trouble: Trouble) -> Self {
        Self::Broken(trouble)
    }
}

impl Connection {
    /// `at_dot` is called at most once, right before the bytes that end with the dot are handed over; if it fails
    /// they are not, and the message is not sent.
    pub async fn deliver(
        &mut self,
        envelope: &Envelope<'_>,
        message: &[u8],
        at_dot: impl FnOnce() -> io::Result<()> + Send,
    ) -> Delivery {
        let needs = Needs::of(envelope, message);
        if let Err((phase, reply)) = self.acceptable(envelope, needs) {
            return Delivery {
                outcome: SmtpOutcome::Refused { phase, reply },
                reusable: true,
            };
        }
        if self.wire.spoke_unasked().await {
            return not_sent("the server closed the idle connection".into());
        }
        let mail = self.mail_command(envelope.from, needs);
        let rcpt = format!("RCPT TO:<{}>\r\n", envelope.to);
        let announced = if self.offers.pipelining {
            self.announce_at_once(&mail, &rcpt).await
        } else {
            self.announce_step_by_step(&mail, &rcpt).await
        };
        match announced {
            Ok(()) => self.transmit(message, at_dot).await,
            Err(End::Broken(trouble)) => not_sent(trouble),
            Err(End::Refused { phase, reply, left }) => Delivery {
                reusable: left == Left::Clean || (left == Left::Open && self.reset().await),
                outcome: SmtpOutcome::Refused { phase, reply },
            },
        }
    }

    /// What can be known without asking. Nothing unfit gets into a command.
    fn acceptable(&self, envelope: &Envelope<'_>, needs: Needs) -> Result<(), (Phase, Reply)> {
        let refuse =
            |phase, code, enhanced, text| Err((phase, Reply::new(code, Some(enhanced), text)));
        if !envelope.from.is_empty() && !is_addr_spec(envelope.from) {
            return refuse(Phase::Mail, 553, (5, 1, 7), "The return path is no address");
        }
        if !is_addr_spec(envelope.to) {
            return refuse(Phase::Rcpt, 553, (5, 1, 3), "The recipient is no address");
        }
        if needs.utf8 && !self.offers.utf8 {
            let text = "The server takes no addresses with letters beyond ASCII";
            return refuse(Phase::Mail, 550, (5, 6, 7), text);
        }
        match self.offers.size {
            Some(limit) if limit > 0 && needs.size > limit => refuse(
                Phase::Mail,
                552,
                (5, 3, 4),
                "The message is larger than the server takes",
            ),
            _ => Ok(()),
        }
    }

    fn mail_command(&self, from: &str, needs: Needs) -> String {
        let mut line = format!("MAIL FROM:<{from}>");
        if self.offers.size.is_some() {
            line.push_str(" SIZE=");
            line.push_str(&needs.size.to_string());
        }
        if needs.utf8 {
            line.push_str(" SMTPUTF8");
        }
        // Said only where it is true: bodies are encoded, but headers in UTF-8 are eight bits too.
        if needs.utf8 && self.offers.eight_bit {
            line.push_str(" BODY=8BITMIME");
        }
        line.push_str("\r\n");
        line
    }

    async fn announce_step_by_step(&mut self, mail: &str, rcpt: &str) -> Result<(), End> {
        for (phase, line) in [(Phase::Mail, mail), (Phase::Rcpt, rcpt)] {
            self.say(line.as_bytes()).await?;
            let reply = self.wire.reply(self.timeouts.command).await?;
            expect_positive(phase, reply)?;
        }
        self.say(b"DATA\r\n").await?;
        let reply = self.wire.reply(self.timeouts.data).await?;
        expect_go_ahead(reply)
    }

    /// All three commands in one write (RFC 2920): every one of them is answered, whatever the others got.
    async fn announce_at_once(&mut self, mail: &str, rcpt: &str) -> Result<(), End> {
        let lines = [mail, rcpt, "DATA\r\n"].concat();
        self.say(lines.as_bytes()).await?;
        let mut so_far = Ok(());
        for phase in [Phase::Mail, Phase::Rcpt] {
            let reply = self.wire.reply(self.timeouts.command).await;
            let answer = reply
                .map_err(End::from)
                .and_then(|reply| expect_positive(phase, reply));
            so_far = match (so_far, answer) {
                (Ok(()), answer) => answer,
                (
                    earlier,
                    Ok(())
                    | Err(End::Refused {
                        left: Left::Open, ..
                    }),
                ) => earlier,
                (Err(earlier), Err(_)) => Err(earlier.and_gone()),
            };
            if !matches!(
                so_far,
                Ok(())
                    | Err(End::Refused {
                        left: Left::Open,
                        ..
                    })
            ) {
                return so_far;
            }
        }
        let data = self.wire.reply(self.timeouts.data).await;
        match (so_far, data) {
            (Ok(()), data) => expect_go_ahead(data?),
            (Err(refused), Ok(reply)) if reply.code == 354 => Err(self.send_nothing(refused).await),
            (Err(refused), Ok(reply)) if !reply.is_closing() => Err(refused),
            (Err(refused), _) => Err(refused.and_gone()),
        }
    }

    /// The server waits for a message although it took no recipient: it gets an empty one, which it has to refuse.
    async fn send_nothing(&mut self, refused: End) -> End {
        let answered = match self.say(b".\r\n").await {
            Ok(()) => self.wire.reply(self.timeouts.dot).await,
            Err(trouble) => Err(trouble),
        };
        match (answered, refused) {
            (Ok(answer), End::Refused { phase, reply, .. }) if !answer.is_closing() => {
                let left = Left::Clean;
                End::Refused { phase, reply, left }
            }
            (_, refused) => refused.and_gone(),
        }
    }

    /// Clears what a refused transaction left behind.
    async fn reset(&mut self) -> bool {
        if self.say(b"RSET\r\n").await.is_err() {
            return false;
        }
        let reply = self.wire.reply(self.timeouts.command).await;
        reply.is_ok_and(|reply| reply.is_positive())
    }

    async fn say(&mut self, bytes: &[u8]) -> Result<(), Trouble> {
        let written = self.wire.write(bytes, self.timeouts.command).await;
        written.map_err(|unwritten| unwritten.trouble)
    }
}

pub(super) fn not_sent(trouble: Trouble) -> Delivery {
    Delivery {
        outcome: SmtpOutcome::NotSent(trouble),
        reusable: false,
    }
}

fn expect_positive(phase: Phase, reply: Reply) -> Result<(), End> {
    match reply.code {
        200..300 => Ok(()),
        300..400 => Err(End::Broken(format!("no answer to {phase}: {reply}"))),
        _ => Err(End::refused(phase, reply)),
    }
}

fn expect_go_ahead(reply: Reply) -> Result<(), End> {
    match reply.code {
        354 => Ok(()),
        200..400 => Err(End::Broken(format!("no answer to DATA: {reply}"))),
        _ => Err(End::refused(Phase::Data, reply)),
    }
}

impl End {
    fn refused(phase: Phase, reply: Reply) -> Self {
        let left = if reply.is_closing() {
            Left::Gone
        } else {
            Left::Open
        };
        Self::Refused { phase, reply, left }
    }

    /// The same end, but the connection is of no more use.
    fn and_gone(self) -> Self {
        match self {
            Self::Refused { phase, reply, .. } => {
                let left = Left::Gone;
                Self::Refused { phase, reply, left }
            }
            broken @ Self::Broken(_) => broken,
        }
    }
}
