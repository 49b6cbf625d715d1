//! Where designs are made; and who makes them of words: a model where one is set, else the designer that is built in.

use std::sync::Arc;

use postrider_content::jsx::Renderer;
use postrider_engine::assets::Library;
use postrider_engine::designs::Workshop;
use postrider_engine::generation::{Designer, Maker, Writer};
use postrider_engine::models::Model;
use postrider_store::db::Places;

use crate::config::{Config, ModelConfig};
use crate::entropy::bytes;
use crate::process::start_error::StartError;

/// Designs that are made at the same time.
const DESIGNS_AT_ONCE: usize = 4;
/// Templates that are rendered at the same time, each by a process of its own.
const TEMPLATES_AT_ONCE: usize = 2;

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

pub fn workshop(config: &Config, library: Library) -> Workshop {
    Workshop {
        renderer: Renderer::new(&config.program),
        library,
        allow_private: config.allow_private.clone(),
        content_urls: config.content_urls(),
        places: Places::new("designs", DESIGNS_AT_ONCE, config.waiting),
        template_places: Places::new("templates", TEMPLATES_AT_ONCE, config.waiting),
    }
}
