//! Calls on their way to the browser, and who waits for them.

use std::sync::Arc;
use std::sync::atomic::AtomicUsize;

use serde_json::Value;
use tokio::sync::{mpsc, oneshot};

use super::error::BrowserError;
use super::patience::Patience;
use super::wire::Call;

/// What a page says of its own accord.
pub(super) struct Event {
    pub method: String,
    pub params: Value,
}

/// That somebody uses a browser.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Seat {
    /// The number of the browser.
    pub life: u64,
    pub number: u64,
}

/// A seat that is given back when this is dropped.
pub(super) struct HeldSeat {
    pub orders: Orders,
    pub seat: Seat,
    /// How many use the browser; of one that has ended, how many did then.
    pub seated: Arc<AtomicUsize>,
}

impl Drop for HeldSeat {
    fn drop(&mut self) {
        self.orders.send(Order::End(self.seat));
    }
}

pub(super) type Reply = oneshot::Sender<Result<Value, BrowserError>>;

/// Somebody who wants a browser.
pub(super) struct Comer {
    /// Where the seat is given back.
    pub orders: Orders,
    /// A seat that nobody takes out of here any more is dropped, and so given back.
    pub reply: oneshot::Sender<Result<HeldSeat, BrowserError>>,
}

pub(super) enum Order {
    Begin(Comer),
    /// Somebody needs it no more, nor the context.
    End(Seat),
    /// Makes a context that goes with the seat, even if nobody waits for it any more.
    Context {
        seat: Seat,
        reply: Reply,
    },
    /// A picture was taken.
    Taken {
        life: u64,
    },
    Call {
        life: u64,
        call: Call,
        reply: Option<Reply>,
    },
    /// Tells what a page says from now on.
    Listen {
        life: u64,
        session: String,
        events: mpsc::UnboundedSender<Event>,
    },
    /// It does not answer any more.
    Broken {
        life: u64,
    },
}

/// Where orders go: a cheap handle.
#[derive(Clone)]
pub(super) struct Orders {
    sender: mpsc::UnboundedSender<Order>,
    pub patience: Patience,
}

impl Orders {
    pub fn new(patience: Patience) -> (Self, mpsc::UnboundedReceiver<Order>) {
        let (sender, orders) = mpsc::unbounded_channel();
        (Self { sender, patience }, orders)
    }

    /// If nobody takes it, whatever is in it is dropped, and whoever waits for that hears it.
    pub fn send(&self, order: Order) {
        let _ = self.sender.send(order);
    }
}
