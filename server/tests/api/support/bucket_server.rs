//! The server of the buckets: one in Python that believes everybody, or one that checks signatures, conditions and parts.

use std::io::{Read, Write};
use std::net::{TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use aws_lc_rs::digest::{SHA256, digest};
use aws_lc_rs::hmac;
use data_encoding::HEXLOWER;
use postrider_domain::time;
use postrider_server::clock::Clock;

use super::bucket::{ACCESS_KEY, BUCKET, SECRET_KEY};
use super::settings;

/// Ends what stands behind a folder, and deletes the folder, as soon as nobody holds its standard input open: whoever is killed
/// closes it, but tells nobody to end.
const UNTIL_CLOSED: &str =
    r#"folder=$1; shift; "$@" & read -r _; kill $!; wait $! 2>/dev/null; rm -rf "$folder""#;

pub struct BucketServer {
    pub url: String,
    _process: Child,
}

#[derive(Clone, Copy)]
enum Make {
    Moto,
    Versity,
}

impl Make {
    fn wanted() -> Self {
        match settings::get("POSTRIDER_TEST_BUCKETS").as_deref() {
            None | Some("moto") => Self::Moto,
            Some("versitygw") => Self::Versity,
            Some(other) => panic!("POSTRIDER_TEST_BUCKETS is `{other}`: moto or versitygw"),
        }
    }

    fn command(self, port: u16, folder: &Path) -> Vec<String> {
        let (program, words) = match self {
            Self::Moto => ("moto_server", format!("-H 127.0.0.1 -p {port}")),
            Self::Versity => {
                let (root, meta) = (folder.join("root"), folder.join("meta"));
                // A folder of its root is a bucket.
                std::fs::create_dir_all(root.join(BUCKET)).unwrap();
                std::fs::create_dir_all(&meta).unwrap();
                let words = format!(
                    "--access {ACCESS_KEY} --secret {SECRET_KEY} --port 127.0.0.1:{port} --keep-alive --quiet \
                     posix --sidecar {} {}",
                    meta.display(),
                    root.display()
                );
                ("versitygw", words)
            }
        };
        let program = tool(program);
        let shown = program.display();
        assert!(
            program.exists(),
            "{shown} is not there: run scripts/install"
        );
        let words = words.split_whitespace().map(str::to_owned);
        std::iter::once(shown.to_string()).chain(words).collect()
    }

    fn is_ready(self, answer: &str) -> bool {
        match self {
            Self::Moto => answer.contains(" 200 "),
            Self::Versity => !answer.is_empty(),
        }
    }
}

impl BucketServer {
    pub fn start() -> Self {
        let make = Make::wanted();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        let folder = tempfile::tempdir().unwrap().keep();
        let mut process = Command::new("sh")
            .args(["-c", UNTIL_CLOSED, "sh"])
            .arg(&folder)
            .args(make.command(port, &folder))
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        // It takes its time to start on a machine that does other things.
        let is_there = (0..2400).any(|_| {
            std::thread::sleep(Duration::from_millis(50));
            make.is_ready(&make_bucket(port).unwrap_or_default())
        });
        let ended = process.try_wait().unwrap();
        assert!(is_there && ended.is_none(), "there is no bucket");
        Self {
            url: format!("http://127.0.0.1:{port}"),
            _process: process,
        }
    }
}

fn make_bucket(port: u16) -> std::io::Result<String> {
    let mut stream = TcpStream::connect(("127.0.0.1", port))?;
    let request = format!(
        "PUT /{BUCKET} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
    );
    stream.write_all(request.as_bytes())?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer)?;
    Ok(answer)
}

/// What a server says of its bucket, asked with a signature (version 4 of Amazon's).
pub async fn asked(url: &str, what: &str) -> String {
    let host = url.strip_prefix("http://").unwrap();
    let now = time::format(Clock::machine().now());
    let now = now.split('.').next().unwrap().replace(['-', ':'], "") + "Z";
    let scope = format!("{}/us-east-1/s3/aws4_request", &now[..8]);
    let names = "host;x-amz-content-sha256;x-amz-date";
    let request = format!(
        "GET\n/{BUCKET}\n{what}=\nhost:{host}\nx-amz-content-sha256:UNSIGNED-PAYLOAD\nx-amz-date:{now}\n\n{names}\nUNSIGNED-PAYLOAD"
    );
    let request = HEXLOWER.encode(digest(&SHA256, request.as_bytes()).as_ref());
    let mut key = format!("AWS4{SECRET_KEY}").into_bytes();
    for part in scope.split('/') {
        key = signed(&key, part);
    }
    let text = format!("AWS4-HMAC-SHA256\n{now}\n{scope}\n{request}");
    let signature = HEXLOWER.encode(&signed(&key, &text));
    let authorization = format!(
        "AWS4-HMAC-SHA256 Credential={ACCESS_KEY}/{scope}, SignedHeaders={names}, Signature={signature}"
    );
    let asked = reqwest::Client::new()
        .get(format!("{url}/{BUCKET}?{what}"))
        .header("x-amz-date", now)
        .header("x-amz-content-sha256", "UNSIGNED-PAYLOAD")
        .header("authorization", authorization);
    let answer = asked.send().await.unwrap();
    let status = answer.status();
    let text = answer.text().await.unwrap();
    assert_eq!(status, 200, "{text}");
    text
}

fn signed(key: &[u8], text: &str) -> Vec<u8> {
    let key = hmac::Key::new(hmac::HMAC_SHA256, key);
    hmac::sign(&key, text.as_bytes()).as_ref().to_vec()
}

fn tool(name: &str) -> PathBuf {
    let target = settings::get("CARGO_TARGET_DIR").unwrap_or_else(|| "target".to_owned());
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    root.join(target).join("tools/bin").join(name)
}
