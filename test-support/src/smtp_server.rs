//! An SMTP server on loopback that does what a script says, and fails the test if the client does something else.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

use data_encoding::BASE64;
use rcgen::{CertifiedKey, KeyPair, generate_simple_self_signed};
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use rustls::{RootCertStore, ServerConfig};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::task::JoinSet;
use tokio_rustls::TlsAcceptor;

#[derive(Clone)]
pub enum Step {
    /// Writes this and CRLF.
    Say(String),
    /// Reads a line that begins so.
    Hear(&'static str),
    /// The same, and nothing may have come with it.
    HearAlone(&'static str),
    /// Reads a message up to its dot.
    Message,
    StartTls,
    /// Reads and answers nothing any more, until the client leaves.
    Hang,
    /// The same without reading, so it cannot see the client leave: until the test asks what was seen.
    Freeze,
}

pub fn say(text: &str) -> Step {
    Step::Say(text.to_owned())
}

/// Greeting and the reply to `EHLO`.
pub fn hello(offers: &[&str]) -> Vec<Step> {
    vec![
        say("220 ready"),
        Step::Hear("EHLO client.example"),
        ehlo(offers),
    ]
}

pub fn ehlo(offers: &[&str]) -> Step {
    let mut lines = vec!["mx.example".to_owned()];
    lines.extend(offers.iter().map(|&offer| offer.to_owned()));
    let last = lines.len() - 1;
    let lines = lines.iter().enumerate().map(|(at, line)| {
        let separator = if at == last { ' ' } else { '-' };
        format!("250{separator}{line}")
    });
    Step::Say(lines.collect::<Vec<_>>().join("\r\n"))
}

/// What a server was told.
#[derive(Default)]
pub struct Seen {
    pub lines: Vec<String>,
    /// As they came, dots doubled, without the last one.
    pub messages: Vec<Vec<u8>>,
    /// For which encryption was asked.
    pub server_names: Vec<Option<String>>,
}

pub struct Certificate {
    certificate: CertificateDer<'static>,
    key: KeyPair,
}

impl Certificate {
    pub fn self_signed() -> Self {
        Self::of(&["127.0.0.1", "localhost"])
    }

    /// For hosts of these names.
    pub fn of(names: &[&str]) -> Self {
        let names: Vec<String> = names.iter().map(|&name| name.to_owned()).collect();
        let CertifiedKey { cert, signing_key } = generate_simple_self_signed(names).unwrap();
        Self {
            certificate: cert.der().clone(),
            key: signing_key,
        }
    }

    /// Writes it and its key to two files in PEM, and gives their paths.
    pub fn write(&self, folder: &Path) -> (PathBuf, PathBuf) {
        let pem = |kind: &str, der: &[u8]| {
            let text = BASE64.encode(der);
            format!("-----BEGIN {kind}-----\n{text}\n-----END {kind}-----\n")
        };
        let (chain, key) = (folder.join("chain.pem"), folder.join("key.pem"));
        std::fs::write(&chain, pem("CERTIFICATE", &self.certificate)).unwrap();
        let secret = pem("PRIVATE KEY", &self.key.serialize_der());
        std::fs::write(&key, secret).unwrap();
        (chain, key)
    }

    pub fn roots(&self) -> RootCertStore {
        let mut roots = RootCertStore::empty();
        roots.add(self.certificate.clone()).unwrap();
        roots
    }

    pub fn acceptor(&self) -> TlsAcceptor {
        let key = PrivateKeyDer::try_from(self.key.serialize_der()).unwrap();
        let provider = Arc::new(rustls::crypto::aws_lc_rs::default_provider());
        let config = ServerConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .unwrap()
            .with_no_client_auth()
            .with_single_cert(vec![self.certificate.clone()], key)
            .unwrap();
        TlsAcceptor::from(Arc::new(config))
    }
}

pub struct Server {
    address: std::net::SocketAddr,
    /// Ends what is frozen.
    thaw: Arc<Notify>,
    tasks: JoinSet<Seen>,
}

impl Server {
    /// One connection for each script.
    pub async fn start(scripts: Vec<Vec<Step>>) -> Self {
        Self::with_certificate(scripts, &Certificate::self_signed()).await
    }

    pub async fn with_certificate(scripts: Vec<Vec<Step>>, certificate: &Certificate) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let acceptor = certificate.acceptor();
        let thaw = Arc::new(Notify::new());
        let thawed = Arc::clone(&thaw);
        let mut tasks = JoinSet::new();
        tasks.spawn(async move {
            let mut seen = Seen::default();
            for script in scripts {
                let (stream, _) = listener.accept().await.unwrap();
                stream.set_nodelay(true).unwrap();
                let stage = Stage {
                    acceptor: &acceptor,
                    thawed: &thawed,
                };
                play(stream, &script, &stage, &mut seen).await;
            }
            seen
        });
        Self {
            address,
            thaw,
            tasks,
        }
    }

    pub fn address(&self) -> std::net::SocketAddr {
        self.address
    }

    pub fn url(&self, scheme: &str, rest: &str) -> String {
        format!("{scheme}://{}{rest}", self.address)
    }

    /// What it was told, once all its scripts have ended.
    pub async fn seen(mut self) -> Seen {
        self.thaw.notify_one();
        let ended = tokio::time::timeout(Duration::from_secs(20), self.tasks.join_next());
        ended.await.expect("the script ends").unwrap().unwrap()
    }
}

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

/// What the steps of a script need beside the connection.
struct Stage<'a> {
    acceptor: &'a TlsAcceptor,
    thawed: &'a Notify,
}

