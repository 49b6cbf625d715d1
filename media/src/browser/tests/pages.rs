//! What pages may do, and what they may not.

use std::io::ErrorKind;
use std::net::TcpListener;

use super::*;

#[tokio::test]
async fn nothing_but_images_is_asked_for_and_nothing_reaches_the_network() {
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    listener.set_nonblocking(true).unwrap();
    let inside = listener.local_addr().unwrap();
    let html = format!(
        "<base href='http://{inside}/'><link rel=preconnect href='http://{inside}'><link rel=dns-prefetch href='//{inside}'>\
        <link rel=stylesheet href='http://{inside}/s.css'><link rel=preload as=image href='http://{inside}/p.png'>\
        <style>@import url(http://{inside}/i.css);@font-face{{font-family:x;src:url(http://{inside}/f.woff2)}}body{{font-family:x;margin:0;background:#0f0}}</style>\
        <div style='height:10px'></div><iframe src='http://{inside}/frame'></iframe><object data='http://{inside}/object'></object><embed src='http://{inside}/embed'>\
        <video src='http://{inside}/v.mp4' autoplay poster='http://{inside}/poster.png'></video><audio src='http://{inside}/a.mp3' autoplay></audio>\
        <meta http-equiv=refresh content='0;url=http://{inside}/elsewhere'><img src='file:///etc/passwd'><img src='rel.png'>\
        <script src='http://{inside}/s.js'></script><script>document.body.style.background='#f00'</script><p>text"
    );
    let (answers, asked) = giving(png(4, 4, [0, 0, 255]));
    // In a network of its own it would not get here in any case.
    let kept = Kept::of(unheld(&real()).await, patience());
    let mut sitting = kept.browser.sit(answers);
    let picture = sitting.shoot(&html, &PLAIN).await.unwrap();
    assert_eq!(pixel(&picture, 199, 0), [0, 255, 0], "no script ran");
    // The page that it wanted to go to is not there either.
    let after = sitting.shoot("<body style='margin:0;background:#00f'>x", &PLAIN);
    assert_eq!(pixel(&after.await.unwrap(), 199, 0), [0, 0, 255]);
    drop(sitting);
    kept.stop().await;
    let asked = asked.lock().unwrap().clone();
    let mut paths: Vec<&str> = asked.iter().map(Url::path).collect();
    paths.sort_unstable();
    paths.dedup();
    assert_eq!(paths, ["/p.png", "/poster.png", "/rel.png"]);
    // The browser has ended: whatever it has begun would wait here.
    let accepted = listener.accept().map_err(|error| error.kind());
    assert_eq!(accepted.unwrap_err(), ErrorKind::WouldBlock);
}

#[tokio::test]
async fn a_page_that_never_stops_loading_is_shown_as_it_is() {
    let never: Answers = Arc::new(|_| Box::pin(std::future::pending()));
    let html = "<body style='margin:0;background:#0f0'><img src='http://a.test/never.png'>text";
    let quick = Patience {
        loading: Duration::from_millis(300),
        ..patience()
    };
    let kept = Kept::with(&real(), quick).await;
    let mut sitting = kept.browser.sit(never);
    for _ in 0..2 {
        let picture = sitting.shoot(html, &PLAIN).await.unwrap();
        assert_eq!(pixel(&picture, 199, 0), [0, 255, 0]);
    }
    drop(sitting);
    kept.stop().await;
}

#[tokio::test]
async fn of_ten_thousand_images_some_are_shown_and_nobody_waits_for_the_rest() {
    let images = |n: u32| format!("<img src='http://a.test/{n}.png' width=2 height=2>");
    let html: String = (0..10_000).map(images).collect();
    let (answers, asked) = giving(png(600, 800, [0, 0, 255]));
    let kept = Kept::start().await;
    let begun = tokio::time::Instant::now();
    let mut sitting = kept.browser.sit(answers);
    let picture = sitting.shoot(&html, &PLAIN).await.unwrap();
    assert!(asked.lock().unwrap().len() <= 400);
    let refused = picture.refused.len();
    assert!((1..=400).contains(&refused), "{refused}");
    assert!(
        begun.elapsed() < patience().loading,
        "it was waited for the rest"
    );
    // The next picture of the same page is whole.
    let html = "<body style='margin:0'><img src='http://b.test/1.png' style='display:block'>";
    let after = sitting.shoot(html, &PLAIN).await.unwrap();
    assert_eq!(pixel(&after, 199, 0), [0, 0, 255]);
    assert!(after.refused.is_empty());
    drop(sitting);
    kept.stop().await;
}

#[tokio::test]
async fn images_that_a_page_asks_for_and_is_not_given_are_told() {
    let bytes = bytes::Bytes::from(png(10, 10, [0, 0, 255]));
    // One is as much as a page may have, and of another part of the mail nobody has any.
    let large: Answers = Arc::new(move |url| {
        let answer = Answer {
            content_type: "image/png",
            bytes: bytes.clone(),
            pixels: MAX_SHOWN_PIXELS,
        };
        Box::pin(async move { (url.scheme() == "http").then_some(answer) })
    });
    let html =
        "<img src='http://a.test/1.png'><img src='http://a.test/2.png'><img src='cid:logo@mail'>";
    let kept = Kept::start().await;
    let mut sitting = kept.browser.sit(large);
    let picture = sitting.shoot(html, &PLAIN).await.unwrap();
    let refused: Vec<&str> = picture.refused.iter().map(|url| url.as_str()).collect();
    assert!(
        matches!(refused[..], ["cid:logo@mail", other] if other.starts_with("http://a.test/")),
        "{refused:?}"
    );
    drop(sitting);
    kept.stop().await;
}

#[tokio::test]
async fn what_the_page_before_still_asks_for_is_nobody_s() {
    // A narrow window is the next picture's: until then this page asks for nothing.
    let images = |n: u32| format!("<p style='margin:0;height:1px' class=c{n}>");
    let styles = |n: u32| format!(".c{n}{{background:url(http://a.test/{n}.png)}}");
    let before: String = (0..450).map(images).collect();
    let styles: String = (0..450).map(styles).collect();
    let before = format!("<style>@media(max-width:100px){{{styles}}}</style>{before}");
    let (answers, asked) = giving(png(80, 10, [0, 0, 255]));
    let kept = Kept::start().await;
    let mut sitting = kept.browser.sit(answers);
    sitting.shoot(&before, &PLAIN).await.unwrap();
    let html = "<body style='margin:0'><img src='http://b.test/1.png' style='display:block'>";
    let narrow = Shot { width: 80, ..PLAIN };
    let after = sitting.shoot(html, &narrow).await.unwrap();
    assert_eq!(pixel(&after, 40, 5), [0, 0, 255]);
    drop(sitting);
    kept.stop().await;
    let asked: Vec<String> = asked.lock().unwrap().iter().map(Url::to_string).collect();
    assert_eq!(asked, ["http://b.test/1.png"]);
}
