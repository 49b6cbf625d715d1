//! The models that write mails and draw pictures, where they are set.

use std::time::Duration;

use postrider_content::models::Protocol;
use postrider_domain::accounts::prices::Price;
use postrider_engine::models::{Limits, ModelSettings};
use postrider_engine::pictures::ImageModelSettings;
use url::Url;

use super::settings::{ConfigError, Settings, setting};

/// A model, and what it costs.
#[derive(Clone, Debug)]
pub struct ModelConfig {
    pub settings: ModelSettings,
    /// Without one its work is free.
    pub price: Option<Price>,
}

const URL: &str = "POSTRIDER_AI_URL";
const MODEL: &str = "POSTRIDER_AI_MODEL";
const IMAGE_MODEL: &str = "POSTRIDER_AI_IMAGE_MODEL";
const KEY: &str = "POSTRIDER_AI_KEY";
/// A credit is a hundredth of a currency unit, in millionths of which prices are read.
const CREDIT: u64 = 10_000;

pub(super) fn model(settings: &Settings) -> Result<Option<ModelConfig>, ConfigError> {
    let (url, model) = match (settings.get(URL), settings.get(MODEL)) {
        (None, None) => return Ok(None),
        (Some(url), Some(model)) => (base_url(&url)?, model),
        // The server may be there for pictures alone.
        (Some(_), None) if settings.get(IMAGE_MODEL).is_some() => return Ok(None),
        (Some(_), None) => return Err(missing(MODEL, URL)),
        (None, Some(_)) => return Err(missing(URL, MODEL)),
    };
    let protocol = protocol(settings, &url)?;
    Ok(Some(ModelConfig {
        price: price(settings.file.get("ai"), &model)?,
        settings: ModelSettings {
            base_url: url,
            protocol,
            model,
            key: settings.get(KEY),
            concurrency: bounded(settings, "POSTRIDER_AI_CONCURRENCY", 4, 64)? as usize,
            limits: Limits {
                whole: Duration::from_secs(bounded(settings, "POSTRIDER_AI_TIMEOUT", 180, 900)?),
                ..Limits::default()
            },
        },
    }))
}

/// The model that draws, if one is set.
pub(super) fn image_model(settings: &Settings) -> Result<Option<ImageModelSettings>, ConfigError> {
    let Some(model) = settings.get(IMAGE_MODEL) else {
        return Ok(None);
    };
    let url = settings.get(URL).ok_or_else(|| missing(URL, IMAGE_MODEL))?;
    let price = match price_table(settings.file.get("ai"), &model) {
        Some(table) => part(table, &model, "image", "what a picture costs")?,
        None => None,
    };
    Ok(Some(ImageModelSettings {
        base_url: base_url(&url)?,
        key: settings.get(KEY),
        credits: price.unwrap_or_default().div_ceil(CREDIT) as i64,
        model,
    }))
}

fn missing(key: &str, other: &str) -> ConfigError {
    setting(key, format!("is needed beside {other}"))
}

/// What stands before `/chat/completions` or `/messages`. The key goes into a header and not into it.
fn base_url(text: &str) -> Result<Url, ConfigError> {
    let url = Url::parse(text).ok();
    let url = url.filter(|url| matches!(url.scheme(), "http" | "https") && url.has_host());
    let url = url.filter(|url| {
        url.username().is_empty() && url.password().is_none() && url.query().is_none()
    });
    url.ok_or_else(|| {
        setting(
            URL,
            "must be a URL such as https://models.example.com/v1, without a password",
        )
    })
}

fn protocol(settings: &Settings, url: &Url) -> Result<Protocol, ConfigError> {
    const KEY: &str = "POSTRIDER_AI_PROTOCOL";
    match settings.get(KEY) {
        None => Ok(Protocol::guess(url.as_str())),
        Some(text) => {
            Protocol::parse(&text).ok_or_else(|| setting(KEY, "must be chat or messages"))
        }
    }
}

fn bounded(settings: &Settings, key: &str, usual: u64, most: u64) -> Result<u64, ConfigError> {
    match settings.parsed(key, usual)? {
        number if (1..=most).contains(&number) => Ok(number),
        _ => Err(setting(key, format!("must be from 1 to {most}"))),
    }
}

/// `[ai.prices."name"] input = 3, cachedInput = 0.3, output = 15` in the file: currency units for a million tokens.
fn price(ai: Option<&toml::Value>, model: &str) -> Result<Option<Price>, ConfigError> {
    let Some(table) = price_table(ai, model) else {
        return Ok(None);
    };
    let part = |key: &str| part(table, model, key, "what a million tokens cost");
    let input = part("input")?.unwrap_or_default();
    Ok(Some(Price {
        input,
        cached_input: part("cachedInput")?.unwrap_or(input),
        output: part("output")?.unwrap_or_default(),
    }))
}

fn price_table<'a>(ai: Option<&'a toml::Value>, model: &str) -> Option<&'a toml::Value> {
    ai?.get("prices")?.get(model)
}