async fn play(stream: TcpStream, script: &[Step], stage: &Stage<'_>, seen: &mut Seen) {
    let mut stream: Box<dyn Stream> = Box::new(stream);
    let mut heard = Vec::new();
    for step in script {
        match step {
            // Where the client has left already, the test sees what came of it.
            Step::Say(text) => {
                let _ = stream.write_all(format!("{text}\r\n").as_bytes()).await;
                let _ = stream.flush().await;
            }
            Step::Hear(start) | Step::HearAlone(start) => {
                let line = until(&mut stream, &mut heard, b"\r\n").await;
                let line = String::from_utf8(line).unwrap();
                assert!(
                    line.starts_with(start),
                    "heard {line:?} instead of {start:?}"
                );
                if matches!(step, Step::HearAlone(_)) {
                    assert!(heard.is_empty(), "heard {heard:?} with {line:?}");
                }
                seen.lines.push(line);
            }
            Step::Message => {
                // The end of the line before the dot belongs to the message; an empty one is the dot alone.
                let mut message = b"\r\n".to_vec();
                message.append(&mut heard);
                heard = message;
                let mut message = until(&mut stream, &mut heard, b"\r\n.\r\n").await;
                message.extend_from_slice(b"\r\n");
                seen.messages.push(message.split_off(2));
            }
            Step::StartTls => match stage.acceptor.accept(stream).await {
                Ok(encrypted) => {
                    let name = encrypted.get_ref().1.server_name();
                    seen.server_names.push(name.map(str::to_owned));
                    stream = Box::new(encrypted);
                }
                Err(_) => return,
            },
            Step::Hang => {
                let mut rest = Vec::new();
                let _ = stream.read_to_end(&mut rest).await;
                seen.messages.push(rest);
            }
            Step::Freeze => stage.thawed.notified().await,
        }
    }
}

async fn until(stream: &mut Box<dyn Stream>, heard: &mut Vec<u8>, end: &[u8]) -> Vec<u8> {
    let mut searched = 0;
    loop {
        if let Some(at) = memchr::memmem::find(&heard[searched..], end) {
            let rest = heard.split_off(searched + at + end.len());
            let mut found = std::mem::replace(heard, rest);
            found.truncate(searched + at);
            return found;
        }
        searched = heard.len().saturating_sub(end.len());
        let read = stream.read_buf(heard).await.unwrap_or(0);
        assert!(
            read > 0,
            "the client left after {:?}",
            String::from_utf8_lossy(heard)
        );
    }
}
