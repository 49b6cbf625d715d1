//! A mail server on this machine that answers as the test says, line by line. What the sink misbehaves like is said
//! there; this one is for replies of all kinds.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

/// What the server does when it heard a line, or the end of a message (`.`).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Answers {
    /// As servers do.
    Kindly,
    /// This, and CRLF.
    With(String),
    /// It hangs up.
    NotAtAll,
    /// It keeps silent, and the connection open.
    Never,
}

impl Answers {
    fn is_yes(&self) -> bool {
        match self {
            Self::Kindly => true,
            Self::With(reply) => reply.starts_with('2'),
            Self::NotAtAll | Self::Never => false,
        }
    }
}

pub fn with(reply: &str) -> Answers {
    Answers::With(reply.to_owned())
}

/// A message that was offered, whatever was answered to it.
#[derive(Clone, Debug)]
pub struct Offered {
    pub mail: String,
    pub to: String,
    pub message: Vec<u8>,
    pub taken: bool,
}

type Judge = dyn Fn(&Heard<'_>) -> Answers + Send + Sync;

/// What the server heard last.
pub struct Heard<'a> {
    /// The command as it came, `.` for the end of a message, nothing for a new connection.
    pub line: &'a str,
    /// The recipient of the transaction.
    pub to: &'a str,
    /// Messages and refused recipients before, with this recipient.
    pub times: usize,
}

impl Heard<'_> {
    /// Whether a recipient was named just now.
    pub fn is_recipient(&self) -> bool {
        self.line.starts_with("RCPT")
    }
}

struct Shared {
    judge: Mutex<Box<Judge>>,
    offers: &'static [&'static str],
    offered: Mutex<Vec<Offered>>,
    asked: Mutex<Vec<String>>,
}

/// Stops when dropped.
pub struct MailServer {
    pub address: SocketAddr,
    shared: Arc<Shared>,
    _tasks: JoinSet<()>,
}

impl MailServer {
    /// `offers` are the lines behind `EHLO`.
    pub async fn start(
        offers: &'static [&'static str],
        judge: impl Fn(&Heard<'_>) -> Answers + Send + Sync + 'static,
    ) -> Self {
        Self::start_at(([127, 0, 0, 1], 0).into(), offers, judge).await
    }

