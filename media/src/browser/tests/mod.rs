//! Against the browser that is installed.

mod faults;
mod keeping;
mod pages;
mod pictures;

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use super::*;
use crate::image::Header;
use ::image::{ImageFormat, Rgb, RgbImage};
use postrider_test_support::browser_double::{BrowserDouble, real};
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use url::Url;

const PLAIN: Shot = Shot {
    width: 200,
    window_height: 800,
    height: Height::UpTo(MAX_HEIGHT),
    scale: 1,
    scheme: ColorScheme::Light,
    format: PictureFormat::Png,
};

async fn installed(program: &Path) -> Installed {
    let settings = BrowserSettings {
        program: Some(program.to_owned()),
        sandbox: Sandbox::On,
    };
    match Installed::find(&settings).await {
        Ok(installed) => installed,
        // In a container that gives nobody namespaces.
        Err(NotThere::NoSandbox) => unheld(program).await,
        Err(error) => panic!("{error}"),
    }
}

/// One that the kernel keeps from nothing.
async fn unheld(program: &Path) -> Installed {
    let settings = BrowserSettings {
        program: Some(program.to_owned()),
        sandbox: Sandbox::Off,
    };
    Installed::find(&settings).await.unwrap()
}

/// A browser with its keeper.
struct Kept {
    browser: Browser,
    keeper: JoinHandle<()>,
    stop: oneshot::Sender<()>,
}

impl Kept {
    async fn start() -> Self {
        Self::with(&real(), patience()).await
    }

    async fn with(program: &Path, patience: Patience) -> Self {
        Self::of(installed(program).await, patience)
    }

    #[expect(clippy::disallowed_methods, reason = "a test waits for it")]
    fn of(installed: Installed, patience: Patience) -> Self {
        let (browser, keeper) = Browser::with(installed, patience);
        let (stop, stopped) = oneshot::channel();
        let keeper = tokio::spawn(keeper.run(async {
            let _ = stopped.await;
        }));
        Self {
            browser,
            keeper,
            stop,
        }
    }

    async fn shoot(&self, html: &str, shot: Shot) -> Picture {
        self.browser
            .sit(nothing())
            .shoot(html, &shot)
            .await
            .unwrap()
    }

    async fn stop(self) {
        let _ = self.stop.send(());
        self.keeper.await.unwrap();
    }
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

/// What takes a silence is tried with a short one first. A machine that is too busy for that gets longer ones.
async fn patiently(attempt: impl AsyncFn(Patience) -> Result<(), BrowserError>) {
    let mut last = Ok(());
    for seconds in [3, 15, 60] {
        let silence = Duration::from_secs(seconds);
        last = attempt(Patience {
            silence,
            ..patience()
        })
        .await;
        if last.is_ok() {
            return;
        }
    }
    panic!("{last:?}");
}

/// Whoever is ended is gone a moment later.
async fn gone(double: &BrowserDouble) {
    let ended = async {
        while double.is_left() {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let ended = tokio::time::timeout(Duration::from_mins(1), ended).await;
    ended.expect("nothing of it is left");
}

fn nothing() -> Answers {
    Arc::new(|_| Box::pin(async { None }))
}

/// What pages have asked for.
type Asked = Arc<Mutex<Vec<Url>>>;

/// Gives this picture to whoever asks.
fn giving(bytes: Vec<u8>) -> (Answers, Asked) {
    let asked = Asked::default();
    let (seen, bytes) = (Arc::clone(&asked), bytes::Bytes::from(bytes));
    let (width, height) = Header::read(&bytes).unwrap().size();
    let pixels = u64::from(width) * u64::from(height);
    let answers: Answers = Arc::new(move |url| {
        seen.lock().unwrap().push(Url::clone(&url));
        let bytes = bytes.clone();
        Box::pin(async move {
            Some(Answer {
                content_type: "image/png",
                bytes,
                pixels,
            })
        })
    });
    (answers, asked)
}

fn png(width: u32, height: u32, color: [u8; 3]) -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = RgbImage::from_pixel(width, height, Rgb(color));
    picture.write_to(&mut bytes, ImageFormat::Png).unwrap();
    bytes.into_inner()
}

fn pixel(picture: &Picture, x: u32, y: u32) -> [u8; 3] {
    let pixels = ::image::load_from_memory(&picture.bytes).unwrap().to_rgb8();
    pixels.get_pixel(x, y).0
}

fn size(picture: &Picture) -> (u32, u32) {
    let size = Header::read(&picture.bytes).unwrap().size();
    assert_eq!(size, (picture.width, picture.height));
    size
}
