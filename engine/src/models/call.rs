//! One request and its answer.

use postrider_content::models::{
    ANSWER_MAX, Answer, AnswerReader, End, EventReader, Trouble, headers, path,
};
use reqwest::Response;
use reqwest::header::{CONTENT_TYPE, RETRY_AFTER};
use serde_json::Value;
use tokio::time::{Instant, timeout_at};

use super::Model;

/// Nobody answered, or not to the end: another try may do better.
pub(super) const LOST: Trouble = Trouble::Later {
    status: None,
    wait: None,
};
/// Bytes of an answer that is not streamed, with what stands around its text.
const WHOLE_MAX: usize = 2 * ANSWER_MAX;
/// Bytes of a refusal.
const REFUSAL_MAX: usize = 16 * 1024;

impl Model {
    pub(super) async fn call(
        &self,
        body: &Value,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<Answer, Trouble> {
        let (protocol, key) = (self.settings.protocol, self.settings.key.as_deref());
        let mut request = self.client.post(self.address(path(protocol)));
        for (name, value) in headers(protocol, key) {
            request = request.header(name, value);
        }
        // Servers may send a status at once, and think afterwards.
        let first = Instant::now() + self.settings.limits.first_byte;
        let sent = request.json(body).send();
        let response = timeout_at(first, sent)
            .await
            .map_err(|_| LOST)?
            .map_err(|_| LOST)?;
        let status = response.status().as_u16();
        if !response.status().is_success() {
            let wait = header(&response, RETRY_AFTER.as_str());
            let refusal = self
                .read(response, REFUSAL_MAX, first)
                .await
                .unwrap_or_default();
            return Err(Trouble::of(status, wait.as_deref(), &refusal));
        }
        let mut reader = AnswerReader::new(protocol);
        let kind = header(&response, CONTENT_TYPE.as_str()).unwrap_or_default();
        if kind.starts_with("application/json") {
            reader.whole(&self.read(response, WHOLE_MAX, first).await?)?;
            said(reader.text());
        } else {
            self.stream(response, first, &mut reader, said).await?;
        }
        match reader.finish()? {
            Answer {
                end: End::Broken, ..
            } => Err(LOST),
            answer => Ok(answer),
        }
    }

    async fn stream(
        &self,
        mut response: Response,
        mut first: Instant,
        reader: &mut AnswerReader,
        said: &mut (dyn FnMut(&str) + Send),
    ) -> Result<(), Trouble> {
        let mut events = EventReader::default();
        while let Some(piece) = self.piece(&mut response, &mut first).await? {
            let before = reader.text().len();
            for event in events.feed(&piece).map_err(|_| Trouble::TooLong)? {
                reader.event(&event)?;
            }
            if reader.text().len() > before {
                said(reader.text());
            }
            if reader.is_over() {
                return Ok(());
            }
        }
        match events.finish() {
            Some(event) => reader.event(&event),
            None => Ok(()),
        }
    }

    /// All of a body, up to so many bytes.
    pub(super) async fn read(
        &self,
        mut response: Response,
        most: usize,
        mut first: Instant,
    ) -> Result<Vec<u8>, Trouble> {
        let mut bytes = Vec::new();
        while let Some(piece) = self.piece(&mut response, &mut first).await? {
            bytes.extend_from_slice(&piece);
            if bytes.len() > most {
                return Err(Trouble::TooLong);
            }
        }
        Ok(bytes)
    }

    /// The next piece of a body. `first`: until when its first one may come; no later one is waited for any longer.
    async fn piece(
        &self,
        response: &mut Response,
        first: &mut Instant,
    ) -> Result<Option<bytes::Bytes>, Trouble> {
        let silent = Instant::now() + self.settings.limits.silence;
        let piece = timeout_at(silent.max(*first), response.chunk()).await;
        *first = silent;
        piece.map_err(|_| LOST)?.map_err(|_| LOST)
    }
}

fn header(response: &Response, name: &str) -> Option<String> {
    let value = response.headers().get(name)?;
    Some(value.to_str().ok()?.to_owned())
}
