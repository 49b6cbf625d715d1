//! A server on loopback that understands nothing and says the same thing to everybody.

use std::net::SocketAddr;
use std::time::Duration;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::task::JoinSet;

#[derive(Clone, Debug)]
pub enum Manner {
    /// Hangs up at once.
    HangsUp,
    /// Never says anything.
    Silent,
    /// Says this once it was spoken to, and hangs up.
    Says(Vec<u8>),
    /// Says this first, without being asked, and then nothing.
    Begins(Vec<u8>),
    /// Says this once it was spoken to, a byte at a time, and hangs up.
    Drips(Vec<u8>, Duration),
    /// The same without being spoken to.
    BeginsToDrip(Vec<u8>, Duration),
    /// Says the first once it was spoken to, and then the second for ever.
    Floods(Vec<u8>, Vec<u8>),
}

/// Stops when dropped.
pub struct RudeServer {
    address: SocketAddr,
    _tasks: JoinSet<()>,
}

impl RudeServer {
    pub async fn start(manner: Manner) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut guests = JoinSet::new();
            while let Ok((stream, _)) = listener.accept().await {
                guests.spawn(meet(stream, manner.clone()));
            }
        });
        Self {
            address,
            _tasks: tasks,
        }
    }

    pub fn address(&self) -> SocketAddr {
        self.address
    }
}

async fn meet(stream: TcpStream, manner: Manner) {
    stream.set_nodelay(true).unwrap();
    let (mut from, mut to) = stream.into_split();
    let mut bytes = vec![0; 64 << 10];
    if matches!(manner, Manner::HangsUp) {
        return;
    }
    if !matches!(manner, Manner::Begins(_) | Manner::BeginsToDrip(..)) {
        let _ = from.read(&mut bytes).await;
    }
    // Whoever leaves ends it, in the middle of a word too.
    let listening = async { while from.read(&mut bytes).await.is_ok_and(|read| read > 0) {} };
    let speaking = async {
        match manner {
            Manner::HangsUp => {}
            Manner::Silent => std::future::pending().await,
            Manner::Says(words) => {
                let _ = to.write_all(&words).await;
                let _ = to.shutdown().await;
            }
            Manner::Begins(words) => {
                let _ = to.write_all(&words).await;
                std::future::pending::<()>().await;
            }
            Manner::Drips(words, pause) | Manner::BeginsToDrip(words, pause) => {
                for byte in words {
                    if to.write_all(&[byte]).await.is_err() {
                        break;
                    }
                    tokio::time::sleep(pause).await;
                }
                let _ = to.shutdown().await;
            }
            Manner::Floods(first, then) => {
                let mut next = &first;
                while to.write_all(next).await.is_ok() {
                    next = &then;
                }
            }
        }
    };
    tokio::join!(listening, speaking);
}
