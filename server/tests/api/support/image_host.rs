//! Somebody else's web server, with images.

use std::collections::HashMap;
use std::convert::Infallible;
use std::io::Cursor;
use std::net::SocketAddr;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Response;
use axum::http::header::{CONTENT_TYPE, LOCATION};
use futures_util::stream;
use image::{ImageFormat, Rgb, RgbImage};
use tokio::net::TcpListener;
use tokio::task::JoinSet;

/// Ends when it goes out of scope.
pub struct ImageHost {
    pub address: SocketAddr,
    files: Files,
    _tasks: JoinSet<()>,
}

type Files = Arc<Mutex<Known>>;

#[derive(Default)]
struct Known {
    replies: HashMap<String, Reply>,
    asked: Vec<String>,
}

#[derive(Clone)]
enum Reply {
    File {
        kind: &'static str,
        bytes: Vec<u8>,
        after: Duration,
    },
    Redirect(String),
    Endless,
}

impl ImageHost {
    pub async fn start() -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let files = Files::default();
        let router = Router::new().fallback(answer).with_state(files.clone());
        let mut tasks = JoinSet::new();
        tasks.spawn(async move { axum::serve(listener, router).await.unwrap() });
        Self {
            address,
            files,
            _tasks: tasks,
        }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    /// A file, and where it is.
    pub fn file(&self, path: &str, kind: &'static str, bytes: Vec<u8>) -> String {
        self.slow_file(path, kind, bytes, Duration::ZERO)
    }

    pub fn png(&self, path: &str, width: u32, height: u32) -> String {
        self.file(path, "image/png", png(width, height))
    }

    pub fn slow_file(
        &self,
        path: &str,
        kind: &'static str,
        bytes: Vec<u8>,
        after: Duration,
    ) -> String {
        self.put(path, Reply::File { kind, bytes, after })
    }

    pub fn redirect(&self, path: &str, to: &str) -> String {
        self.put(path, Reply::Redirect(to.to_owned()))
    }

    /// A page that never ends.
    pub fn endless(&self, path: &str) -> String {
        self.put(path, Reply::Endless)
    }

    /// The paths that were asked for, in order.
    pub fn asked(&self) -> Vec<String> {
        self.files.lock().unwrap().asked.clone()
    }

    fn put(&self, path: &str, reply: Reply) -> String {
        let mut files = self.files.lock().unwrap();
        files.replies.insert(path.to_owned(), reply);
        self.url(path)
    }
}

async fn answer(State(files): State<Files>, request: Request) -> Response<Body> {
    let path = request.uri().path().to_owned();
    let reply = {
        let mut files = files.lock().unwrap();
        files.asked.push(path.clone());
        files.replies.get(&path).cloned()
    };
    let response = Response::builder();
    let response = match reply {
        None => response.status(404).body(Body::empty()),
        Some(Reply::Redirect(to)) => response
            .status(302)
            .header(LOCATION, to)
            .body(Body::empty()),
        Some(Reply::Endless) => {
            let more = || Ok::<_, Infallible>("<p>and so on</p>".repeat(1000));
            let body = Body::from_stream(stream::repeat_with(more));
            response.header(CONTENT_TYPE, "text/html").body(body)
        }
        Some(Reply::File { kind, bytes, after }) => {
            tokio::time::sleep(after).await;
            response.header(CONTENT_TYPE, kind).body(bytes.into())
        }
    };
    response.unwrap()
}

/// A picture of this size; another size is another picture.
pub fn png(width: u32, height: u32) -> Vec<u8> {
    encoded(ImageFormat::Png, width, height)
}

pub fn encoded(format: ImageFormat, width: u32, height: u32) -> Vec<u8> {
    let picture = RgbImage::from_fn(width, height, |x, y| {
        Rgb([x as u8, y as u8, (width ^ height) as u8])
    });
    let mut bytes = Cursor::new(Vec::new());
    picture.write_to(&mut bytes, format).unwrap();
    bytes.into_inner()
}
