//! A port for something that opens it later.

use std::sync::atomic::{AtomicU16, Ordering};

use tokio::net::TcpListener;

/// Below those that the kernel gives to whoever asks for any, so that no test beside this one is given it meanwhile.
static NEXT: AtomicU16 = AtomicU16::new(20_000);

pub async fn free_port() -> u16 {
    loop {
        let port = NEXT.fetch_add(1, Ordering::Relaxed);
        if TcpListener::bind(("127.0.0.1", port)).await.is_ok() {
            return port;
        }
    }
}
