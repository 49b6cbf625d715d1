//! A spamd of `SpamAssassin` with the rules that come with it, which asks nobody.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::sync::OnceLock;
use std::time::Duration;

use super::keeper::{Kept, free_port, is_installed, keep};
use super::owner::{Owner, folder};

const PROGRAM: &str = "/usr/sbin/spamd";

static SHARED: OnceLock<Option<Spamd>> = OnceLock::new();

pub struct Spamd {
    pub port: u16,
    _kept: Kept,
}

impl Spamd {
    /// The one of all tests. `None`, and a word about it, where there is none to run.
    pub fn shared() -> Option<&'static Self> {
        SHARED
            .get_or_init(|| is_installed(PROGRAM).then(Self::start))
            .as_ref()
    }

    fn start() -> Self {
        let folder = folder();
        let owner = Owner::find();
        let port = free_port();
        let home = folder.join("home");
        owner.make_folder(&home);
        let home = format!("--helper-home-dir={}", home.display());
        let port_text = port.to_string();
        let command = [
            PROGRAM,
            "--local",
            "--nouser-config",
            "--listen",
            "127.0.0.1",
            "--port",
            &port_text,
            "--max-children",
            "2",
            "--username",
            &owner.user_name,
            &home,
            "--syslog",
            "stderr",
        ];
        let kept = keep(&folder, &command, || answers(port));
        Self { port, _kept: kept }
    }
}

fn answers(port: u16) -> bool {
    let address = SocketAddr::from(([127, 0, 0, 1], port));
    let Ok(mut stream) = TcpStream::connect_timeout(&address, Duration::from_secs(1)) else {
        return false;
    };
    let asked = stream
        .set_read_timeout(Some(Duration::from_secs(5)))
        .and_then(|()| stream.write_all(b"PING SPAMC/1.5\r\n\r\n"));
    let mut answer = String::new();
    asked.is_ok() && stream.read_to_string(&mut answer).is_ok() && answer.contains("PONG")
}
