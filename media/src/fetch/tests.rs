//! Against real servers on this machine.

use std::io::{BufRead, BufReader, Write};
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use url::Url;

use super::fetcher::USER_AGENT;
use super::*;

/// Answers every request with what `answer` writes for its path and head.
fn serve(answer: impl Fn(&str, &str, &mut TcpStream) + Send + Sync + 'static) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let answer = Arc::new(answer);
    std::thread::spawn(move || {
        for stream in listener.incoming() {
            let (mut stream, answer) = (stream.unwrap(), Arc::clone(&answer));
            std::thread::spawn(move || {
                let lines = BufReader::new(stream.try_clone().unwrap()).lines();
                let head: Vec<String> = lines
                    .map_while(Result::ok)
                    .take_while(|line| !line.is_empty())
                    .collect();
                let Some(first) = head.first() else { return };
                let path = first.split(' ').nth(1).unwrap_or_default().to_owned();
                answer(&path, &head.join("\n"), &mut stream);
            });
        }
    });
    address
}

fn send(stream: &mut TcpStream, status: &str, headers: &str, body: &[u8]) {
    let head = format!(
        "HTTP/1.1 {status}\r\ncontent-length: {}\r\nconnection: close\r\n{headers}\r\n",
        body.len()
    );
    let _ = stream.write_all(&[head.as_bytes(), body].concat());
}

fn redirect(stream: &mut TcpStream, to: &str) {
    send(stream, "302 Found", &format!("location: {to}\r\n"), b"");
}

fn fetcher(allowed: &impl ToString, limits: Limits) -> Fetcher {
    Fetcher::new(allowed.to_string().parse().unwrap(), limits)
}

async fn get(fetcher: &Fetcher, url: &str) -> Result<Fetched, FetchError> {
    fetcher.get(&Url::parse(url).unwrap()).await
}

async fn refusal(fetcher: &Fetcher, url: &str) -> FetchError {
    get(fetcher, url).await.unwrap_err()
}

#[tokio::test]
async fn what_is_allowed_is_fetched_through_redirects() {
    let server = serve(|path, head, stream| match path {
        "/start" => redirect(stream, "/middle?x=1"),
        "/middle?x=1" => redirect(stream, "end"),
        "/end" => {
            assert!(head.contains("accept: image/*"), "{head}");
            assert!(
                head.contains(&format!("user-agent: {USER_AGENT}")),
                "{head}"
            );
            for unwanted in ["referer", "cookie", "authorization", "accept-encoding"] {
                assert!(!head.to_lowercase().contains(unwanted), "{head}");
            }
            send(
                stream,
                "200 OK",
                "content-type: image/png\r\nset-cookie: a=b\r\n",
                b"picture",
            );
        }
        _ => send(stream, "404 Not Found", "", b""),
    });
    let fetcher = fetcher(&server, Limits::default());
    let answer = get(&fetcher, &format!("http://{server}/start"))
        .await
        .unwrap();
    assert_eq!(&answer.bytes[..], b"picture");
    assert_eq!(answer.content_type.as_deref(), Some("image/png"));
    assert_eq!(answer.url.as_str(), format!("http://{server}/end"));
    let missing = refusal(&fetcher, &format!("http://{server}/nothing")).await;
    assert_eq!(missing, FetchError::Status(404));
}

#[tokio::test]
async fn a_name_is_connected_to_where_it_was_looked_up() {
    let server = serve(|_, head, stream| {
        assert!(head.contains("host: localhost:"), "{head}");
        send(stream, "200 OK", "", b"picture");
    });
    let url = format!("http://localhost:{}/a", server.port());
    let answer = get(&fetcher(&server, Limits::default()), &url)
        .await
        .unwrap();
    assert_eq!(&answer.bytes[..], b"picture");
    assert_eq!(answer.content_type, None);
}

