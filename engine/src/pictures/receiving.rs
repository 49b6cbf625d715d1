//! Uploads whose bytes are on their way. Each holds some megabytes for as long as its sender takes: one at a time for each
//! upload, few of an organization, and not too many together.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::turns::Asker;
use postrider_store::db::{DbError, Place, Places};
use postrider_store::uploads::UploadRecord;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::failure::Failure;

/// Of all organizations.
const AT_ONCE: usize = 16;
/// Of one organization.
const EACH: usize = 4;
/// Seconds after which the bytes that are on their way may be there.
const RETRY_AFTER: u64 = 5;

pub struct Receiving {
    all: Places,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    /// The numbers of uploads somebody sends the bytes of.
    under_way: HashSet<i64>,
    own: HashMap<i64, Arc<Semaphore>>,
}

/// Held while the bytes come.
pub struct Reception<'a> {
    _sole: Sole<'a>,
    _own: Option<OwnedSemaphorePermit>,
    _place: Place,
}

/// Nobody else sends the bytes of this upload.
struct Sole<'a> {
    receiving: &'a Receiving,
    upload: i64,
}

impl Drop for Sole<'_> {
    fn drop(&mut self) {
        self.receiving.state().under_way.remove(&self.upload);
    }
}

impl Receiving {
    /// `waiting`: of one organization, in the line that all share. No more than it may send at once ever stand there: the others
    /// wait for these, and are no more than the uploads it has open.
    pub fn new(waiting: usize) -> Self {
        Self {
            all: Places::new("uploads", AT_ONCE, waiting),
            state: Mutex::default(),
        }
    }

    /// Waits until there is room, for however long its caller does. Nothing of the bytes is read before.
    pub async fn begin(&self, upload: &UploadRecord) -> Result<Reception<'_>, Failure> {
        let sole = self.sole(upload.id).ok_or_else(under_way)?;
        // First the own one: whoever waits for it takes no place from others.
        let own = self.own(upload.org).acquire_owned().await.ok();
        let place = self.all.take(Asker::Organization(upload.org)).await;
        Ok(Reception {
            _sole: sole,
            _own: own,
            _place: place.map_err(DbError::from)?,
        })
    }

    fn sole(&self, upload: i64) -> Option<Sole<'_>> {
        let is_first = self.state().under_way.insert(upload);
        is_first.then(|| Sole {
            receiving: self,
            upload,
        })
    }

    fn own(&self, org: i64) -> Arc<Semaphore> {
        let mut state = self.state();
        // Nobody has or wants what is known here alone.
        state.own.retain(|_, line| Arc::strong_count(line) > 1);
        let line = state
            .own
            .entry(org)
            .or_insert_with(|| Arc::new(Semaphore::new(EACH)));
        Arc::clone(line)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn under_way() -> Problem {
    let message = "Somebody is sending the bytes of this upload.";
    Problem::new(Code::UploadNotReceived, message)
        .param("uploadId")
        .suggest("Wait until they have come, or send yours again after `Retry-After` seconds.")
        .retry_after(RETRY_AFTER)
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    fn upload(org: i64, id: i64) -> UploadRecord {
        UploadRecord {
            org,
            brand: 1,
            id,
            public_id: format!("imgup_{id}"),
            file_name: "a.png".to_owned(),
            content_type: "image/png".to_owned(),
            bytes: 9,
            object: None,
            expires_at: 9,
        }
    }

    /// What comes of it at once, if anything.
    fn now(receiving: &Receiving, org: i64, id: i64) -> Option<Result<Reception<'_>, Failure>> {
        let upload = upload(org, id);
        let mut beginning = pin!(receiving.begin(&upload));
        match beginning
            .as_mut()
            .poll(&mut Context::from_waker(Waker::noop()))
        {
            Poll::Ready(begun) => Some(begun),
            Poll::Pending => None,
        }
    }

    #[test]
    fn one_is_sent_once_at_a_time_and_few_of_an_organization() {
        let receiving = Receiving::new(9);
        let mut held: Vec<_> = (0..4)
            .map(|id| now(&receiving, 1, id).unwrap().unwrap())
            .collect();
        let Some(Err(Failure::Problem(problem))) = now(&receiving, 1, 2) else {
            panic!("an upload was taken twice");
        };
        assert_eq!(problem.code, Code::UploadNotReceived);
        assert!(now(&receiving, 1, 4).is_none());
        let other = now(&receiving, 2, 5).unwrap();
        assert!(other.is_ok());
        held.pop();
        // Whoever went away while it waited does not keep the upload.
        assert!(now(&receiving, 1, 4).unwrap().is_ok());
        assert!(now(&receiving, 1, 3).unwrap().is_ok());
    }

    #[test]
    fn not_too_many_are_sent_together() {
        let receiving = Receiving::new(9);
        let held: Vec<_> = (0..AT_ONCE as i64)
            .map(|id| now(&receiving, id / EACH as i64, id).unwrap().unwrap())
            .collect();
        assert!(now(&receiving, 100, 100).is_none());
        drop(held);
        assert!(now(&receiving, 100, 100).unwrap().is_ok());
    }
}
