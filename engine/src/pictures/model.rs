//! A model that draws, over the protocol that most of them speak (`/images/generations`, and `/images/edits` where a picture is
//! to be changed). Prompts are never logged.

use std::fmt;
use std::time::Duration;

use bytes::Bytes;
use data_encoding::{BASE64, HEXLOWER};
use postrider_domain::turns::{Asker, QueueFull};
use postrider_store::db::{Place, Places};
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use url::Url;

use super::PictureError;
use crate::assets::Entropy;
use crate::models;

/// For a whole picture, from the question to its last byte.
const PATIENCE: Duration = Duration::from_mins(2);
const CONNECT: Duration = Duration::from_secs(5);
/// A picture of 20 MiB in letters is a third longer, and something stands around it.
const MAX_ANSWER: usize = 30 << 20;
const MAX_REFUSAL: usize = 16 << 10;
/// Characters of a refusal that its author reads.
const SHOWN: usize = 300;
/// Of this process at the same time.
const AT_ONCE: usize = 2;

#[derive(Clone)]
pub struct ImageModelSettings {
    /// What the paths stand below: `https://api.example/v1`.
    pub base_url: Url,
    pub model: String,
    pub key: Option<String>,
    /// Credits for a picture.
    pub credits: i64,
}

/// Nothing that prints it prints the key.
impl fmt::Debug for ImageModelSettings {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("ImageModelSettings")
            .field("base_url", &self.base_url.as_str())
            .field("model", &self.model)
            .field("credits", &self.credits)
            .finish_non_exhaustive()
    }
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum AspectRatio {
    #[default]
    Square,
    /// 3:2
    Landscape,
    /// 2:3
    Portrait,
    /// 16:9
    Wide,
}

impl AspectRatio {
    fn size(self) -> &'static str {
        match self {
            Self::Square => "1024x1024",
            Self::Landscape => "1536x1024",
            Self::Portrait => "1024x1536",
            Self::Wide => "1792x1024",
        }
    }
}

pub struct ImageModel {
    pub settings: ImageModelSettings,
    client: Client,
    places: Places,
    entropy: Entropy,
}

/// What is asked of it.
pub struct ImageQuestion {
    pub prompt: String,
    pub ratio: AspectRatio,
    /// A picture to begin with, and its media type.
    pub reference: Option<(Bytes, String)>,
}

impl ImageModel {
    pub fn new(
        settings: ImageModelSettings,
        waiting: usize,
        entropy: Entropy,
    ) -> reqwest::Result<Self> {
        let client = models::client(CONNECT).timeout(PATIENCE).build()?;
        Ok(Self {
            settings,
            client,
            places: Places::new("drawing", AT_ONCE, waiting),
            entropy,
        })
    }

    /// Its turn to be asked.
    pub async fn place(&self, asker: Asker) -> Result<Place, QueueFull> {
        self.places.take(asker).await
    }

    /// The bytes of a picture, whatever they are. For those who have a place.
    pub async fn draw(&self, question: &ImageQuestion) -> Result<Bytes, PictureError> {
        let mut answer = self.ask(question, Form::Told).await?;
        // Some models take no such word, and answer in this form anyway.
        if answer.status().as_u16() == 400 {
            let refusal = refusal(answer).await;
            if !refusal.contains("response_format") {
                return Err(PictureError::Refused(shown(&refusal)));
            }
            answer = self.ask(question, Form::Untold).await?;
        }
        if !answer.status().is_success() {
            return Err(trouble(answer).await);
        }
        let answer = read(answer, MAX_ANSWER).await?;
        let answer: Value = serde_json::from_slice(&answer).map_err(|_| PictureError::NoAnswer)?;
        let picture = answer["data"][0]["b64_json"].as_str();
        let picture = picture.ok_or(PictureError::NoAnswer)?;
        let bytes = BASE64.decode(picture.as_bytes());
        Ok(bytes.map_err(|_| PictureError::NoAnswer)?.into())
    }

    async fn ask(&self, question: &ImageQuestion, form: Form) -> Result<Response, PictureError> {
        let request = match &question.reference {
            None => self.generation(question, form),
            Some((bytes, kind)) => self.edit(question, (bytes, kind), form),
        };
        let request = match &self.settings.key {
            Some(key) => request.header(AUTHORIZATION, format!("Bearer {key}")),
            None => request,
        };
        request.send().await.map_err(|_| PictureError::NoAnswer)
    }

    fn generation(&self, question: &ImageQuestion, form: Form) -> RequestBuilder {
        let mut body = json!({
            "model": self.settings.model,
            "prompt": question.prompt,
            "size": question.ratio.size(),
            "n": 1,
        });
        if form == Form::Told {
            body["response_format"] = json!("b64_json");
        }
        self.client
            .post(self.address("images/generations"))
            .json(&body)
    }

    fn edit(
        &self,
        question: &ImageQuestion,
        (bytes, kind): (&[u8], &str),
        told: Form,
    ) -> RequestBuilder {
        // Parts are told apart by it, so nobody can know it who writes one.
        let mark = HEXLOWER.encode(&(self.entropy)());
        let mut form = Vec::new();
        let shape = (told == Form::Told).then_some(("response_format", "b64_json"));
        let fields = [
            ("model", self.settings.model.as_str()),
            ("prompt", question.prompt.as_str()),
            ("size", question.ratio.size()),
            ("n", "1"),
        ];
        for (name, value) in fields.into_iter().chain(shape) {
            let head =
                format!("--{mark}\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n");
            form.extend_from_slice(head.as_bytes());
            form.extend_from_slice(value.as_bytes());
            form.extend_from_slice(b"\r\n");
        }
        let head = format!(
            "--{mark}\r\nContent-Disposition: form-data; name=\"image\"; filename=\"image\"\r\nContent-Type: {kind}\r\n\r\n"
        );
        form.extend_from_slice(head.as_bytes());
        form.extend_from_slice(bytes);
        form.extend_from_slice(format!("\r\n--{mark}--\r\n").as_bytes());
        let kind = format!("multipart/form-data; boundary={mark}");
        let request = self.client.post(self.address("images/edits"));
        request.header(CONTENT_TYPE, kind).body(form)
    }

    fn address(&self, path: &str) -> String {
        let base = self.settings.base_url.as_str().trim_end_matches('/');
        format!("{base}/{path}")
    }
}

/// Whether it is said in which form the picture is to come.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    Told,
    Untold,
}

async fn read(mut response: Response, most: usize) -> Result<Vec<u8>, PictureError> {
    let mut bytes = Vec::new();
    while let Some(piece) = response.chunk().await.map_err(|_| PictureError::NoAnswer)? {
        bytes.extend_from_slice(&piece);
        if bytes.len() > most {
            return Err(PictureError::NoAnswer);
        }
    }
    Ok(bytes)
}

async fn refusal(response: Response) -> String {
    let bytes = read(response, MAX_REFUSAL).await.unwrap_or_default();
    let json: Value = serde_json::from_slice(&bytes).unwrap_or_default();
    json["error"]["message"]
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

/// What the model says of a prompt is its author's to read; what it says of our key or of itself is not.
async fn trouble(response: Response) -> PictureError {
    let status = response.status().as_u16();
    match status {
        400 | 422 => PictureError::Refused(shown(&refusal(response).await)),
        _ => {
            tracing::warn!(http.status = status, "the model that draws did not");
            PictureError::NoAnswer
        }
    }
}

fn shown(refusal: &str) -> String {
    match refusal.trim() {
        "" => "the model gives no reason".to_owned(),
        said => said.chars().take(SHOWN).collect(),
    }
}
