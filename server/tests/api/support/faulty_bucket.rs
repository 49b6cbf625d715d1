//! The way to a bucket, with everything that can go wrong on it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, to_bytes};
use axum::extract::{Request, State};
use axum::http::Response;
use futures_util::{StreamExt, stream};
use postrider_engine::objects::{Bucket, Location};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

use super::bucket::{BUCKET, bucket_url, in_bucket};

#[derive(Clone, Copy)]
pub enum Fault {
    /// Everything is as it should be.
    Nothing,
    /// The answer comes late.
    Late(Duration),
    /// An error of S3 instead of an answer: nothing is done.
    Refused(u16, &'static str),
    /// It is done, and the answer is an error.
    Lost,
    /// The connection ends in the middle of the answer.
    Cut,
    /// Nothing is read of the request, and nothing is ever answered.
    Hangs,
    /// Half of the answer comes, and then nothing more.
    Stalls,
    /// The last byte of the answer is another.
    Garbled,
}

/// A request on its way.
pub struct Asked {
    pub method: String,
    /// With its query.
    pub path: String,
    /// How often exactly this was asked before.
    pub before: usize,
}

impl Asked {
    /// Whether it brings bytes of objects.
    pub fn stores(&self) -> bool {
        self.is_of_object() && matches!(self.method.as_str(), "PUT" | "POST")
    }

    /// Whether it reads bytes of objects.
    pub fn reads(&self) -> bool {
        self.is_of_object() && self.method == "GET"
    }

    fn is_of_object(&self) -> bool {
        let folders = ["/assets/", "/imports/", "/uploads/"];
        folders.iter().any(|folder| self.path.contains(folder))
    }
}

type Rule = Box<dyn Fn(&Asked) -> Fault + Send + Sync>;

struct Way {
    rule: Mutex<Rule>,
    asked: Mutex<Vec<(String, String)>>,
    http: reqwest::Client,
}

/// Ends when it goes out of scope.
pub struct FaultyBucket {
    pub address: SocketAddr,
    way: Arc<Way>,
    _tasks: JoinSet<()>,
}

impl FaultyBucket {
    pub async fn start() -> Self {
        bucket_url();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let way = Arc::new(Way {
            rule: Mutex::new(Box::new(|_| Fault::Nothing)),
            asked: Mutex::default(),
            http: reqwest::Client::new(),
        });
        let router = Router::new().fallback(answer).with_state(Arc::clone(&way));
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self {
            address,
            way,
            _tasks: tasks,
        }
    }

    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    pub fn place(&self, prefix: &str) -> Location {
        in_bucket(&self.url(), BUCKET, prefix)
    }

    /// The same, where nobody waits longer than this for an answer.
    pub fn place_within(&self, prefix: &str, patience: Duration) -> Location {
        match self.place(prefix) {
            Location::Bucket(bucket) => Location::Bucket(Bucket { patience, ..bucket }),
            folder @ Location::Folder(_) => folder,
        }
    }

    /// From now on.
    pub fn rule(&self, rule: impl Fn(&Asked) -> Fault + Send + Sync + 'static) {
        *self.way.rule.lock().unwrap() = Box::new(rule);
    }

    pub fn heal(&self) {
        self.rule(|_| Fault::Nothing);
    }

    /// Methods and paths of all that was asked so far.
    pub fn asked(&self) -> Vec<(String, String)> {
        self.way.asked.lock().unwrap().clone()
    }
}

async fn answer(State(way): State<Arc<Way>>, request: Request) -> Response<Body> {
    let fault = way.fault(&request);
    match fault {
        Fault::Refused(status, code) => {
            let _ = to_bytes(request.into_body(), usize::MAX).await;
            return refused(status, code);
        }
        Fault::Late(by) => tokio::time::sleep(by).await,
        Fault::Hangs => std::future::pending().await,
        _ => {}
    }
    let (parts, bytes) = way.passed_on(request).await;
    match fault {
        Fault::Lost => refused(500, "InternalError"),
        Fault::Garbled => {
            let mut bytes = bytes.to_vec();
            if let Some(last) = bytes.last_mut() {
                *last ^= 1;
            }
            Response::from_parts(parts, Body::from(bytes))
        }
        Fault::Cut => {
            let half = bytes.slice(..bytes.len() / 2);
            let pieces = [Ok(half), Err(std::io::Error::other("cut"))];
            Response::from_parts(parts, Body::from_stream(stream::iter(pieces)))
        }
        Fault::Stalls => {
            let half = bytes.slice(..bytes.len() / 2);
            let half = stream::iter([Ok::<_, std::io::Error>(half)]);
            Response::from_parts(parts, Body::from_stream(half.chain(stream::pending())))
        }
        _ => Response::from_parts(parts, Body::from(bytes)),
    }
}

impl Way {
    fn fault(&self, request: &Request) -> Fault {
        let path = request.uri().path_and_query().unwrap().to_string();
        let one = (request.method().to_string(), path);
        let mut all = self.asked.lock().unwrap();
        let asked = Asked {
            before: all.iter().filter(|other| **other == one).count(),
            method: one.0.clone(),
            path: one.1.clone(),
        };
        all.push(one);
        (self.rule.lock().unwrap())(&asked)
    }

    async fn passed_on(&self, request: Request) -> (axum::http::response::Parts, Bytes) {
        let (head, body) = request.into_parts();
        let url = format!("{}{}", bucket_url(), head.uri);
        let body = to_bytes(body, usize::MAX).await.unwrap();
        let request = self.http.request(head.method, url).headers(head.headers);
        let answer = request.body(body).send().await.unwrap();
        let mut response = Response::new(());
        *response.status_mut() = answer.status();
        *response.headers_mut() = answer.headers().clone();
        response.headers_mut().remove("connection");
        (response.into_parts().0, answer.bytes().await.unwrap())
    }
}

fn refused(status: u16, code: &str) -> Response<Body> {
    let text = format!("<Error><Code>{code}</Code><Message>no</Message></Error>");
    Response::builder()
        .status(status)
        .body(Body::from(text))
        .unwrap()
}