#[tokio::test]
async fn private_addresses_are_refused_in_every_spelling() {
    let server = serve(|_, _, stream| send(stream, "200 OK", "", b"secret"));
    let port = server.port();
    let fetcher = fetcher(&"", Limits::default());
    for host in [
        "127.0.0.1",
        "127.1",
        "2130706433",
        "0x7f000001",
        "0177.0.0.1",
        "0.0.0.0",
        "[::1]",
        "[::ffff:127.0.0.1]",
        "[::ffff:7f00:1]",
        "[64:ff9b::7f00:1]",
        "localhost",
        "LOCALHOST",
        "10.0.0.1",
        "169.254.169.254",
    ] {
        let refused = refusal(&fetcher, &format!("http://{host}:{port}/")).await;
        assert_eq!(refused, FetchError::PrivateAddress, "{host}");
    }
}

#[tokio::test]
async fn a_redirect_is_checked_like_the_first_address() {
    let asked = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&asked);
    let secret = serve(move |_, _, stream| {
        counted.fetch_add(1, Ordering::SeqCst);
        send(stream, "200 OK", "", b"secret");
    });
    let server = serve(move |path, _, stream| match path {
        "/number" => redirect(stream, &format!("http://{secret}/")),
        "/name" => redirect(stream, &format!("http://localhost:{}/", secret.port())),
        "/relative" => redirect(stream, &format!("//{secret}/")),
        "/scheme" => redirect(stream, "file:///etc/passwd"),
        "/data" => redirect(stream, "data:text/plain,x"),
        "/password" => redirect(stream, &format!("http://a:b@{secret}/")),
        "/broken" => redirect(stream, "http://["),
        "/nowhere" => send(stream, "302 Found", "", b""),
        _ => redirect(stream, "/again"),
    });
    let fetcher = fetcher(&server, Limits::default());
    for (path, expect) in [
        ("number", FetchError::PrivateAddress),
        ("name", FetchError::PrivateAddress),
        ("relative", FetchError::PrivateAddress),
        ("scheme", FetchError::Scheme),
        ("data", FetchError::Scheme),
        ("password", FetchError::Credentials),
        ("broken", FetchError::BrokenRedirect),
        ("nowhere", FetchError::Status(302)),
        ("again", FetchError::TooManyRedirects(5)),
    ] {
        assert_eq!(
            refusal(&fetcher, &format!("http://{server}/{path}")).await,
            expect
        );
    }
    assert_eq!(asked.load(Ordering::SeqCst), 0);
}

#[tokio::test]
async fn whoever_counts_requests_is_asked_before_each_redirect() {
    let server = serve(|path, _, stream| match path {
        "/1" => redirect(stream, "/2"),
        "/2" => redirect(stream, "/3"),
        _ => send(stream, "200 OK", "", b"picture"),
    });
    let fetcher = fetcher(&server, Limits::default());
    let url = Url::parse(&format!("http://{server}/1")).unwrap();
    for (allowed, left, expect) in [
        (0, 0, Err(FetchError::TooManyRedirects(0))),
        (1, 0, Err(FetchError::TooManyRedirects(1))),
        (2, 0, Ok("/3")),
        (3, 1, Ok("/3")),
    ] {
        let mut rest = allowed;
        let answer = fetcher.get_while(&url, || {
            let may_go_on = rest > 0;
            rest -= i32::from(may_go_on);
            may_go_on
        });
        let answer = answer.await;
        let there = answer.as_ref().map(|answer| answer.url.path());
        assert_eq!(there, expect.as_ref().copied(), "{allowed}");
        assert_eq!(rest, left, "{allowed}");
    }
}

#[tokio::test]
async fn only_plain_web_addresses_are_fetched() {
    let fetcher = fetcher(&"127.0.0.1", Limits::default());
    for (url, expect) in [
        ("ftp://127.0.0.1/a.png", FetchError::Scheme),
        ("file:///etc/passwd", FetchError::Scheme),
        ("http://user@127.0.0.1/", FetchError::Credentials),
        ("http://:password@127.0.0.1/", FetchError::Credentials),
        ("http://no-such-host.invalid/", FetchError::NotReachable),
    ] {
        assert_eq!(refusal(&fetcher, url).await, expect, "{url}");
    }
    // Nobody listens there any more.
    let gone = TcpListener::bind("127.0.0.1:0")
        .unwrap()
        .local_addr()
        .unwrap();
    let url = format!("http://{gone}/");
    assert_eq!(refusal(&fetcher, &url).await, FetchError::NotReachable);
}

