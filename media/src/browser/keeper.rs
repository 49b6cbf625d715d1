//! Starts the browser when somebody wants a picture, hands over what is said, and ends it.

use std::collections::VecDeque;
use std::pin::pin;

use tokio::sync::mpsc;
use tokio::time::sleep_until;

use super::calls::{Comer, HeldSeat, Order};
use super::error::BrowserError;
use super::installed::Installed;
use super::patience::Patience;
use super::process::Process;
use super::running::{Gone, Running};

/// Does what a browser is asked for, for as long as it runs.
pub struct Keeper {
    installed: Installed,
    patience: Patience,
    orders: mpsc::UnboundedReceiver<Order>,
    running: Option<Running>,
    /// Browsers that were started.
    lives: u64,
    /// Who waits until one that is worn out is replaced.
    waiting: VecDeque<Comer>,
    is_stopping: bool,
}

enum Deed {
    Stop,
    Order(Option<Order>),
    Exchanged(Result<(), Gone>),
    Idle,
}

impl Keeper {
    pub(super) fn new(
        installed: Installed,
        patience: Patience,
        orders: mpsc::UnboundedReceiver<Order>,
    ) -> Self {
        Self {
            installed,
            patience,
            orders,
            running: None,
            lives: 0,
            waiting: VecDeque::new(),
            is_stopping: false,
        }
    }

    /// Until `stop`, and then until the last mail is done.
    pub async fn run(mut self, stop: impl Future<Output = ()>) {
        let mut stop = pin!(stop);
        loop {
            let is_busy = self.is_busy();
            if self.is_stopping && !is_busy {
                break;
            }
            let is_stopping = self.is_stopping;
            let deed = match &mut self.running {
                None => tokio::select! {
                    () = &mut stop, if !is_stopping => Deed::Stop,
                    order = self.orders.recv() => Deed::Order(order),
                },
                Some(running) => {
                    let idle_at = running.idle_since + self.patience.idle;
                    tokio::select! {
                        () = &mut stop, if !is_stopping => Deed::Stop,
                        order = self.orders.recv() => Deed::Order(order),
                        exchanged = running.exchange() => Deed::Exchanged(exchanged),
                        () = sleep_until(idle_at), if !is_busy => Deed::Idle,
                    }
                }
            };
            match deed {
                Deed::Stop => self.is_stopping = true,
                Deed::Order(Some(order)) => self.take(order).await,
                Deed::Order(None) => break,
                Deed::Exchanged(Ok(())) => {}
                Deed::Exchanged(Err(Gone)) => {
                    tracing::warn!("the browser has ended by itself");
                    self.end().await;
                }
                Deed::Idle => self.end().await,
            }
        }
        self.end().await;
    }

    async fn take(&mut self, order: Order) {
        match order {
            Order::Begin(comer) => self.begin(comer).await,
            Order::End(seat) => {
                if let Some(running) = self.of(seat.life) {
                    running.leave(seat);
                }
                self.renew().await;
            }
            Order::Context { seat, reply } => {
                if let Some(running) = self.of(seat.life) {
                    running.make_context(seat, reply);
                }
            }
            Order::Taken { life } => {
                if let Some(running) = self.of(life) {
                    running.shots += 1;
                }
            }
            // Whoever waits for one that is gone hears it when the reply is dropped.
            Order::Call { life, call, reply } => {
                if let Some(running) = self.of(life) {
                    running.call(&call, reply);
                }
            }
            Order::Listen {
                life,
                session,
                events,
            } => {
                if let Some(running) = self.of(life) {
                    running.listen(session, events);
                }
            }
            Order::Broken { life } => {
                if self.of(life).is_some() {
                    tracing::warn!("a browser that did not answer was ended");
                    self.end().await;
                }
            }
        }
    }

    fn of(&mut self, life: u64) -> Option<&mut Running> {
        self.running.as_mut().filter(|running| running.life == life)
    }

    async fn begin(&mut self, comer: Comer) {
        // Whoever is under way when the process stops is let end.
        if self.is_stopping {
            let _ = comer.reply.send(Err(BrowserError::Stopping));
            return;
        }
        if self.is_worn() {
            self.waiting.push_back(comer);
            self.renew().await;
            return;
        }
        self.enter(comer);
    }

    /// Ends one that is worn out once nobody uses it, and lets in who waited for that.
    async fn renew(&mut self) {
        if self.is_worn() && !self.is_busy() {
            self.end().await;
        }
    }

    fn is_worn(&self) -> bool {
        let most = self.patience.shots;
        self.running
            .as_ref()
            .is_some_and(|running| running.shots >= most)
    }

    fn is_busy(&self) -> bool {
        self.running.as_ref().is_some_and(Running::is_used)
    }

    fn enter(&mut self, comer: Comer) {
        let Comer { orders, reply } = comer;
        // Nothing is started for one that has gone meanwhile.
        if reply.is_closed() {
            return;
        }
        let begun = self.started().map(|running| HeldSeat {
            orders,
            seat: running.enter(),
            seated: running.seated(),
        });
        let _ = reply.send(begun);
    }

    fn started(&mut self) -> Result<&mut Running, BrowserError> {
        if self.running.is_none() {
            self.lives += 1;
            let process = Process::start(&self.installed);
            let process = process.map_err(|error| BrowserError::Start(error.to_string()))?;
            self.running = Some(Running::new(self.lives, process));
        }
        self.running.as_mut().ok_or(BrowserError::Ended)
    }

    async fn end(&mut self) {
        if let Some(running) = self.running.take() {
            running.end().await;
        }
        if self.is_stopping {
            self.waiting.clear();
        }
        while let Some(comer) = self.waiting.pop_front() {
            self.enter(comer);
        }
    }
}
