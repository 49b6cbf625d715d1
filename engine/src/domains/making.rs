//! Where keys of domains are made, one pair after the other: an RSA key takes up to a second of CPU, and whoever asks for
//! many must not take the machine from those who mail.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use postrider_store::db::DbError;
use tokio::sync::{Semaphore, SemaphorePermit};

use super::keys::NewKeys;
use crate::aside::aside;
use crate::seal::Seal;

/// One for the whole process.
pub struct KeyMaker {
    seal: Arc<Seal>,
    turns: Semaphore,
    made: AtomicU64,
}

/// Whose turn it is; others wait until it ends, in the order in which they came.
pub struct MakingTurn<'a> {
    maker: &'a KeyMaker,
    _permit: SemaphorePermit<'a>,
}

impl KeyMaker {
    pub fn new(seal: Arc<Seal>) -> Self {
        Self {
            seal,
            turns: Semaphore::new(1),
            made: AtomicU64::new(0),
        }
    }

    /// How many pairs this process has made.
    pub fn made(&self) -> u64 {
        self.made.load(Ordering::Relaxed)
    }

    pub async fn turn(&self) -> Result<MakingTurn<'_>, DbError> {
        let permit = self.turns.acquire().await;
        Ok(MakingTurn {
            maker: self,
            _permit: permit.map_err(unmade)?,
        })
    }
}

impl MakingTurn<'_> {
    pub async fn make(self, domain_id: &str) -> Result<NewKeys, DbError> {
        let (seal, id) = (Arc::clone(&self.maker.seal), domain_id.to_owned());
        let keys = aside(move || NewKeys::make(&seal, &id)).await;
        let keys = keys.map_err(unmade)?.map_err(unmade)?;
        self.maker.made.fetch_add(1, Ordering::Relaxed);
        Ok(keys)
    }
}

fn unmade(error: impl std::fmt::Display) -> DbError {
    DbError::Other(format!("no keys for a domain: {error}"))
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn keys_are_made_in_turn() {
        let maker = KeyMaker::new(Arc::new(Seal::new([7; 32])));
        let first = maker.turn().await.unwrap();
        let mut second = Box::pin(maker.turn());
        assert!((&mut second).now_or_never().is_none());
        first
            .make("0123456789abcdefghijklmnopqrstuv")
            .await
            .unwrap();
        let second = second.now_or_never().expect("the first has ended").unwrap();
        let mut third = Box::pin(maker.turn());
        assert!((&mut third).now_or_never().is_none());
        assert_eq!(maker.made(), 1);
        drop(second);
        assert!(
            third.now_or_never().is_some(),
            "who gave up holds nobody up"
        );
    }
}
