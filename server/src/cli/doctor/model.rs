//! The models that write mails and draw pictures, where they are set. They are asked nothing: that would cost money.

use postrider_content::models::{Protocol, Trouble};
use postrider_engine::models::{Limits, ModelSettings, Sight, look as look_for};
use postrider_engine::pictures::ImageModelSettings;

use super::finding::{Check, Finding};
use crate::config::ModelConfig;

pub async fn look(model: &ModelConfig) -> Finding {
    let name = &model.settings.model;
    match look_for(&model.settings).await {
        Ok(Sight::Listed | Sight::NoList) if model.price.is_none() => Finding::warning(
            Check::Model,
            format!("`{name}` answers; no price is set, so that what it writes is free"),
            format!(
                "If organizations are to pay for it, set [ai.prices.\"{name}\"] in postrider.toml."
            ),
        ),
        Ok(Sight::Listed) => Finding::ok(Check::Model, format!("`{name}` is there")),
        Ok(Sight::NoList) => Finding::ok(Check::Model, "its server answers, and lists no models"),
        Ok(Sight::NotListed) => Finding::problem(
            Check::Model,
            format!("the server has no model `{name}`"),
            "Check POSTRIDER_AI_MODEL. Until it is right the designer that is built in writes all mails.",
        ),
        Err(trouble) => {
            let advice = match trouble {
                Trouble::Denied(_) => "Check POSTRIDER_AI_KEY, and that its account is in order.",
                _ => {
                    "Check POSTRIDER_AI_URL, POSTRIDER_AI_PROTOCOL, and that no firewall stands between."
                }
            };
            let until = "Until then the designer that is built in writes all mails.";
            Finding::warning(
                Check::Model,
                trouble.to_string(),
                format!("{advice} {until}"),
            )
        }
    }
}

pub async fn look_at_images(model: &ImageModelSettings) -> Finding {
    const CHECK: Check = Check::ImageModel;
    let name = &model.model;
    let settings = ModelSettings {
        base_url: model.base_url.clone(),
        protocol: Protocol::ChatCompletions,
        model: name.clone(),
        key: model.key.clone(),
        concurrency: 1,
        limits: Limits::default(),
    };
    match look_for(&settings).await {
        Ok(Sight::Listed) => Finding::ok(CHECK, format!("`{name}` is there")),
        Ok(Sight::NoList) => Finding::ok(CHECK, "its server answers, and lists no models"),
        Ok(Sight::NotListed) => Finding::problem(
            CHECK,
            format!("the server has no model `{name}`"),
            "Check POSTRIDER_AI_IMAGE_MODEL. Until it is right nothing is drawn.",
        ),
        Err(trouble) => Finding::warning(
            CHECK,
            trouble.to_string(),
            "Check POSTRIDER_AI_URL and POSTRIDER_AI_KEY. Until then nothing is drawn.",
        ),
    }
}
