//! A server of models on loopback that speaks both protocols and misbehaves as the name of the asked model says. It looks at
//! every request: [`ModelServer::asked`] fails the test if one was not as the protocol wants it.

mod behaviour;
mod http;
mod request;
mod stream;

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use serde_json::Value;
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

use behaviour::Behaviour;
pub use behaviour::THINKS;

/// The key that the server takes.
pub const KEY: &str = "sk-model-server";

/// What was asked, in either protocol.
#[derive(Clone, Debug)]
pub struct Asked {
    pub protocol: Spoken,
    /// The behaviour, and behind a slash whatever tells one test from another.
    pub model: String,
    pub body: Value,
    /// How often this model was asked before.
    pub nth: usize,
    /// What is wrong with the request.
    faults: Vec<String>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    ChatCompletions,
    Messages,
    /// A picture is wanted.
    Images,
}

/// What a model that behaves says.
type Says = Arc<dyn Fn(&Asked) -> String + Send + Sync>;

pub struct ModelServer {
    address: SocketAddr,
    shared: Arc<Shared>,
    tasks: JoinSet<()>,
}

struct Shared {
    says: Says,
    asked: Mutex<Vec<Asked>>,
    hung_up: Mutex<usize>,
}

impl ModelServer {
    pub async fn start(says: impl Fn(&Asked) -> String + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let shared = Arc::new(Shared {
            says: Arc::new(says),
            asked: Mutex::default(),
            hung_up: Mutex::default(),
        });
        let mut tasks = JoinSet::new();
        let accepting = Arc::clone(&shared);
        tasks.spawn(async move {
            let mut callers = JoinSet::new();
            while let Ok((caller, _)) = listener.accept().await {
                callers.spawn(serve(Arc::clone(&accepting), caller));
            }
        });
        Self {
            address,
            shared,
            tasks,
        }
    }

    pub fn base_url(&self) -> String {
        format!("http://{}/v1", self.address)
    }

    /// Every request so far; fails if one was not as it should be.
    pub fn asked(&self) -> Vec<Asked> {
        let asked = self.shared.asked.lock().unwrap().clone();
        for one in &asked {
            assert!(
                one.faults.is_empty(),
                "{}: {:?} in {}",
                one.model,
                one.faults,
                one.body
            );
        }
        asked
    }

    /// How many went away before they had heard all.
    pub fn hung_up(&self) -> usize {
        *self.shared.hung_up.lock().unwrap()
    }

    /// Takes no more calls.
    pub async fn stop(mut self) {
        self.tasks.shutdown().await;
    }
}

async fn serve(shared: Arc<Shared>, mut caller: TcpStream) {
    while let Some(request) = http::read(&mut caller).await {
        if request.method == "GET" {
            let (status, body) = request::list(&request);
            if http::answer(&mut caller, status, &[], &body).await.is_err() {
                return;
            }
            continue;
        }
        let mut asked = request::look(&request);
        let (text, behaviour) = {
            let mut all = shared.asked.lock().unwrap();
            asked.nth = all.iter().filter(|one| one.model == asked.model).count();
            all.push(asked.clone());
            ((shared.says)(&asked), Behaviour::of(&asked))
        };
        if behaviour.answer(&mut caller, &asked, &text).await.is_err() {
            *shared.hung_up.lock().unwrap() += 1;
            return;
        }
        if behaviour.ends_connection() {
            return;
        }
    }
}
