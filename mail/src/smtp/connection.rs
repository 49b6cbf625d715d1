//! From nothing to a server that waits for mail, and the end of it.

use super::login::log_in;
use super::offers::Offers;
use super::relay::{Encryption, Relay};
use super::wire::Wire;
use super::{Failure, Phase, Reply, Timeouts};

/// A server that greeted us, knows our name and, where it has to be, who we are.
pub struct Connection {
    pub(super) wire: Wire,
    pub(super) offers: Offers,
    pub(super) timeouts: Timeouts,
    /// Kept from message to message: what goes out in one write.
    pub(super) outgoing: Vec<u8>,
}

impl Connection {
    /// `hello` is the name we go by.
    pub async fn open(relay: &Relay, hello: &str, timeouts: &Timeouts) -> Result<Self, Failure> {
        match Self::attempt(relay, relay.encryption, hello, timeouts).await {
            Err(Attempt::Handshake(_)) if relay.encryption == Encryption::Opportunistic => {
                let clear = Self::attempt(relay, Encryption::Never, hello, timeouts);
                clear.await.map_err(Attempt::into_failure)
            }
            other => other.map_err(Attempt::into_failure),
        }
    }

    async fn attempt(
        relay: &Relay,
        encryption: Encryption,
        hello: &str,
        timeouts: &Timeouts,
    ) -> Result<Self, Attempt> {
        let mut wire = Wire::connect(relay, timeouts.connect)
            .await
            .map_err(Failure::Trouble)?;
        if encryption == Encryption::Implicit {
            wire = encrypt(wire, relay, timeouts).await?;
        }
        let greeting = wire.reply(timeouts.greeting).await;
        positive(Phase::Greeting, greeting.map_err(Failure::Trouble)?)?;
        let mut offers = greet(&mut wire, hello, timeouts).await?;
        if matches!(encryption, Encryption::Required | Encryption::Opportunistic) {
            let asked = start_tls(&mut wire, &offers, timeouts).await?;
            match asked {
                Ok(()) => {
                    wire = encrypt(wire, relay, timeouts).await?;
                    // What was offered in the clear may not be what the server offers.
                    offers = greet(&mut wire, hello, timeouts).await?;
                }
                Err(refused) if encryption == Encryption::Required => return Err(refused.into()),
                Err(_) => {}
            }
        }
        if let Some(login) = &relay.login {
            log_in(&mut wire, &offers, login, timeouts).await?;
        }
        Ok(Self {
            wire,
            offers,
            timeouts: *timeouts,
            outgoing: Vec::new(),
        })
    }

    pub fn is_encrypted(&self) -> bool {
        self.wire.is_encrypted()
    }

    /// Says goodbye. Not needed for correctness: whoever is in a hurry drops the connection.
    pub async fn quit(mut self) {
        if self
            .wire
            .write(b"QUIT\r\n", self.timeouts.command)
            .await
            .is_ok()
        {
            let _ = self.wire.reply(self.timeouts.command).await;
        }
    }
}

/// A failed handshake is told apart: without TLS the server might still take mail.
enum Attempt {
    Handshake(String),
    Failed(Failure),
}

impl Attempt {
    fn into_failure(self) -> Failure {
        match self {
            Self::Handshake(trouble) => Failure::Trouble(trouble),
            Self::Failed(failure) => failure,
        }
    }
}

impl From<Failure> for Attempt {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

fn positive(phase: Phase, reply: Reply) -> Result<(), Failure> {
    match reply.code {
        200..300 => Ok(()),
        300..400 => Err(Failure::Trouble(format!("no answer to {phase}: {reply}"))),
        _ => Err(Failure::Refused { phase, reply }),
    }
}

async fn encrypt(wire: Wire, relay: &Relay, timeouts: &Timeouts) -> Result<Wire, Attempt> {
    let config = relay.tls.clone();
    let config = config.ok_or_else(|| Attempt::Handshake("TLS is switched off".into()))?;
    wire.encrypt(&relay.host, config, timeouts.connect)
        .await
        .map_err(Attempt::Handshake)
}

/// `EHLO`, and `HELO` for servers that know no other.
async fn greet(wire: &mut Wire, hello: &str, timeouts: &Timeouts) -> Result<Offers, Failure> {
    let name: String = hello
        .chars()
        .filter(char::is_ascii_graphic)
        .take(255)
        .collect();
    let name = if name.is_empty() { "localhost" } else { &name };
    command(wire, &format!("EHLO {name}\r\n"), timeouts).await?;
    let answer = wire.reply_as(timeouts.command, |scanned| {
        let reply = Reply::from_lines(scanned.code, &scanned.lines);
        (reply, Offers::read(&scanned.lines))
    });
    let (reply, offers) = answer.await.map_err(Failure::Trouble)?;
    if (500..600).contains(&reply.code) {
        command(wire, &format!("HELO {name}\r\n"), timeouts).await?;
        let reply = wire.reply(timeouts.command).await;
        positive(Phase::Hello, reply.map_err(Failure::Trouble)?)?;
        return Ok(Offers::default());
    }
    positive(Phase::Hello, reply)?;
    Ok(offers)
}

/// Whether the server is ready for the handshake, or how it declined; fails if it cannot be talked to any more.
async fn start_tls(
    wire: &mut Wire,
    offers: &Offers,
    timeouts: &Timeouts,
) -> Result<Result<(), Failure>, Failure> {
    let phase = Phase::StartTls;
    if !offers.start_tls {
        let text = "The server offers no STARTTLS, and mail must not go there in the clear";
        let reply = Reply::new(530, Some((5, 7, 10)), text);
        return Ok(Err(Failure::Refused { phase, reply }));
    }
    command(wire, "STARTTLS\r\n", timeouts).await?;
    let reply = wire
        .reply(timeouts.command)
        .await
        .map_err(Failure::Trouble)?;
    if reply.is_closing() {
        return Err(Failure::Refused { phase, reply });
    }
    Ok(positive(phase, reply))
}

async fn command(wire: &mut Wire, line: &str, timeouts: &Timeouts) -> Result<(), Failure> {
    wire.write(line.as_bytes(), timeouts.command)
        .await
        .map_err(|e| Failure::Trouble(e.trouble))
}