/// In millionths of a currency unit.
fn part(
    table: &toml::Value,
    model: &str,
    key: &str,
    meaning: &str,
) -> Result<Option<u64>, ConfigError> {
    let number = match table.get(key) {
        None => return Ok(None),
        Some(toml::Value::Integer(number)) => *number as f64,
        Some(toml::Value::Float(number)) => *number,
        Some(_) => f64::NAN,
    };
    if (0.0..=1e6).contains(&number) {
        return Ok(Some((number * 1e6).round() as u64));
    }
    let problem = format!("must be a number, 0 or more: {meaning}");
    Err(setting(&format!("ai.prices.{model}.{key}"), problem))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Result<Option<ModelConfig>, ConfigError> {
        model(&Settings {
            file: file.parse().unwrap(),
            environment: |_| None,
        })
    }

    const SET: &str = "POSTRIDER_AI_URL = 'https://models.example.com/v1'\nPOSTRIDER_AI_MODEL = 'writer-2'\n\
        POSTRIDER_AI_KEY = 'marked-key'\n";

    #[test]
    fn without_settings_there_is_no_model() {
        assert!(read("").unwrap().is_none());
    }

    #[test]
    fn a_model_has_a_protocol_limits_and_perhaps_a_price() {
        let model = read(SET).unwrap().unwrap();
        assert_eq!(model.settings.protocol, Protocol::ChatCompletions);
        assert_eq!(model.settings.concurrency, 4);
        assert_eq!(model.settings.limits.whole, Duration::from_mins(3));
        assert_eq!(model.price, None);
        assert!(!format!("{model:?}").contains("marked"));
        let file = format!(
            "{SET}POSTRIDER_AI_PROTOCOL = 'messages'\n[ai.prices.\"writer-2\"]\ninput = 3\noutput = 15.5\n"
        );
        let model = read(&file).unwrap().unwrap();
        assert_eq!(model.settings.protocol, Protocol::Messages);
        let price = Price {
            input: 3_000_000,
            cached_input: 3_000_000,
            output: 15_500_000,
        };
        assert_eq!(model.price, Some(price));
    }

    #[test]
    fn a_model_that_draws_has_a_server_and_perhaps_a_price() {
        let read = |file: &str| {
            let settings = Settings {
                file: file.parse().unwrap(),
                environment: |_| None,
            };
            let drawing = image_model(&settings).map_err(|error| error.to_string());
            (model(&settings).map(|model| model.is_some()).ok(), drawing)
        };
        let file = "POSTRIDER_AI_URL = 'https://models.example.com/v1'\nPOSTRIDER_AI_IMAGE_MODEL = 'painter'\n\
            POSTRIDER_AI_KEY = 'marked-key'\n";
        let (writes, drawing) = read(file);
        let drawing = drawing.unwrap().unwrap();
        assert_eq!((writes, drawing.credits), (Some(false), 0));
        assert!(!format!("{drawing:?}").contains("marked"));
        let priced = format!("{file}[ai.prices.painter]\nimage = 0.041\n");
        assert_eq!(read(&priced).1.unwrap().unwrap().credits, 5);
        assert!(read(SET).1.unwrap().is_none());
        for (file, key) in [
            ("POSTRIDER_AI_IMAGE_MODEL = 'painter'".to_owned(), URL),
            (
                format!("{file}[ai.prices.painter]\nimage = 'much'"),
                "ai.prices.painter.image",
            ),
        ] {
            let error = read(&file).1.unwrap_err();
            assert!(error.starts_with(key), "{error}");
        }
    }

    #[test]
    fn mistakes_name_their_key() {
        for (file, key) in [
            ("POSTRIDER_AI_MODEL = 'x'".to_owned(), "POSTRIDER_AI_URL"),
            (
                "POSTRIDER_AI_URL = 'https://x.example'".to_owned(),
                "POSTRIDER_AI_MODEL",
            ),
            (
                "POSTRIDER_AI_MODEL = 'x'\nPOSTRIDER_AI_URL = 'https://a:b@x.example'".to_owned(),
                "POSTRIDER_AI_URL",
            ),
            (
                format!("{SET}POSTRIDER_AI_PROTOCOL = 'smoke'"),
                "POSTRIDER_AI_PROTOCOL",
            ),
            (
                format!("{SET}POSTRIDER_AI_CONCURRENCY = 0"),
                "POSTRIDER_AI_CONCURRENCY",
            ),
            (
                format!("{SET}POSTRIDER_AI_TIMEOUT = 901"),
                "POSTRIDER_AI_TIMEOUT",
            ),
            (
                format!("{SET}[ai.prices.writer-2]\ninput = -1"),
                "ai.prices.writer-2.input",
            ),
        ] {
            let error = read(&file).unwrap_err().to_string();
            assert!(error.starts_with(key), "{error}");
        }
    }
}
