//! Commands and what comes of them (RFC 3501 sections 6 and 7).

use data_encoding::BASE64;

use super::naming::quoted;
use super::status::{Kind, Status};
use super::wire::{Wire, within};
use super::{LookLimits, Security, SeedError, SeedMailbox};
use crate::smtp::TrustedCertificate;

/// A server that talks to us.
pub(super) struct Session {
    wire: Wire,
    asked: u32,
    /// In capitals, as it named them last; none if it has not.
    capabilities: Vec<String>,
    is_in: bool,
}

/// What one command has brought.
pub(super) struct Heard {
    pub status: Status,
    /// The answers before it, without their stars.
    pub answers: Vec<Vec<u8>>,
}

/// One line of the server.
enum Said {
    /// `* …`
    Data(Vec<u8>),
    /// `+ …`: it waits for the rest of what we say.
    GoOn,
    Done(Status),
}

impl Session {
    /// Connected, greeted, encrypted as the setting wants it, and known by name.
    pub(super) async fn open(
        mailbox: &SeedMailbox,
        limits: &LookLimits,
        trusted: &TrustedCertificate,
    ) -> Result<Self, SeedError> {
        let mut wire = Wire::connect(mailbox, limits).await?;
        if mailbox.security == Security::Tls {
            wire = wire.encrypt(&mailbox.host, trusted).await?;
        }
        let mut session = Self {
            wire,
            asked: 0,
            capabilities: Vec::new(),
            is_in: false,
        };
        session.be_greeted().await?;
        if mailbox.security == Security::StartTls {
            session = session.encrypt(mailbox, trusted).await?;
        }
        if !session.is_in {
            session.log_in(mailbox).await?;
        }
        if session.capabilities.is_empty() {
            session.demand("CAPABILITY").await?;
        }
        Ok(session)
    }

    /// Asks, and waits until the server says how it went.
    pub(super) async fn ask(&mut self, command: &str) -> Result<Heard, SeedError> {
        self.ask_in_two(command, None).await
    }

    /// The same for what must go well.
    pub(super) async fn demand(&mut self, command: &str) -> Result<Heard, SeedError> {
        let heard = self.ask(command).await?;
        match heard.status.kind {
            Kind::Ok => Ok(heard),
            _ if heard.status.is_passing() => Err(SeedError::Unreachable(heard.status.text)),
            _ => Err(SeedError::Declined(heard.status.text)),
        }
    }

    pub(super) fn can(&self, capability: &str) -> bool {
        self.capabilities.iter().any(|name| name == capability)
    }

    /// Says goodbye and waits for no answer.
    pub(super) async fn leave(mut self) {
        let _ = within(self.wire.step(), self.wire.say("Z LOGOUT")).await;
    }

    async fn be_greeted(&mut self) -> Result<(), SeedError> {
        let greeting = within(self.wire.step(), async {
            if self.wire.first_byte().await? != b'*' {
                return Err(SeedError::NotImap("it does not greet".into()));
            }
            self.wire.answer().await
        });
        let greeting = greeting.await?;
        let status = greeting.strip_prefix(b"* ").and_then(Status::read);
        match status {
            Some(status) if status.kind == Kind::Ok => self.learn(&status),
            Some(status) if status.kind == Kind::PreAuth => {
                self.learn(&status);
                self.is_in = true;
            }
            Some(status) if status.kind == Kind::Bye => {
                return Err(SeedError::Unreachable(status.text));
            }
            _ => return Err(not_imap(&greeting)),
        }
        Ok(())
    }

    async fn encrypt(
        mut self,
        mailbox: &SeedMailbox,
        trusted: &TrustedCertificate,
    ) -> Result<Self, SeedError> {
        // Whoever is known before encryption may be known by a stranger on the way.
        if self.is_in {
            let trouble = "the server lets us in before encryption";
            return Err(SeedError::Tls(trouble.into()));
        }
        let heard = self.ask("STARTTLS").await?;
        if heard.status.kind != Kind::Ok {
            return Err(SeedError::Tls(heard.status.text));
        }
        Ok(Self {
            wire: self.wire.encrypt(&mailbox.host, trusted).await?,
            // What was offered in the clear may not be what the server offers.
            capabilities: Vec::new(),
            ..self
        })
    }

