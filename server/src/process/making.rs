//! Who makes designs of words: a model where one is set, else the designer that is built in.

use std::sync::Arc;

use postrider_engine::generation::{Designer, Maker, Writer};
use postrider_engine::models::Model;

use crate::config::ModelConfig;
use crate::entropy::bytes;
use crate::process::start_error::StartError;

pub fn maker(model: Option<&ModelConfig>) -> Result<Arc<dyn Maker>, StartError> {
    let Some(ModelConfig { settings, price }) = model else {
        return Ok(Arc::new(Designer));
    };
    let protocol = settings.protocol.as_str();
    if price.is_some() {
        tracing::info!(model = settings.model, protocol, "a model makes designs");
    } else {
        tracing::info!(
            model = settings.model,
            protocol,
            "a model makes designs, for nothing: it has no price in the settings"
        );
    }
    let model = Model::new(settings.clone());
    let model = model.map_err(|error| StartError::Model(error.to_string()))?;
    Ok(Arc::new(Writer::new(model, *price, Arc::new(bytes))))
}
