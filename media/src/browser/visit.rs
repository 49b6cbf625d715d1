//! One HTML on a page, from its first request to its picture.

use std::collections::BTreeSet;
use std::pin::{Pin, pin};
use std::sync::Arc;

use bytes::Bytes;
use data_encoding::BASE64;
use futures_util::StreamExt;
use futures_util::stream::FuturesUnordered;
use serde_json::{Value, json};
use tokio::sync::mpsc;
use tokio::time::{Instant, sleep_until};
use url::Url;

use super::calls::Event;
use super::error::BrowserError;
use super::given::Given;
use super::inline::Inline;
use super::lease::Lease;
use super::shot::{Answer, Answers, Height, MAX_PICTURE, Picture, PictureFormat, Shot};
use super::wire::{into_text, text};

/// A page that asks for more is shown with those that it has by then.
const REQUESTS: usize = 400;
/// How well `WebP` shows what was there, of a hundred.
const QUALITY: u32 = 80;

/// The browser asks for whatever it shows: nothing that stands in the page itself is unpacked.
pub(super) const POLICY: &str =
    "default-src 'none'; img-src http: https:; style-src 'unsafe-inline'";

/// To which request, and for which image.
type Answering = Pin<Box<dyn Future<Output = (String, Arc<Url>, Option<Answer>)> + Send>>;

pub(super) struct Visit<'v> {
    lease: &'v Lease,
    session: &'v str,
    events: &'v mut mpsc::UnboundedReceiver<Event>,
    answers: &'v Answers,
    /// The address of the page, until it was asked for.
    page: Option<String>,
    inline: Inline,
    /// What the browser calls this loading of it.
    loader: Option<String>,
    loaded: Vec<String>,
    /// Images that somebody looks for.
    under_way: FuturesUnordered<Answering>,
    asked: usize,
    given: Given,
    /// Images that the page asked for and was not given.
    refused: BTreeSet<Arc<Url>>,
    has_crashed: bool,
}

impl<'v> Visit<'v> {
    pub fn new(
        lease: &'v Lease,
        session: &'v str,
        events: &'v mut mpsc::UnboundedReceiver<Event>,
        answers: &'v Answers,
        html: &str,
    ) -> Self {
        Self {
            lease,
            session,
            events,
            answers,
            page: None,
            inline: Inline::take_out(html),
            loader: None,
            loaded: Vec::new(),
            under_way: FuturesUnordered::new(),
            asked: 0,
            given: Given::default(),
            refused: BTreeSet::new(),
            has_crashed: false,
        }
    }

    pub async fn shoot(mut self, url: String, shot: &Shot) -> Result<Picture, BrowserError> {
        self.set_window(shot, shot.window_height).await?;
        let scheme = json!([{ "name": "prefers-color-scheme", "value": shot.scheme.as_str() }]);
        self.call("Emulation.setEmulatedMedia", json!({ "features": scheme }))
            .await?;
        self.load(url).await?;
        let height = match shot.height {
            Height::Exactly(height) => height,
            Height::UpTo(most) => self.height(shot).await?.clamp(1, most),
        };
        self.capture(shot, height).await
    }

    async fn set_window(&mut self, shot: &Shot, height: u32) -> Result<(), BrowserError> {
        let window = json!({
            "width": shot.width, "height": height, "deviceScaleFactor": shot.scale, "mobile": false,
            // Nothing that is wider than the window: a phone is all window.
            "screenWidth": shot.width, "screenHeight": shot.window_height,
        });
        self.call("Emulation.setDeviceMetricsOverride", window)
            .await?;
        Ok(())
    }

    async fn load(&mut self, url: String) -> Result<(), BrowserError> {
        self.page = Some(url.clone());
        let deadline = Instant::now() + self.lease.patience().loading;
        let begun = self.call("Page.navigate", json!({ "url": url })).await?;
        self.loader = Some(text(&begun, "loaderId")?);
        while !self.is_loaded() && !self.is_too_much() {
            tokio::select! {
                event = self.events.recv() => match event {
                    Some(event) => self.take(&event),
                    None => return Err(BrowserError::Ended),
                },
                Some((request, image, answer)) = self.under_way.next() => self.give(&request, image, answer),
                () = sleep_until(deadline) => break,
            }
            if self.has_crashed {
                return Err(BrowserError::Crashed);
            }
        }
        if !self.is_loaded() {
            self.under_way.clear();
            self.call("Page.stopLoading", json!({})).await?;
        }
        Ok(())
    }

    fn is_loaded(&self) -> bool {
        let loader = self.loader.as_ref();
        loader.is_some_and(|loader| self.loaded.contains(loader))
    }

    fn is_too_much(&self) -> bool {
        self.asked > REQUESTS && self.under_way.is_empty()
    }

    /// Of all that there is to see, in a window that is as high as the client's.
    async fn height(&mut self, shot: &Shot) -> Result<u32, BrowserError> {
        let whole = self.page_height().await?;
        if whole > shot.window_height {
            return Ok(whole);
        }
        // A page is never lower than its window. What fits into it is measured in one that it fills.
        self.set_window(shot, 1).await?;
        let height = self.page_height().await?;
        self.set_window(shot, shot.window_height).await?;
        Ok(height.min(shot.window_height))
    }

