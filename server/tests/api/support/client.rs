//! A small client: it sends exactly what it is told and never judges the answer.

use std::ops::Index;

use bytes::Bytes;
use reqwest::Method;
use reqwest::header::HeaderMap;
use serde_json::Value;

use super::tenants::Brand;

/// Somebody who calls the API with the same headers every time.
#[derive(Clone)]
pub struct Caller {
    http: reqwest::Client,
    pub url: String,
    headers: Vec<(String, String)>,
    /// The id and the secret of the key, if there is one.
    pub key_id: String,
    pub secret: String,
}

impl Caller {
    pub fn nobody(http: reqwest::Client, url: &str) -> Self {
        let (key_id, secret) = (String::new(), String::new());
        Self {
            http,
            url: url.to_owned(),
            headers: Vec::new(),
            key_id,
            secret,
        }
    }

    pub fn with_key(self, key_id: &str, secret: &str) -> Self {
        let mut caller = self.with_header("Authorization", &format!("Bearer {secret}"));
        (caller.key_id, caller.secret) = (key_id.to_owned(), secret.to_owned());
        caller
    }

    /// The same caller, with one more header on every request.
    pub fn with_header(mut self, name: &str, value: &str) -> Self {
        self.headers.push((name.to_owned(), value.to_owned()));
        self
    }

    /// An organization's key names the brand of each call.
    pub fn on(self, brand: &Brand) -> Self {
        self.with_header("X-Brand-Id", &brand.brand_id)
    }

    pub fn http(&self) -> reqwest::Client {
        self.http.clone()
    }

    /// `method` in upper case; `path` with its query.
    pub fn request(&self, method: &str, path: &str) -> Request {
        let method: Method = method.parse().unwrap();
        let mut builder = self.http.request(method, format!("{}{path}", self.url));
        for (name, value) in &self.headers {
            builder = builder.header(name, value);
        }
        Request(builder)
    }

    pub async fn get(&self, path: &str) -> Answer {
        self.request("GET", path).send().await
    }

    pub async fn post(&self, path: &str, body: Value) -> Answer {
        self.request("POST", path).json(&body).send().await
    }

    /// A POST under an `Idempotency-Key`.
    pub async fn post_once(&self, key: &str, path: &str, body: Value) -> Answer {
        self.request("POST", path)
            .header("Idempotency-Key", key)
            .json(&body)
            .send()
            .await
    }

    pub async fn patch(&self, path: &str, body: Value) -> Answer {
        self.request("PATCH", path).json(&body).send().await
    }

    pub async fn put(&self, path: &str, body: Value) -> Answer {
        self.request("PUT", path).json(&body).send().await
    }

    /// Without a body.
    pub async fn delete(&self, path: &str) -> Answer {
        self.request("DELETE", path).send().await
    }
}

pub struct Request(reqwest::RequestBuilder);

impl Request {
    pub fn header(self, name: &str, value: &str) -> Self {
        Self(self.0.header(name, value))
    }

    pub fn json(self, body: &Value) -> Self {
        Self(self.0.json(body))
    }

    /// Any bytes, without a `Content-Type` of their own.
    pub fn body(self, bytes: impl Into<Vec<u8>>) -> Self {
        Self(self.0.body(bytes.into()))
    }

    pub async fn send(self) -> Answer {
        self.try_send().await.unwrap()
    }

    /// For tests that take the server away.
    pub async fn try_send(self) -> Result<Answer, reqwest::Error> {
        let response = self.0.send().await?;
        let (status, headers) = (response.status().as_u16(), response.headers().clone());
        let bytes = response.bytes().await?;
        let json = serde_json::from_slice(&bytes).unwrap_or(Value::Null);
        Ok(Answer {
            status,
            headers,
            bytes,
            json,
        })
    }
}

#[derive(Clone, Debug)]
pub struct Answer {
    pub status: u16,
    pub headers: HeaderMap,
    pub bytes: Bytes,
    /// `null` if the body is not JSON.
    pub json: Value,
}

impl Answer {
    pub fn header(&self, name: &str) -> Option<&str> {
        self.headers.get(name).map(|value| value.to_str().unwrap())
    }

    /// A header that holds a number.
    pub fn number(&self, name: &str) -> Option<i64> {
        self.header(name).map(|text| text.parse().unwrap())
    }

    pub fn text(&self) -> &str {
        std::str::from_utf8(&self.bytes).unwrap()
    }

    pub fn code(&self) -> &str {
        self.json["error"]["code"].as_str().unwrap_or_default()
    }

    /// The answer, after its status was checked; a failure shows the body.
    #[track_caller]
    pub fn expect(self, status: u16) -> Self {
        assert_eq!(
            self.status,
            status,
            "{}",
            String::from_utf8_lossy(&self.bytes)
        );
        self
    }
}

/// `answer["data"][0]["email"]`
impl Index<&str> for Answer {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        &self.json[key]
    }
}
