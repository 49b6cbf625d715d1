//! Browsers that die, hang, or are no browsers.

use postrider_test_support::browser_double::{Behaviour, BrowserDouble};

use super::*;
use crate::browser::lease::Lease;

const HTML: &str = "<body style='margin:0;background:#0f0'>x";

#[tokio::test]
async fn one_that_dies_of_every_second_picture_takes_them_all() {
    let double = BrowserDouble::new(Behaviour::DiesOfEverySecond);
    let kept = Kept::with(&double.program, patience()).await;
    let mut sitting = kept.browser.sit(nothing());
    for _ in 0..4 {
        let picture = sitting.shoot(HTML, &PLAIN).await.unwrap();
        assert_eq!(pixel(&picture, 50, 0), [0, 255, 0]);
    }
    // The second of each pair was taken again by another.
    assert_eq!((double.shots(), double.starts()), (7, 4));
    drop(sitting);
    kept.stop().await;
    gone(&double).await;
}

#[tokio::test]
async fn one_that_dies_of_all_is_tried_twice_and_told() {
    let double = BrowserDouble::new(Behaviour::DiesOfAll);
    let kept = Kept::with(&double.program, patience()).await;
    let taken = kept.browser.sit(nothing()).shoot(HTML, &PLAIN).await;
    let ended = Box::new(BrowserError::Ended);
    assert_eq!(taken, Err(BrowserError::TooMuch(ended)));
    assert_eq!((double.shots(), double.starts()), (2, 2));
    kept.stop().await;
    gone(&double).await;
}

#[tokio::test]
async fn no_mail_is_blamed_for_a_browser_that_another_may_have_ended() {
    let double = BrowserDouble::new(Behaviour::DiesOfAll);
    let kept = Kept::with(&double.program, patience()).await;
    let neighbour = Lease::begin(kept.browser.orders()).await.unwrap();
    let taken = kept.browser.sit(nothing()).shoot(HTML, &PLAIN).await;
    assert_eq!(taken, Err(BrowserError::Ended));
    // The neighbour was there when the first of them ended.
    assert_eq!((double.shots(), double.starts()), (2, 2));
    drop(neighbour);
    kept.stop().await;
    gone(&double).await;
}

#[tokio::test]
async fn one_that_hangs_is_ended_with_all_that_it_started_and_the_next_takes_the_picture() {
    patiently(async |strict| {
        let double = BrowserDouble::new(Behaviour::HangsOnce);
        let kept = Kept::with(&double.program, strict).await;
        let taken = kept.browser.sit(nothing()).shoot(HTML, &PLAIN).await;
        kept.stop().await;
        gone(&double).await;
        assert_eq!(pixel(&taken?, 50, 0), [0, 255, 0]);
        assert_eq!(double.starts(), 2);
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_page_that_says_nothing_costs_nobody_else_the_browser() {
    patiently(async |strict| {
        let double = BrowserDouble::new(Behaviour::SwallowsOnce);
        let kept = Kept::with(&double.program, strict).await;
        let (mut silent, mut other) = (kept.browser.sit(nothing()), kept.browser.sit(nothing()));
        // The other's page is open all the while.
        let (taken, beside) = tokio::join!(silent.shoot(HTML, &PLAIN), async {
            let waiting = async {
                while double.shots() == 0 {
                    tokio::time::sleep(Duration::from_millis(50)).await;
                }
            };
            let begun = tokio::time::timeout(Duration::from_mins(1), waiting).await;
            begun.expect("the first has come as far as its picture");
            other.shoot(HTML, &PLAIN).await
        });
        let after = other.shoot(HTML, &PLAIN).await;
        drop((silent, other));
        kept.stop().await;
        for picture in [taken?, beside?, after?] {
            assert_eq!(pixel(&picture, 50, 0), [0, 255, 0]);
        }
        assert_eq!((double.starts(), double.shots()), (1, 4));
        Ok(())
    })
    .await;
}

#[tokio::test]
async fn a_page_has_its_time_as_a_whole() {
    let never: Answers = Arc::new(|_| Box::pin(std::future::pending()));
    let whole = Duration::from_secs(2);
    let kept = Kept::with(
        &real(),
        Patience {
            whole,
            ..patience()
        },
    )
    .await;
    let html = "<img src='http://a.test/never.png'>text";
    let taken = kept.browser.sit(never).shoot(html, &PLAIN).await;
    let slow = Box::new(BrowserError::TooSlow(whole));
    assert_eq!(taken, Err(BrowserError::TooMuch(slow)));
    kept.stop().await;
}

#[tokio::test]
async fn no_mail_is_blamed_for_a_browser_that_another_may_have_slowed() {
    let never: Answers = Arc::new(|_| Box::pin(std::future::pending()));
    let whole = Duration::from_secs(2);
    let kept = Kept::with(
        &real(),
        Patience {
            whole,
            ..patience()
        },
    )
    .await;
    let neighbour = Lease::begin(kept.browser.orders()).await.unwrap();
    let html = "<img src='http://a.test/never.png'>text";
    let taken = kept.browser.sit(never).shoot(html, &PLAIN).await;
    assert_eq!(taken, Err(BrowserError::TooSlow(whole)));
    drop(neighbour);
    kept.stop().await;
}

#[tokio::test]
async fn what_is_no_browser_is_told() {
    let kept = Kept::with(Path::new("/bin/true"), patience()).await;
    let taken = kept.browser.sit(nothing()).shoot(HTML, &PLAIN).await;
    assert_eq!(taken, Err(BrowserError::Ended));
    let tried = Browser::try_out(installed(Path::new("/bin/echo")).await).await;
    assert_eq!(tried, Err(BrowserError::Ended));
    kept.stop().await;
}
