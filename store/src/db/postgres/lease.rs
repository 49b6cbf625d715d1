//! A connection for one closure: its own, or one that it shares with others.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use deadpool_postgres::{Client, ClientWrapper};

use crate::db::places::Place;

/// One of its own that is given back with a transaction that may still be open, or with a statement that nobody waits for
/// (its caller was canceled), is closed instead: the next borrower would work in the middle of it.
pub(super) struct Lease {
    connection: Connection,
    in_transaction: AtomicBool,
    /// Calls that were begun and whose answer has not come, or never will because nobody waits for it.
    unanswered: AtomicUsize,
    _places: (Place, Option<Place>),
}

enum Connection {
    Own(Option<Box<Client>>),
    /// The statements of several closures go their way on it, one after the other, and none is in a transaction.
    Shared(Arc<Client>),
}

impl Lease {
    pub(super) fn own(client: Client, place: Place, slow: Option<Place>) -> Self {
        Self::new(Connection::Own(Some(Box::new(client))), (place, slow))
    }

    pub(super) fn shared(client: Arc<Client>, place: Place) -> Self {
        Self::new(Connection::Shared(client), (place, None))
    }

    fn new(connection: Connection, places: (Place, Option<Place>)) -> Self {
        Self {
            connection,
            in_transaction: AtomicBool::new(false),
            unanswered: AtomicUsize::new(0),
            _places: places,
        }
    }

    pub(super) fn client(&self) -> Option<&ClientWrapper> {
        match &self.connection {
            Connection::Own(client) => client.as_ref().map(|client| &***client),
            Connection::Shared(client) => Some(client),
        }
    }

    /// Whether the next statement has to begin a transaction; it is in one from then on.
    pub(super) fn begins(&self) -> bool {
        match self.connection {
            Connection::Own(_) => !self.in_transaction.swap(true, Ordering::Relaxed),
            Connection::Shared(_) => false,
        }
    }

    pub(super) fn is_in_transaction(&self) -> bool {
        self.in_transaction.load(Ordering::Relaxed)
    }

    pub(super) fn ended_transaction(&self) {
        self.in_transaction.store(false, Ordering::Relaxed);
    }

    pub(super) fn asked(&self) {
        self.unanswered.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn answered(&self) {
        self.unanswered.fetch_sub(1, Ordering::Relaxed);
    }

    pub(super) fn has_unanswered(&self) -> bool {
        self.unanswered.load(Ordering::Relaxed) > 0
    }
}

impl Drop for Lease {
    fn drop(&mut self) {
        let is_clean = !self.is_in_transaction() && !self.has_unanswered();
        if let Connection::Own(client) = &mut self.connection
            && !is_clean
        {
            client.take().map(|client| Client::take(*client));
        }
    }
}
