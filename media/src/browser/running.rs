//! A browser that runs: what is on its way to it, and who waits.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use bytes::BytesMut;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::calls::{Event, Reply, Seat};
use super::error::BrowserError;
use super::process::Process;
use super::wire::{self, Call, Incoming, Message};

pub(super) struct Running {
    /// The number of this browser among all that were started.
    pub life: u64,
    process: Process,
    outgoing: BytesMut,
    incoming: Incoming,
    calls: u64,
    waiting: HashMap<u64, Waiting>,
    pages: HashMap<String, mpsc::UnboundedSender<Event>>,
    /// Who uses it, each with the context that is made for it, once it is there.
    seats: HashMap<u64, Option<String>>,
    /// How many of them there are, for each of them to see. When the browser ends, this stays.
    seated: Arc<AtomicUsize>,
    seats_given: u64,
    pub shots: u32,
    /// Nobody has wanted anything since.
    pub idle_since: Instant,
}

/// Who waits for an answer.
enum Waiting {
    Caller(Reply),
    /// And what is made belongs to this seat.
    Context(Seat, Reply),
}

/// The pipe is closed, or what comes out of it is no message.
pub(super) struct Gone;

impl Running {
    pub fn new(life: u64, process: Process) -> Self {
        Self {
            life,
            process,
            outgoing: BytesMut::new(),
            incoming: Incoming::default(),
            calls: 0,
            waiting: HashMap::new(),
            pages: HashMap::new(),
            seats: HashMap::new(),
            seated: Arc::default(),
            seats_given: 0,
            shots: 0,
            idle_since: Instant::now(),
        }
    }

    pub fn call(&mut self, call: &Call, reply: Option<Reply>) {
        self.ask(call, reply.map(Waiting::Caller));
    }

    fn ask(&mut self, call: &Call, waiting: Option<Waiting>) {
        self.calls += 1;
        if let Some(waiting) = waiting {
            self.waiting.insert(self.calls, waiting);
        }
        wire::write(self.calls, call, &mut self.outgoing);
    }

    pub fn is_used(&self) -> bool {
        !self.seats.is_empty()
    }

    /// For a mail that is looked at.
    pub fn enter(&mut self) -> Seat {
        self.seats_given += 1;
        let number = self.seats_given;
        self.seats.insert(number, None);
        self.count();
        Seat {
            life: self.life,
            number,
        }
    }

    pub fn seated(&self) -> Arc<AtomicUsize> {
        Arc::clone(&self.seated)
    }

    fn count(&self) {
        self.seated.store(self.seats.len(), Ordering::Relaxed);
    }

    pub fn make_context(&mut self, seat: Seat, reply: Reply) {
        let call = Call {
            session: None,
            method: "Target.createBrowserContext",
            params: json!({}),
        };
        self.ask(&call, Some(Waiting::Context(seat, reply)));
    }

    pub fn listen(&mut self, session: String, events: mpsc::UnboundedSender<Event>) {
        self.pages.insert(session, events);
    }

    /// A mail is done.
    pub fn leave(&mut self, seat: Seat) {
        let context = self.seats.remove(&seat.number).flatten();
        self.count();
        self.idle_since = Instant::now();
        self.pages.retain(|_, events| !events.is_closed());
        if let Some(context) = context {
            self.dispose(&context);
        }
    }

    fn dispose(&mut self, context: &str) {
        let call = Call {
            session: None,
            method: "Target.disposeBrowserContext",
            params: json!({ "browserContextId": context }),
        };
        self.call(&call, None);
    }

    /// Whoever wanted it may have gone while it was made.
    fn keep_context(&mut self, seat: Seat, context: &str) {
        match self.seats.get_mut(&seat.number) {
            Some(place) => *place = Some(context.to_owned()),
            None => self.dispose(context),
        }
    }

    /// Writes and reads what there is. Whoever stops waiting for it loses nothing.
    pub async fn exchange(&mut self) -> Result<(), Gone> {
        let (commands, answers) = (&mut self.process.commands, &mut self.process.answers);
        let (outgoing, incoming) = (&mut self.outgoing, &mut self.incoming);
        tokio::select! {
            written = commands.write_buf(outgoing), if !outgoing.is_empty() => {
                if written.map_err(|_| Gone)? == 0 {
                    return Err(Gone);
                }
            }
            read = answers.read_buf(&mut incoming.bytes) => {
                if read.map_err(|_| Gone)? == 0 {
                    return Err(Gone);
                }
            }
        }
        while let Some(message) = self.incoming.next().map_err(|_| Gone)? {
            self.take(message);
        }
        Ok(())
    }

    fn take(&mut self, message: Message) {
        if let Some(id) = message.id {
            let Some(waiting) = self.waiting.remove(&id) else {
                return;
            };
            let answer = match message.error {
                _ if message.is_too_large => Err(BrowserError::TooLarge),
                Some(refusal) => Err(BrowserError::Refused(refusal.message)),
                None => Ok(message.result),
            };
            let reply = match waiting {
                Waiting::Caller(reply) => reply,
                Waiting::Context(seat, reply) => {
                    let made = answer.as_ref().ok();
                    if let Some(context) = made.and_then(|made| made["browserContextId"].as_str()) {
                        self.keep_context(seat, context);
                    }
                    reply
                }
            };
            // Whoever waited may have gone.
            let _ = reply.send(answer);
            return;
        }
        let page = message.session_id.and_then(|id| self.pages.get(&id));
        if let Some((page, method)) = page.zip(message.method) {
            let params = message.params;
            let _ = page.send(Event { method, params });
        }
    }

    /// Whoever waits for it hears that it is gone.
    pub async fn end(self) {
        self.process.end().await;
    }
}
