//! The message itself and its dot: where it is decided whether a person may get it twice.

use std::io;

use memchr::memmem;

use super::connection::Connection;
use super::deliver::not_sent;
use super::{Delivery, Phase, SmtpOutcome};
use crate::socket::Trouble;

/// What goes out together with the dot; of a longer message the start leaves before.
const LAST_WRITE: usize = 64 * 1024;

impl Connection {
    /// After the server asked for it.
    pub(super) async fn transmit(
        &mut self,
        message: &[u8],
        at_dot: impl FnOnce() -> io::Result<()> + Send,
    ) -> Delivery {
        stuff(message, &mut self.outgoing);
        let outgoing = std::mem::take(&mut self.outgoing);
        let (start, end) = outgoing.split_at(outgoing.len().saturating_sub(LAST_WRITE));
        let delivery = self.transmit_stuffed(start, end, at_dot).await;
        self.outgoing = outgoing;
        delivery
    }

    async fn transmit_stuffed(
        &mut self,
        start: &[u8],
        end: &[u8],
        at_dot: impl FnOnce() -> io::Result<()> + Send,
    ) -> Delivery {
        if let Err(unwritten) = self.wire.write(start, self.timeouts.data).await {
            return not_sent(unwritten.trouble);
        }
        // A reply that is there before the dot is none to it: reading it as one would lose the message.
        if self.wire.spoke_unasked().await {
            return not_sent("the server spoke out of turn or left".into());
        }
        if let Err(error) = at_dot() {
            return not_sent(format!("the dot could not be recorded: {error}"));
        }
        match self.wire.write(end, self.timeouts.data).await {
            Err(unwritten) if unwritten.bytes > 0 => return not_sent(unwritten.trouble),
            Err(unwritten) => return in_doubt(unwritten.trouble),
            Ok(()) => {}
        }
        match self.wire.reply(self.timeouts.dot).await {
            Ok(reply) if reply.is_positive() => Delivery {
                outcome: SmtpOutcome::Accepted(reply),
                reusable: true,
            },
            Ok(reply) if reply.code < 400 => in_doubt(format!("no answer to a message: {reply}")),
            Ok(reply) => Delivery {
                reusable: !reply.is_closing(),
                outcome: SmtpOutcome::Refused {
                    phase: Phase::Dot,
                    reply,
                },
            },
            Err(trouble) => in_doubt(trouble),
        }
    }
}

fn in_doubt(trouble: Trouble) -> Delivery {
    Delivery {
        outcome: SmtpOutcome::InDoubt(trouble),
        reusable: false,
    }
}

/// The message with a dot before every dot that begins a line, ended by the dot that ends it.
fn stuff(message: &[u8], out: &mut Vec<u8>) {
    out.clear();
    out.reserve(message.len() + message.len() / 64 + 8);
    if message.first() == Some(&b'.') {
        out.push(b'.');
    }
    let mut copied = 0;
    for at in memmem::find_iter(message, b"\n.") {
        out.extend_from_slice(&message[copied..=at]);
        out.push(b'.');
        copied = at + 1;
    }
    out.extend_from_slice(&message[copied..]);
    if !message.is_empty() && !message.ends_with(b"\r\n") {
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b".\r\n");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_at_the_start_of_lines_are_doubled() {
        for (message, sent) in [
            ("", ".\r\n"),
            ("a\r\n", "a\r\n.\r\n"),
            ("a", "a\r\n.\r\n"),
            (".\r\n", "..\r\n.\r\n"),
            (
                ".a\r\n..\r\n.\r\nb.c\r\n",
                "..a\r\n...\r\n..\r\nb.c\r\n.\r\n",
            ),
            ("a\n.\nb\r\n", "a\n..\nb\r\n.\r\n"),
        ] {
            let mut out = b"left over".to_vec();
            stuff(message.as_bytes(), &mut out);
            assert_eq!(String::from_utf8(out).unwrap(), sent);
        }
    }
}