    async fn page_height(&mut self) -> Result<u32, BrowserError> {
        let sizes = self.call("Page.getLayoutMetrics", json!({})).await?;
        let height = sizes["cssContentSize"]["height"].as_f64();
        // A number that is too large for it becomes the largest.
        Ok(height.unwrap_or_default().ceil() as u32)
    }

    async fn capture(mut self, shot: &Shot, height: u32) -> Result<Picture, BrowserError> {
        let mut wanted = json!({
            "clip": { "x": 0, "y": 0, "width": shot.width, "height": height, "scale": 1 },
            // The window stays as it is, and so does whatever goes by its height.
            "captureBeyondViewport": height > shot.window_height,
        });
        match shot.format {
            PictureFormat::Png => wanted["format"] = json!("png"),
            PictureFormat::WebP => {
                wanted["format"] = json!("webp");
                wanted["quality"] = json!(QUALITY);
            }
        }
        let taken = self.call("Page.captureScreenshot", wanted).await?;
        let bytes = BASE64.decode(into_text(taken, "data")?.as_bytes());
        let unreadable = |_| BrowserError::Refused("its picture cannot be read".to_owned());
        let bytes = bytes.map_err(unreadable)?;
        if bytes.len() > MAX_PICTURE {
            return Err(BrowserError::TooLarge);
        }
        Ok(Picture {
            bytes: Bytes::from(bytes),
            width: shot.width * shot.scale,
            height: height * shot.scale,
            refused: self.refused,
        })
    }

    /// Asks the page something, and goes on answering what it asks.
    async fn call(&mut self, method: &'static str, params: Value) -> Result<Value, BrowserError> {
        let mut asking = pin!(self.lease.ask(Some(self.session), method, params));
        loop {
            tokio::select! {
                answer = &mut asking => return answer,
                Some(event) = self.events.recv() => self.take(&event),
                Some((request, image, answer)) = self.under_way.next() => self.give(&request, image, answer),
            }
            if self.has_crashed {
                return Err(BrowserError::Crashed);
            }
        }
    }

    fn take(&mut self, event: &Event) {
        let params = &event.params;
        match event.method.as_str() {
            "Fetch.requestPaused" => self.asks(params),
            "Page.lifecycleEvent" if params["name"] == "load" => {
                self.loaded.extend(text(params, "loaderId"));
            }
            "Inspector.targetCrashed" => self.has_crashed = true,
            _ => {}
        }
    }

    /// Scripts, styles, fonts, frames and whatever else there is are refused; so is every other page than ours.
    fn asks(&mut self, params: &Value) {
        let (Ok(request), Ok(url)) = (text(params, "requestId"), text(&params["request"], "url"))
        else {
            return;
        };
        match params["resourceType"].as_str() {
            Some("Document") => match self.page.take_if(|ours| *ours == url) {
                Some(_) => {
                    let html = self.inline.html.as_bytes();
                    self.fulfil(&request, "text/html; charset=utf-8", html);
                }
                // The page that is there stays.
                None => self.refuse(&request, "Aborted"),
            },
            Some("Image") => {
                self.asked += 1;
                if self.refused.len() >= REQUESTS && self.asked > REQUESTS {
                    return;
                }
                match self.inline.named(&url).or_else(|| address(&url)) {
                    // What is left unanswered costs the browser nothing.
                    Some(image) if self.asked > REQUESTS => self.miss(image),
                    Some(image) => self.look_for(request, image),
                    None => self.refuse(&request, "BlockedByClient"),
                }
            }
            _ => self.refuse(&request, "BlockedByClient"),
        }
    }

    fn look_for(&mut self, request: String, image: Arc<Url>) {
        let answering = (self.answers)(Arc::clone(&image));
        self.under_way
            .push(Box::pin(async move { (request, image, answering.await) }));
    }

    fn give(&mut self, request: &str, image: Arc<Url>, answer: Option<Answer>) {
        if let Some(answer) = answer.filter(|answer| self.given.take(answer)) {
            self.fulfil(request, answer.content_type, &answer.bytes);
        } else {
            self.miss(image);
            self.refuse(request, "BlockedByClient");
        }
    }

    /// Of very many some: a page may ask for as many as it likes.
    fn miss(&mut self, image: Arc<Url>) {
        if self.refused.len() < REQUESTS {
            self.refused.insert(image);
        }
    }

    fn fulfil(&self, request: &str, kind: &str, bytes: &[u8]) {
        let answer = json!({
            "requestId": request,
            "responseCode": 200,
            "responseHeaders": [
                { "name": "Content-Type", "value": kind },
                { "name": "Content-Security-Policy", "value": POLICY },
            ],
            "body": BASE64.encode(bytes),
        });
        self.lease
            .tell(self.session, "Fetch.fulfillRequest", answer);
    }

    fn refuse(&self, request: &str, why: &str) {
        let refusal = json!({ "requestId": request, "errorReason": why });
        self.lease.tell(self.session, "Fetch.failRequest", refusal);
    }
}

/// Nothing: images are not looked for there.
fn address(url: &str) -> Option<Arc<Url>> {
    let url = Url::parse(url).ok()?;
    matches!(url.scheme(), "http" | "https").then(|| Arc::new(url))
}