    /// Where others have a say about the port.
    pub async fn start_at(
        address: SocketAddr,
        offers: &'static [&'static str],
        judge: impl Fn(&Heard<'_>) -> Answers + Send + Sync + 'static,
    ) -> Self {
        let listener = TcpListener::bind(address).await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            judge: Mutex::new(Box::new(judge)),
            offers,
            offered: Mutex::default(),
            asked: Mutex::default(),
        });
        let mut tasks = JoinSet::new();
        tasks.spawn(serve(listener, Arc::clone(&shared)));
        Self {
            address,
            shared,
            _tasks: tasks,
        }
    }

    pub fn url(&self) -> String {
        format!("smtp://{}", self.address)
    }

    /// From now on.
    pub fn judges(&self, judge: impl Fn(&Heard<'_>) -> Answers + Send + Sync + 'static) {
        *self.shared.judge.lock().unwrap() = Box::new(judge);
    }

    pub fn offered(&self) -> Vec<Offered> {
        lock(&self.shared.offered).clone()
    }

    pub fn taken(&self) -> Vec<Offered> {
        let mut offered = self.offered();
        offered.retain(|each| each.taken);
        offered
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap()
}

async fn serve(listener: TcpListener, shared: Arc<Shared>) {
    let mut connections = JoinSet::new();
    while let Ok((stream, _)) = listener.accept().await {
        let _ = stream.set_nodelay(true);
        let talk = Talk {
            stream,
            heard: Vec::new(),
            shared: Arc::clone(&shared),
            mail: String::new(),
            to: String::new(),
            has_recipient: false,
        };
        connections.spawn(talk.run());
        while connections.try_join_next().is_some() {}
    }
}

struct Talk {
    stream: TcpStream,
    heard: Vec<u8>,
    shared: Arc<Shared>,
    mail: String,
    to: String,
    /// Whether it said yes to one.
    has_recipient: bool,
}

impl Talk {
    async fn run(mut self) {
        let mut next = self.answer("", "220 mail.test").await;
        while next.is_some() {
            let Some(line) = self.until(b"\r\n").await else {
                return;
            };
            let line = String::from_utf8_lossy(&line).into_owned();
            next = self.command(&line).await;
        }
    }

    /// `None`: the conversation is over.
    async fn command(&mut self, line: &str) -> Option<()> {
        let verb = line.split([' ', ':']).next().unwrap_or_default();
        match verb {
            "EHLO" => {
                let mut lines = vec!["mail.test"];
                lines.extend(self.shared.offers);
                let last = lines.pop().unwrap_or_default();
                let lines = lines.iter().map(|line| ["250-", line, "\r\n"].concat());
                let lines = lines.collect::<Vec<_>>().concat();
                self.answer(line, &format!("{lines}250 {last}")).await
            }
            "MAIL" => {
                line.clone_into(&mut self.mail);
                self.has_recipient = false;
                self.answer(line, "250 2.1.0 ok").await
            }
            "RCPT" => {
                self.to = between(line, '<', '>');
                let judged = self.judged(line);
                self.has_recipient = judged.is_yes();
                self.act(judged, "250 2.1.5 ok").await
            }
            "DATA" if self.has_recipient => self.message(line).await,
            "DATA" => self.say("554 5.5.1 no valid recipients").await,
            "QUIT" => {
                let _ = self.say("221 2.0.0 bye").await;
                None
            }
            _ => self.answer(line, "250 2.0.0 ok").await,
        }
    }

    async fn message(&mut self, line: &str) -> Option<()> {
        self.answer(line, "354 go ahead").await?;
        let mut message = self.until(b"\r\n.\r\n").await?;
        message.extend_from_slice(b"\r\n");
        let judged = self.judged(".");
        lock(&self.shared.offered).push(Offered {
            mail: self.mail.clone(),
            to: self.to.clone(),
            message,
            taken: judged.is_yes(),
        });
        self.act(judged, "250 2.0.0 taken").await
    }

    async fn answer(&mut self, line: &str, kindly: &str) -> Option<()> {
        let judged = self.judged(line);
        self.act(judged, kindly).await
    }

    async fn act(&mut self, answers: Answers, kindly: &str) -> Option<()> {
        match answers {
            Answers::Kindly => self.say(kindly).await,
            Answers::With(reply) => self.say(&reply).await,
            Answers::NotAtAll => None,
            Answers::Never => std::future::pending().await,
        }
    }

    fn judged(&self, line: &str) -> Answers {
        let times = lock(&self.shared.asked)
            .iter()
            .filter(|to| **to == self.to)
            .count();
        let heard = Heard {
            line,
            to: &self.to,
            times,
        };
        let answers = (lock(&self.shared.judge))(&heard);
        let is_refused = line.starts_with("RCPT") && answers != Answers::Kindly;
        if line == "." || is_refused {
            lock(&self.shared.asked).push(self.to.clone());
        }
        answers
    }

    async fn say(&mut self, text: &str) -> Option<()> {
        let text = format!("{text}\r\n");
        self.stream.write_all(text.as_bytes()).await.ok()
    }

    async fn until(&mut self, end: &[u8]) -> Option<Vec<u8>> {
        loop {
            let found = self.heard.windows(end.len()).position(|part| part == end);
            if let Some(at) = found {
                let rest = self.heard.split_off(at + end.len());
                let mut found = std::mem::replace(&mut self.heard, rest);
                found.truncate(at);
                return Some(found);
            }
            if self.stream.read_buf(&mut self.heard).await.ok()? == 0 {
                return None;
            }
        }
    }
}

fn between(line: &str, open: char, close: char) -> String {
    let inner = line.split_once(open).map_or("", |(_, rest)| rest);
    inner
        .split_once(close)
        .map_or("", |(inner, _)| inner)
        .to_owned()
}
