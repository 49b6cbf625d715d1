//! A browser that runs: what is on its way to it, and who waits.

use std::collections::HashMap;

use bytes::BytesMut;
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::mpsc;
use tokio::time::Instant;

use super::calls::{Event, Reply};
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
    waiting: HashMap<u64, Reply>,
    pages: HashMap<String, mpsc::UnboundedSender<Event>>,
    /// Mails that are looked at.
    pub sittings: usize,
    pub shots: u32,
    /// Nobody has wanted anything since.
    pub idle_since: Instant,
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
            sittings: 0,
            shots: 0,
            idle_since: Instant::now(),
        }
    }

    pub fn call(&mut self, call: &Call, reply: Option<Reply>) {
        self.calls += 1;
        if let Some(reply) = reply {
            self.waiting.insert(self.calls, reply);
        }
        wire::write(self.calls, call, &mut self.outgoing);
    }

    pub fn listen(&mut self, session: String, events: mpsc::UnboundedSender<Event>) {
        self.pages.insert(session, events);
    }

    /// A mail is done.
    pub fn leave(&mut self, context: Option<String>) {
        self.sittings = self.sittings.saturating_sub(1);
        self.idle_since = Instant::now();
        self.pages.retain(|_, events| !events.is_closed());
        if let Some(context) = context {
            let call = Call {
                session: None,
                method: "Target.disposeBrowserContext",
                params: json!({ "browserContextId": context }),
            };
            self.call(&call, None);
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
            let Some(reply) = self.waiting.remove(&id) else {
                return;
            };
            let answer = match message.error {
                Some(refusal) => Err(BrowserError::Refused(refusal.message)),
                None => Ok(message.result),
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
