//! The browser, for whoever wants pictures.

use serde_json::json;
use tokio::sync::oneshot;

use super::calls::Orders;
use super::error::BrowserError;
use super::installed::Installed;
use super::keeper::Keeper;
use super::lease::Lease;
use super::patience::Patience;
use super::shot::Answers;
use super::sitting::Sitting;

/// A cheap handle: clones share the browser.
#[derive(Clone)]
pub struct Browser {
    orders: Orders,
}

impl Browser {
    /// Somebody has to run the keeper.
    pub fn new(installed: Installed) -> (Self, Keeper) {
        Self::with(installed, Patience::default())
    }

    /// One that is waited for and kept in another way.
    pub fn with(installed: Installed, patience: Patience) -> (Self, Keeper) {
        let (orders, taken) = Orders::new(patience);
        (Self { orders }, Keeper::new(installed, patience, taken))
    }

    /// A mail to be looked at, whose images `answers` gives.
    pub fn sit(&self, answers: Answers) -> Sitting {
        Sitting::new(self.orders.clone(), answers)
    }

    #[cfg(test)]
    pub(super) fn orders(&self) -> &Orders {
        &self.orders
    }

    /// Starts one, asks what it is, and ends it.
    pub async fn try_out(installed: Installed) -> Result<String, BrowserError> {
        let (browser, keeper) = Self::new(installed);
        let (done, stop) = oneshot::channel::<()>();
        let asking = async {
            let lease = Lease::begin(&browser.orders).await?;
            let version = lease.ask(None, "Browser.getVersion", json!({})).await;
            drop((lease, done));
            Ok(version?["product"].as_str().unwrap_or_default().to_owned())
        };
        let keeping = keeper.run(async {
            let _ = stop.await;
        });
        tokio::join!(asking, keeping).0
    }
}
