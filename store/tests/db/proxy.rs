//! Stands between a test and its server, which it can so lose and find again.

use std::sync::Arc;

use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;

pub struct Proxy {
    pub url: String,
    open: Arc<watch::Sender<bool>>,
}

impl Proxy {
    pub async fn start(url: &str) -> Self {
        let server: tokio_postgres::Config = url.parse().unwrap();
        let tokio_postgres::config::Host::Tcp(host) = &server.get_hosts()[0] else {
            panic!("the test's server has no TCP address");
        };
        let port = server.get_ports().first().copied().unwrap_or(5432);
        let target = format!("{host}:{port}");
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let own = listener.local_addr().unwrap().to_string();
        let open = Arc::new(watch::Sender::new(true));
        let (watched, to) = (Arc::clone(&open), target.clone());
        tokio::spawn(async move {
            while let Ok((caller, _)) = listener.accept().await {
                tokio::spawn(carry(caller, to.clone(), watched.subscribe()));
            }
        });
        Self {
            url: url.replacen(&target, &own, 1),
            open,
        }
    }

    /// Ends every connection and takes no new one.
    pub fn cut(&self) {
        self.open.send_replace(false);
    }

    pub fn restore(&self) {
        self.open.send_replace(true);
    }
}

async fn carry(mut caller: TcpStream, target: String, mut open: watch::Receiver<bool>) {
    if !*open.borrow_and_update() {
        return;
    }
    let Ok(mut server) = TcpStream::connect(target).await else {
        return;
    };
    tokio::select! {
        _ = copy_bidirectional(&mut caller, &mut server) => {}
        _ = open.changed() => {}
    }
}