    async fn log_in(&mut self, mailbox: &SeedMailbox) -> Result<(), SeedError> {
        if self.capabilities.is_empty() {
            self.demand("CAPABILITY").await?;
        }
        let (user, password) = (mailbox.user.as_str(), mailbox.password.expose());
        if user.contains('\0') || password.contains('\0') {
            let trouble = "neither user nor password may hold a zero byte";
            return Err(SeedError::Unaskable(trouble.into()));
        }
        // Inside it offers more. Many servers say what without being asked.
        let (is_plain, is_short) = (self.can("AUTH=PLAIN"), self.can("SASL-IR"));
        let is_disabled = self.can("LOGINDISABLED");
        self.capabilities.clear();
        let heard = if is_plain {
            let proof = BASE64.encode(format!("\0{user}\0{password}").as_bytes());
            if is_short {
                self.ask(&format!("AUTHENTICATE PLAIN {proof}")).await?
            } else {
                self.ask_in_two("AUTHENTICATE PLAIN", Some(proof)).await?
            }
        } else if is_disabled {
            let trouble = "the server takes no password on this connection";
            return Err(SeedError::Refused(trouble.into()));
        } else {
            let login = format!("LOGIN {} {}", quoted(user)?, quoted(password)?);
            self.ask(&login).await?
        };
        match heard.status.kind {
            Kind::Ok => Ok(()),
            _ if heard.status.is_passing() => Err(SeedError::Unreachable(heard.status.text)),
            _ => Err(SeedError::Refused(heard.status.text)),
        }
    }

    /// The second part is said once the server asks for it.
    async fn ask_in_two(
        &mut self,
        command: &str,
        mut second: Option<String>,
    ) -> Result<Heard, SeedError> {
        self.asked += 1;
        let tag = format!("P{}", self.asked);
        let heard = within(self.wire.step(), async {
            self.wire.say(&format!("{tag} {command}")).await?;
            let mut answers = Vec::new();
            loop {
                match hear(&mut self.wire, &tag).await? {
                    Said::Data(data) => answers.push(data),
                    Said::GoOn => {
                        let second = second.take();
                        let second = second.ok_or_else(|| not_imap(b"it waits for nothing"))?;
                        self.wire.say(&second).await?;
                    }
                    Said::Done(status) => return Ok(Heard { status, answers }),
                }
            }
        });
        let heard = heard.await?;
        for data in &heard.answers {
            self.listen(data);
        }
        self.learn(&heard.status);
        Ok(heard)
    }

    fn listen(&mut self, data: &[u8]) {
        let text = String::from_utf8_lossy(data).to_ascii_uppercase();
        if let Some(list) = text.strip_prefix("CAPABILITY ") {
            self.set_capabilities(list);
        } else if let Some(status) = Status::read(data) {
            self.learn(&status);
        }
    }

    fn learn(&mut self, status: &Status) {
        if let Some(list) = status.code.strip_prefix("CAPABILITY ") {
            self.set_capabilities(list);
        }
    }

    fn set_capabilities(&mut self, list: &str) {
        self.capabilities = list.split_whitespace().map(str::to_owned).collect();
    }
}

async fn hear(wire: &mut Wire, tag: &str) -> Result<Said, SeedError> {
    let answer = wire.answer().await?;
    if let Some(data) = answer.strip_prefix(b"* ") {
        return match Status::read(data) {
            Some(status) if status.kind == Kind::Bye => Err(SeedError::Unreachable(status.text)),
            _ => Ok(Said::Data(data.to_vec())),
        };
    }
    if answer.starts_with(b"+") {
        return Ok(Said::GoOn);
    }
    let rest = answer.strip_prefix(tag.as_bytes());
    let rest = rest.and_then(|rest| rest.strip_prefix(b" "));
    let status = rest.and_then(Status::read);
    let is_end = |status: &Status| matches!(status.kind, Kind::Ok | Kind::No | Kind::Bad);
    status
        .filter(is_end)
        .map(Said::Done)
        .ok_or_else(|| not_imap(&answer))
}

fn not_imap(said: &[u8]) -> SeedError {
    SeedError::NotImap(String::from_utf8_lossy(said).into_owned())
}
