//! A model that draws, over the protocol that most of them speak (`/images/generations`, and `/images/edits` where a picture is
//! to be changed). Prompts are never logged.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use bytes::Bytes;
use data_encoding::{BASE64, HEXLOWER};
use postrider_store::db::Places;
use reqwest::header::{AUTHORIZATION, CONTENT_TYPE};
use reqwest::{Client, RequestBuilder, Response};
use serde_json::{Value, json};
use tokio::time::timeout;
use url::Url;

use super::PictureError;
use super::asking::{Asking, AspectRatio, Form, Refusal};
use crate::aside::aside;
use crate::assets::Entropy;
use crate::models;

/// For a whole picture, from the question to its last byte.
const PATIENCE: Duration = Duration::from_mins(2);
const CONNECT: Duration = Duration::from_secs(5);
/// A picture of 20 MiB in letters is a third longer, and something stands around it.
const MAX_ANSWER: usize = 30 << 20;
const MAX_REFUSAL: usize = 16 << 10;
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

/// What a model drew.
pub struct Drawn {
    pub bytes: Bytes,
    /// The shape that it is to have: some models draw in others, whatever they are asked for.
    pub shape: (u32, u32),
}

pub struct ImageModel {
    pub settings: ImageModelSettings,
    pub(super) places: Places,
    client: Client,
    entropy: Entropy,
    /// How it was asked for what it drew: nobody is refused twice.
    known: Mutex<Known>,
}

#[derive(Default)]
struct Known {
    form: Form,
    /// By shape, where that is not the first.
    sizes: HashMap<AspectRatio, usize>,
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
        let client = models::client(CONNECT).build()?;
        Ok(Self {
            settings,
            places: Places::new("drawing", AT_ONCE, waiting),
            client,
            entropy,
            known: Mutex::default(),
        })
    }

    /// For those who have a place. However often it is asked, all of it takes no longer than one question may.
    pub async fn draw(&self, question: &ImageQuestion) -> Result<Drawn, PictureError> {
        let drawing = timeout(PATIENCE, self.try_to_draw(question));
        drawing.await.unwrap_or(Err(PictureError::NoAnswer))
    }

    /// Some models take no word about the form, or other sizes, and say so.
    async fn try_to_draw(&self, question: &ImageQuestion) -> Result<Drawn, PictureError> {
        let ratio = question.ratio;
        let mut asking = self.known(ratio);
        let answer = loop {
            let answer = self.ask(question, asking).await?;
            if answer.status().as_u16() != 400 {
                break answer;
            }
            let refusal = refusal(answer).await;
            let other = asking.after(&refusal, ratio);
            asking = other.ok_or_else(|| PictureError::Refused(refusal.shown()))?;
        };
        if !answer.status().is_success() {
            return Err(trouble(answer).await);
        }
        let answer = read(answer, MAX_ANSWER).await?;
        // Megabytes of letters are unpacked off the threads that answer callers.
        let picture = aside(move || picture(&answer)).await.ok().flatten();
        let bytes = picture.ok_or(PictureError::NoAnswer)?;
        self.remember(ratio, asking);
        Ok(Drawn {
            bytes,
            shape: ratio.sides(),
        })
    }

    fn known(&self, ratio: AspectRatio) -> Asking {
        let known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let size = known.sizes.get(&ratio).copied();
        Asking::new(known.form, size.unwrap_or_default())
    }

    fn remember(&self, ratio: AspectRatio, asking: Asking) {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        known.form = asking.form;
        known.sizes.insert(ratio, asking.size);
    }

    async fn ask(
        &self,
        question: &ImageQuestion,
        asking: Asking,
    ) -> Result<Response, PictureError> {
        let request = match &question.reference {
            None => self.generation(question, asking),
            Some((bytes, kind)) => self.edit(question, (bytes, kind), asking),
        };
        let request = match &self.settings.key {
            Some(key) => request.header(AUTHORIZATION, format!("Bearer {key}")),
            None => request,
        };
        request.send().await.map_err(|_| PictureError::NoAnswer)
    }

    fn generation(&self, question: &ImageQuestion, asking: Asking) -> RequestBuilder {
        let mut body = json!({
            "model": self.settings.model,
            "prompt": question.prompt,
            "size": asking.size(question.ratio),
            "n": 1,
        });
        if asking.form == Form::Told {
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
        asking: Asking,
    ) -> RequestBuilder {
        // Parts are told apart by it, so nobody can know it who writes one.
        let mark = HEXLOWER.encode(&(self.entropy)());
        let mut form = Vec::new();
        let shape = (asking.form == Form::Told).then_some(("response_format", "b64_json"));
        let fields = [
            ("model", self.settings.model.as_str()),
            ("prompt", question.prompt.as_str()),
            ("size", asking.size(question.ratio)),
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

/// The bytes that are in an answer.
fn picture(answer: &[u8]) -> Option<Bytes> {
    let answer: Value = serde_json::from_slice(answer).ok()?;
    let picture = answer["data"][0]["b64_json"].as_str()?;
    Some(BASE64.decode(picture.as_bytes()).ok()?.into())
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

async fn refusal(response: Response) -> Refusal {
    Refusal::read(&read(response, MAX_REFUSAL).await.unwrap_or_default())
}

/// What the model says of a prompt is its author's to read; what it says of our key or of itself is not.
async fn trouble(response: Response) -> PictureError {
    let status = response.status().as_u16();
    match status {
        400 | 422 => PictureError::Refused(refusal(response).await.shown()),
        _ => {
            tracing::warn!(http.status = status, "the model that draws did not");
            PictureError::NoAnswer
        }
    }
}
