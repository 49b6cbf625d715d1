//! Whether a model is there, without asking it anything: what it says costs money.

use std::time::Duration;

use postrider_content::models::{Trouble, headers};
use serde_json::Value;
use tokio::time::{Instant, timeout};

use super::call::LOST;
use super::{Model, ModelSettings};

/// How long a list of models is waited for.
const PATIENCE: Duration = Duration::from_secs(10);
/// Bytes of a list.
const LIST_MAX: usize = 4 << 20;

/// What a server says of a model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    Listed,
    /// The server lists others.
    NotListed,
    /// The server answers, but lists none.
    NoList,
}

/// Asks the server which models it has.
pub async fn look(settings: &ModelSettings) -> Result<Sight, Trouble> {
    let model = Model::new(settings.clone()).map_err(|_| LOST)?;
    timeout(PATIENCE, model.look()).await.unwrap_or(Err(LOST))
}

impl Model {
    async fn look(&self) -> Result<Sight, Trouble> {
        let mut request = self.client.get(self.address("models"));
        for (name, value) in headers(self.settings.protocol, self.settings.key.as_deref()) {
            request = request.header(name, value);
        }
        let response = request.send().await.map_err(|_| LOST)?;
        let status = response.status().as_u16();
        if matches!(status, 404 | 405) {
            return Ok(Sight::NoList);
        }
        let body = self.read(response, LIST_MAX, Instant::now()).await?;
        if !(200..300).contains(&status) {
            return Err(Trouble::of(status, None, &body));
        }
        let list: Value = serde_json::from_slice(&body).unwrap_or_default();
        let Some(models) = list["data"].as_array() else {
            return Ok(Sight::NoList);
        };
        let is_ours = |entry: &Value| entry["id"] == self.settings.model.as_str();
        Ok(if models.iter().any(is_ours) {
            Sight::Listed
        } else {
            Sight::NotListed
        })
    }
}
