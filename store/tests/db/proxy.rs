//! Stands between a test and its server, which it can so lose and find again.

use std::sync::Arc;
use std::time::Duration;

use postrider_store::db::Db;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

use crate::harness::Fresh;

#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Open,
    /// Nobody gets through.
    Cut,
    /// Callers are taken, and never hear of the server.
    Silent,
}

pub struct Proxy {
    url: String,
    way: Arc<watch::Sender<Way>>,
}

impl Proxy {
    async fn start(url: &str) -> Self {
        let server: tokio_postgres::Config = url.parse().unwrap();
        let tokio_postgres::config::Host::Tcp(host) = &server.get_hosts()[0] else {
            panic!("the test's server has no TCP address");
        };
        let port = server.get_ports().first().copied().unwrap_or(5432);
        let target = format!("{host}:{port}");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().to_string();
        let way = Arc::new(watch::Sender::new(Way::Open));
        let (watched, to) = (Arc::clone(&way), target.clone());
        tokio::spawn(async move {
            while let Ok((caller, _)) = listener.accept().await {
                tokio::spawn(carry(caller, to.clone(), watched.subscribe()));
            }
        });
        Self {
            url: url.replacen(&target, &own, 1),
            way,
        }
    }

    /// Ends every connection and takes no new one.
    pub fn cut(&self) {
        self.way.send_replace(Way::Cut);
    }

    /// Ends every connection and answers no new one.
    pub fn silence(&self) {
        self.way.send_replace(Way::Silent);
    }

    pub fn restore(&self) {
        self.way.send_replace(Way::Open);
    }
}

/// A database behind a proxy, whose callers wait for half a second.
pub async fn behind_proxy(fresh: &Fresh) -> (Proxy, Db) {
    let proxy = Proxy::start(&fresh.url).await;
    let mut options = fresh.options();
    options.url = proxy.url.clone();
    options.patience = Duration::from_millis(500);
    (proxy, Db::open(options).await.unwrap())
}

async fn carry(mut caller: TcpStream, target: String, mut way: watch::Receiver<Way>) {
    let now = *way.borrow_and_update();
    match now {
        Way::Cut => return,
        Way::Silent => {
            let _ = way.changed().await;
            return;
        }
        Way::Open => {}
    }
    let Ok(mut server) = TcpStream::connect(target).await else {
        return;
    };
    tokio::select! {
        _ = copy_bidirectional(&mut caller, &mut server) => {}
        _ = way.changed() => {}
    }
}
