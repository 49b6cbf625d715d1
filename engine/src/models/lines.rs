//! How many questions are asked at once: so many of this process, and fewer of one organization.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use postrider_domain::turns::{Asker, QueueFull};
use postrider_store::db::{Place, Places};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// Questions of one organization.
pub(crate) const EACH: usize = 2;

pub(super) struct Lines {
    all: Places,
    own: Mutex<HashMap<Asker, Arc<Semaphore>>>,
}

/// Held while a question is asked.
pub(super) struct Turn {
    _own: Option<OwnedSemaphorePermit>,
    _place: Place,
}

impl Lines {
    pub fn new(places: usize) -> Self {
        Self {
            all: Places::new("models", places, EACH),
            own: Mutex::default(),
        }
    }

    pub async fn turn(&self, asker: Asker) -> Result<Turn, QueueFull> {
        Ok(Turn {
            // First the own one: whoever waits for it takes no place from others.
            _own: self.own(asker).acquire_owned().await.ok(),
            _place: self.all.take(asker).await?,
        })
    }

    fn own(&self, asker: Asker) -> Arc<Semaphore> {
        let mut own = self.own.lock().unwrap_or_else(PoisonError::into_inner);
        // Nobody has or wants what is known here alone.
        own.retain(|_, line| Arc::strong_count(line) > 1);
        let line = own
            .entry(asker)
            .or_insert_with(|| Arc::new(Semaphore::new(EACH)));
        Arc::clone(line)
    }
}
