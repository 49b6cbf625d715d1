//! That somebody uses the browser.

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::calls::{Event, Order, Orders, Reply};
use super::error::BrowserError;
use super::patience::Patience;
use super::wire::Call;

/// Given back when it is dropped.
pub(super) struct Lease {
    orders: Orders,
    life: u64,
    context: Option<String>,
}

impl Lease {
    pub async fn begin(orders: &Orders) -> Result<Self, BrowserError> {
        let (reply, begun) = oneshot::channel();
        orders.send(Order::Begin(reply));
        // Nobody keeps it any more: the process stops.
        let life = begun.await.map_err(|_| BrowserError::Stopping)??;
        Ok(Self {
            orders: orders.clone(),
            life,
            context: None,
        })
    }

    /// Asks the browser, or one of its pages.
    pub async fn ask(
        &self,
        session: Option<&str>,
        method: &'static str,
        params: Value,
    ) -> Result<Value, BrowserError> {
        let (reply, answer) = oneshot::channel();
        self.send(session, method, params, Some(reply));
        match tokio::time::timeout(self.orders.patience.silence, answer).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(_)) => Err(BrowserError::Ended),
            Err(_) => {
                let life = self.life;
                self.orders.send(Order::Broken { life });
                Err(BrowserError::Silent)
            }
        }
    }

    pub fn patience(&self) -> Patience {
        self.orders.patience
    }

    /// This context goes with the lease.
    pub fn clear_up(&mut self, context: &str) {
        self.context = Some(context.to_owned());
    }

    /// What a page says from now on.
    pub fn listen(&self, session: &str) -> mpsc::UnboundedReceiver<Event> {
        let (events, told) = mpsc::unbounded_channel();
        let (life, session) = (self.life, session.to_owned());
        self.orders.send(Order::Listen {
            life,
            session,
            events,
        });
        told
    }

    /// A picture was taken.
    pub fn taken(&self) {
        let life = self.life;
        self.orders.send(Order::Taken { life });
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
        let life = self.life;
        // If nobody takes it, the reply is dropped, and that is the answer.
        self.orders.send(Order::Call { life, call, reply });
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let (life, context) = (self.life, self.context.take());
        self.orders.send(Order::End { life, context });
    }
}
