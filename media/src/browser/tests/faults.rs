//! Browsers that die, hang, or are no browsers.

use postrider_test_support::browser_double::{Behaviour, BrowserDouble};

use super::*;

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
    assert_eq!(taken, Err(BrowserError::Ended));
    assert_eq!((double.shots(), double.starts()), (2, 2));
    kept.stop().await;
    gone(&double).await;
}

#[tokio::test]
async fn one_that_hangs_is_ended_with_all_that_it_started_and_the_next_takes_the_picture() {
    let double = BrowserDouble::new(Behaviour::HangsOnce);
    let strict = Patience {
        silence: Duration::from_secs(5),
        ..patience()
    };
    let kept = Kept::with(&double.program, strict).await;
    let picture = kept.shoot(HTML, PLAIN).await;
    assert_eq!(pixel(&picture, 50, 0), [0, 255, 0]);
    assert_eq!(double.starts(), 2);
    kept.stop().await;
    gone(&double).await;
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
