//! When a browser is there, and when it is not.

use std::pin::pin;

use futures_util::FutureExt;
use postrider_test_support::browser_double::{Behaviour, BrowserDouble};
use serde_json::json;

use super::*;
use crate::browser::calls::{Comer, Order};
use crate::browser::lease::Lease;

const HTML: &str = "<body style='margin:0;background:#0f0'>x";

#[tokio::test]
async fn nothing_runs_before_the_first_picture_nor_long_after_the_last() {
    let double = BrowserDouble::new(Behaviour::Good);
    let soon = Patience {
        idle: Duration::from_millis(100),
        ..patience()
    };
    let kept = Kept::with(&double.program, soon).await;
    assert_eq!(double.starts(), 0);
    kept.shoot(HTML, PLAIN).await;
    assert_eq!(double.starts(), 1);
    gone(&double).await;
    // And there is another when somebody wants one again.
    kept.shoot(HTML, PLAIN).await;
    assert_eq!(double.starts(), 2);
    kept.stop().await;
    gone(&double).await;
}

#[tokio::test]
async fn one_browser_is_for_all_until_it_is_worn_out() {
    let double = BrowserDouble::new(Behaviour::Good);
    let worn = Patience {
        shots: 4,
        ..patience()
    };
    let kept = Kept::with(&double.program, worn).await;
    let both = async || {
        let (mut one, mut other) = (kept.browser.sit(nothing()), kept.browser.sit(nothing()));
        let (one, other) = tokio::join!(one.shoot(HTML, &PLAIN), other.shoot(HTML, &PLAIN));
        assert_eq!(pixel(&one.unwrap(), 50, 0), [0, 255, 0]);
        assert_eq!(pixel(&other.unwrap(), 50, 0), [0, 255, 0]);
    };
    both().await;
    both().await;
    assert_eq!(double.starts(), 1);
    both().await;
    assert_eq!(double.starts(), 2);
    // One that is worn out while somebody uses it is used to the end, and whoever comes waits for that.
    let mut long = kept.browser.sit(nothing());
    for _ in 0..3 {
        long.shoot(HTML, &PLAIN).await.unwrap();
    }
    let mut next = kept.browser.sit(nothing());
    let (last, taken) = tokio::join!(
        async {
            let last = long.shoot(HTML, &PLAIN).await;
            drop(long);
            last
        },
        next.shoot(HTML, &PLAIN)
    );
    assert!(last.is_ok() && taken.is_ok());
    drop(next);
    assert_eq!(double.starts(), 3);
    kept.stop().await;
    gone(&double).await;
}

#[tokio::test]
async fn whoever_waits_too_long_for_one_that_others_use_up_goes_without() {
    let double = BrowserDouble::new(Behaviour::Good);
    let worn = Patience {
        shots: 1,
        seat: Duration::from_secs(3),
        ..patience()
    };
    let kept = Kept::with(&double.program, worn).await;
    let mut long = kept.browser.sit(nothing());
    long.open().await.unwrap();
    assert_eq!((double.starts(), double.shots()), (1, 0));
    long.shoot(HTML, &PLAIN).await.unwrap();
    let mut next = kept.browser.sit(nothing());
    assert_eq!(next.open().await, Err(BrowserError::Busy));
    let taken = next.shoot(HTML, &PLAIN).await;
    assert_eq!(taken, Err(BrowserError::Busy));
    // Whoever has it is not disturbed.
    long.shoot(HTML, &PLAIN).await.unwrap();
    assert_eq!((double.starts(), double.shots()), (1, 2));
    drop((long, next));
    kept.stop().await;
    gone(&double).await;
}

#[tokio::test]
async fn a_seat_that_was_given_to_somebody_who_has_gone_is_given_back() {
    let double = BrowserDouble::new(Behaviour::Good);
    let soon = Patience {
        idle: Duration::from_millis(100),
        ..patience()
    };
    let kept = Kept::with(&double.program, soon).await;
    let orders = kept.browser.orders();
    let (reply, begun) = oneshot::channel();
    orders.send(Order::Begin(Comer {
        orders: orders.clone(),
        reply,
    }));
    // Orders are taken one after the other: whoever came before this one has a seat by now, and has not looked.
    drop(Lease::begin(orders).await.unwrap());
    assert!(double.is_left());
    drop(begun);
    gone(&double).await;
    kept.stop().await;
}

#[tokio::test]
async fn whoever_is_under_way_when_it_stops_gets_the_picture_and_nobody_else() {
    let double = BrowserDouble::new(Behaviour::Good);
    let Kept {
        browser,
        keeper,
        stop,
    } = Kept::with(&double.program, patience()).await;
    let mut sitting = browser.sit(nothing());
    sitting.shoot(HTML, &PLAIN).await.unwrap();
    stop.send(()).unwrap();
    sitting.shoot(HTML, &PLAIN).await.unwrap();
    drop(sitting);
    keeper.await.unwrap();
    gone(&double).await;
    let late = browser.sit(nothing()).shoot(HTML, &PLAIN).await;
    assert_eq!(late, Err(BrowserError::Stopping));
}

#[tokio::test]
async fn a_context_that_is_made_for_somebody_who_has_gone_goes_too() {
    let kept = Kept::start().await;
    let orders = kept.browser.orders();
    let leaving = Lease::begin(orders).await.unwrap();
    {
        // It is asked for, and nobody waits for it.
        let making = pin!(leaving.make_context());
        assert!(making.now_or_never().is_none());
    }
    drop(leaving);
    let looking = Lease::begin(orders).await.unwrap();
    let left = async {
        loop {
            let all = looking.ask(None, "Target.getBrowserContexts", json!({}));
            let all = all.await.unwrap()["browserContextIds"].clone();
            if all == json!([]) {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let left = tokio::time::timeout(Duration::from_mins(1), left).await;
    left.expect("none is left");
    drop(looking);
    kept.stop().await;
}

#[tokio::test]
async fn its_processes_have_bounds_and_end_before_others() {
    let double = BrowserDouble::new(Behaviour::Good);
    let kept = Kept::with(&double.program, patience()).await;
    kept.shoot(HTML, PLAIN).await;
    let processes = double.processes();
    assert!(processes.len() > 2, "{processes:?}");
    for process in processes {
        // One may end meanwhile.
        let Ok(limits) = std::fs::read_to_string(process.join("limits")) else {
            continue;
        };
        let line = limits
            .lines()
            .find(|line| line.starts_with("Max data size"));
        let most = line.and_then(|line| line.split_whitespace().nth(4));
        assert_eq!(most, Some("2147483648"), "{line:?}");
    }
    kept.stop().await;
    gone(&double).await;
}

#[tokio::test]
async fn what_is_there_says_what_it_is_and_leaves_nothing() {
    let double = BrowserDouble::new(Behaviour::Good);
    let tried = Browser::try_out(installed(&double.program).await).await;
    let name = tried.unwrap();
    assert!(name.contains("Chrome/"), "{name}");
    gone(&double).await;
    let nowhere = BrowserSettings {
        program: Some("/no/such/browser".into()),
        ..BrowserSettings::default()
    };
    for settings in [nowhere, BrowserSettings::default()] {
        let found = Installed::find(&settings).await;
        assert_eq!(found, Err(NotThere::NotInstalled));
    }
}
