//! That somebody uses the browser.

use std::sync::atomic::Ordering;

use serde_json::{Value, json};
use tokio::sync::{mpsc, oneshot};
use tokio::time::timeout;

use super::calls::{Comer, Event, HeldSeat, Order, Orders, Reply};
use super::error::BrowserError;
use super::patience::Patience;
use super::wire::Call;

/// Given back when it is dropped.
pub(super) struct Lease(HeldSeat);

impl Lease {
    /// Waits for one that is worn out to be replaced, but not for ever.
    pub async fn begin(orders: &Orders) -> Result<Self, BrowserError> {
        let (reply, begun) = oneshot::channel();
        orders.send(Order::Begin(Comer {
            orders: orders.clone(),
            reply,
        }));
        let begun = timeout(orders.patience.seat, begun).await;
        let begun = begun.map_err(|_| BrowserError::Busy)?;
        // Nobody keeps it any more: the process stops.
        begun.map_err(|_| BrowserError::Stopping)?.map(Self)
    }

    /// Whether nobody else uses the browser, or did when it ended.
    pub fn is_alone(&self) -> bool {
        self.0.seated.load(Ordering::Relaxed) <= 1
    }

    /// One that knows nothing of the others, and goes with the lease.
    pub async fn make_context(&self) -> Result<Value, BrowserError> {
        let (reply, made) = oneshot::channel();
        let seat = self.0.seat;
        self.0.orders.send(Order::Context { seat, reply });
        let made = self.wait(made).await;
        made.unwrap_or_else(|| self.is_silent())
    }

    /// Asks the browser, or one of its pages. A page that says nothing is nobody else's trouble; a browser is.
    pub async fn ask(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> Result<Value, BrowserError> {
        if let Some(answer) = self.answer(session, method, params).await {
            return answer;
        }
        let version = "Browser.getVersion";
        if session.is_some() && self.answer(None, version, json!({})).await.is_some() {
            return Err(BrowserError::PageSilent);
        }
        self.is_silent()
    }

    /// Nothing: there is silence.
    async fn answer(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> Option<Result<Value, BrowserError>> {
        let (reply, answer) = oneshot::channel();
        self.send(session, method, params, Some(reply));
        self.wait(answer).await
    }

    async fn wait(
        &self,
        answer: oneshot::Receiver<Result<Value, BrowserError>>,
    ) -> Option<Result<Value, BrowserError>> {
        let answer = timeout(self.0.orders.patience.silence, answer).await.ok()?;
        Some(answer.unwrap_or(Err(BrowserError::Ended)))
    }

    fn is_silent<T>(&self) -> Result<T, BrowserError> {
        let life = self.0.seat.life;
        self.0.orders.send(Order::Broken { life });
        Err(BrowserError::Silent)
    }

    pub fn patience(&self) -> Patience {
        self.0.orders.patience
    }

    /// What a page says from now on.
    pub fn listen(&self, session: &str) -> mpsc::UnboundedReceiver<Event> {
        let (events, told) = mpsc::unbounded_channel();
        let (life, session) = (self.0.seat.life, session.to_owned());
        self.0.orders.send(Order::Listen {
            life,
            session,
            events,
        });
        told
    }

    /// A picture was taken.
    pub fn taken(&self) {
        let life = self.0.seat.life;
        self.0.orders.send(Order::Taken { life });
    }

    /// Tells it something, and waits for nothing.
    pub fn tell(&self, session: &str, method: &'static str, params: Value) {
        self.send(Some(session), method, params, None);
    }

    fn send(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
        reply: Option<Reply>,
    ) {
        let call = Call {
            session: session.map(str::to_owned),
            method,
            params,
        };
        let life = self.0.seat.life;
        // If nobody takes it, the reply is dropped, and that is the answer.
        self.0.orders.send(Order::Call { life, call, reply });
    }
}