#[tokio::test]
async fn three_hundred_megabytes_behind_a_redirect_stop_at_the_limit() {
    const PART: usize = 64 << 10;
    let sent = Arc::new(AtomicU64::new(0));
    let counted = Arc::clone(&sent);
    let server = serve(move |path, _, stream| match path {
        "/announced" => {
            let head = format!("HTTP/1.1 200 OK\r\ncontent-length: {}\r\n\r\n", 300 << 20);
            let _ = stream.write_all(head.as_bytes());
        }
        "/streamed" => {
            let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n");
            let part = [format!("{PART:x}\r\n").as_bytes(), &vec![7; PART], b"\r\n"].concat();
            for _ in 0..(300 << 20) / PART {
                if stream.write_all(&part).is_err() {
                    return;
                }
                counted.fetch_add(PART as u64, Ordering::SeqCst);
            }
        }
        _ => redirect(stream, &path.replace("/to", "")),
    });
    let fetcher = fetcher(&server, Limits::default());
    for path in ["to/announced", "to/streamed"] {
        let refused = refusal(&fetcher, &format!("http://{server}/{path}")).await;
        assert_eq!(refused, FetchError::TooLarge(10 << 20), "{path}");
    }
    // What was taken, and what lay in the sockets on its way.
    let sent = sent.load(Ordering::SeqCst);
    assert!((10 << 20..30 << 20).contains(&sent), "{sent}");
}

#[tokio::test]
async fn a_server_that_drips_is_left() {
    let server = serve(|_, _, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n");
        while stream.write_all(b"x").is_ok() {
            std::thread::sleep(Duration::from_millis(20));
        }
    });
    let limits = Limits {
        whole: Duration::from_millis(300),
        ..Limits::default()
    };
    #[expect(clippy::disallowed_methods, reason = "the bound is what is tested")]
    let since = Instant::now();
    let refused = refusal(&fetcher(&server, limits), &format!("http://{server}/")).await;
    assert_eq!(refused, FetchError::TooSlow(limits.whole));
    assert!(since.elapsed() < Duration::from_secs(5));
    assert_eq!(refused.to_string(), "it took longer than 0.3 seconds");
}

#[tokio::test]
async fn an_answer_that_ends_early_is_none() {
    let server = serve(|_, _, stream| {
        let _ = stream.write_all(b"HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\nshort");
    });
    let refused = refusal(
        &fetcher(&server, Limits::default()),
        &format!("http://{server}/"),
    )
    .await;
    assert_eq!(refused, FetchError::NotReachable);
}

#[tokio::test]
async fn data_addresses_hold_their_bytes() {
    let limits = Limits {
        max_bytes: 12,
        ..Limits::default()
    };
    let fetcher = fetcher(&"", limits);
    for (url, kind, bytes) in [
        ("data:image/png;base64,aGVsbG8=", Some("image/png"), "hello"),
        ("data:image/png;base64,aGVsbG8", Some("image/png"), "hello"),
        (
            "data:image/png;BASE64,aGVs%20bG8%3D",
            Some("image/png"),
            "hello",
        ),
        (
            "data:image/png;x=y;base64,aGVsbG8=#top",
            Some("image/png;x=y"),
            "hello",
        ),
        ("data:;base64,-_-_", None, "\u{fb}\u{ff}"),
        ("data:image/gif,a?b%21", Some("image/gif"), "a?b!"),
        ("data:,", None, ""),
    ] {
        let answer = get(&fetcher, url).await.unwrap();
        let expect: Vec<u8> = if bytes.is_ascii() {
            bytes.into()
        } else {
            vec![0xFB, 0xFF, 0xBF]
        };
        assert_eq!(&answer.bytes[..], expect, "{url}");
        assert_eq!(answer.content_type.as_deref(), kind, "{url}");
    }
    for (url, expect) in [
        ("data:image/png;base64", FetchError::BrokenData),
        ("data:image/png;base64,a*b", FetchError::BrokenData),
        ("data:image/png;base64,a", FetchError::BrokenData),
        ("data:image/png,1234567890123", FetchError::TooLarge(12)),
    ] {
        assert_eq!(refusal(&fetcher, url).await, expect, "{url}");
    }
}
