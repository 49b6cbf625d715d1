//! Pictures of HTML and of designs, taken by the browser of this machine.

mod bounds;
mod clients;
mod faults;
mod html_to_png;
mod previews;

use std::path::Path;
use std::time::Duration;

use postrider_engine::{assets, housekeeping};
use postrider_media::browser::{BrowserSettings, Installed, Patience, Sandbox};
use postrider_test_support::browser_double::{BrowserDouble, real};
use serde_json::{Value, json};
use tokio_util::sync::CancellationToken;

use crate::kill::child::Doomed;
use crate::support::{Answer, Brand, Builder, Caller, TestServer, until};

pub const HTML_TO_PNG: &str = "/v1/content/html-to-png";
/// 200 pixels wide and 40 high.
pub const GREEN: &str =
    "<body style='margin:0;background:#00ff00'><p style='margin:0;height:40px'>Hello</p></body>";

const DAY_MS: i64 = 24 * 60 * 60 * 1000;
/// Longer than the lease of a claim.
const LEASE: Duration = Duration::from_mins(3);

/// What holds a browser on this machine: in some containers, nothing.
pub async fn settings(program: &Path) -> BrowserSettings {
    let held = BrowserSettings {
        program: Some(program.to_owned()),
        sandbox: Sandbox::On,
    };
    match Installed::find(&held).await {
        Ok(_) => held,
        Err(_) => BrowserSettings {
            sandbox: Sandbox::Off,
            ..held
        },
    }
}

/// A server with this browser.
pub async fn seen_by(program: &Path) -> Builder {
    let settings = settings(program).await;
    let server = TestServer::with().configure(move |config| config.browser = settings.clone());
    server.browser_patience(patience())
}

/// On a machine that others keep busy.
fn patience() -> Patience {
    Patience {
        silence: Duration::from_mins(1),
        loading: Duration::from_mins(1),
        whole: Duration::from_mins(10),
        ..Patience::default()
    }
}

pub async fn seeing() -> Builder {
    seen_by(&real()).await
}

async fn shoot(brand: &Brand, body: Value) -> Answer {
    brand.post(HTML_TO_PNG, body).await
}

async fn green(brand: &Brand) -> Answer {
    shoot(brand, json!({ "html": GREEN, "width": 200 })).await
}

/// The path of an address of ours.
fn path(url: &Value) -> &str {
    let url = url.as_str().unwrap();
    &url[url.find("/assets/").unwrap()..]
}

async fn picture(server: &TestServer, url: &Value) -> image::RgbImage {
    let shown = server.nobody().get(path(url)).await.expect(200);
    image::load_from_memory(&shown.bytes).unwrap().to_rgb8()
}

/// The colour at a place, as far as one can be sure of it in a picture that is not exact.
fn is_like(pixel: image::Rgb<u8>, color: [u8; 3]) -> bool {
    let pairs = pixel.0.into_iter().zip(color);
    pairs
        .into_iter()
        .all(|(one, other)| one.abs_diff(other) < 12)
}

/// Files that are there when so many days are over. They were written by the machine's clock.
async fn swept(server: &TestServer, days: i64) -> usize {
    let app = server.app();
    let machine = postrider_server::clock::Clock::machine();
    let then = app.clock.now().max(machine.now()) + days * DAY_MS;
    let stop = CancellationToken::new();
    housekeeping::sweep(&app.db, then, &stop).await.unwrap();
    assets::sweep(&app.db, &app.objects, then).await.unwrap();
    server.files_in("assets").await.len()
}

/// The next life of a server that ended at `point`, with its browser, while it did what is to be done.
async fn killed_at(
    point: &str,
    server: &mut TestServer,
    double: &BrowserDouble,
    work: impl AsyncFnOnce(&str),
) {
    let browser = server.app().config.browser.clone();
    server.stop().await;
    let doomed = Doomed::seeing(server, point, &browser).await;
    work(&doomed.url).await;
    doomed.died().await;
    let gone = async || (!double.is_left()).then_some(());
    until("the browser is gone", gone).await;
    server.restart().await;
    server.clock.advance(LEASE);
}

/// What is answered to a request that is sent again, after its server was killed at `point` of it.
async fn asked_again(
    point: &str,
    server: &mut TestServer,
    double: &BrowserDouble,
    caller: &Caller,
    (path, body): (&str, &Value),
) -> Answer {
    let dying = async |url: &str| {
        let mut caller = caller.clone();
        url.clone_into(&mut caller.url);
        let request = caller.request("POST", path);
        let request = request.header("Idempotency-Key", "k").json(body);
        assert!(request.try_send().await.is_err(), "{point}");
    };
    killed_at(point, server, double, dying).await;
    let caller = server.again(caller);
    caller.post_once("k", path, body.clone()).await
}
