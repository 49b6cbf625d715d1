//! Databases that cannot be written, and servers that end.

use postrider_domain::sending::send::{EventType, RecipientState};

use super::{Home, delivery};
use crate::support::{Measures, until};

const ADA: &str = "ada@example.com";

#[tokio::test]
async fn nothing_is_taken_that_cannot_be_kept() {
    let home = Home::sent(&[ADA]).await;
    home.server
        .sql("ALTER TABLE suppressions RENAME TO away")
        .await;
    for _ in 0..2 {
        let answer = home.report(ADA, "postfix_unknown").await;
        assert_eq!(answer, "451 4.3.0 not now, try again");
    }
    assert_eq!(
        home.server
            .number("SELECT count(*) FROM recipients WHERE state = 3")
            .await,
        0
    );
    home.server
        .sql("ALTER TABLE away RENAME TO suppressions")
        .await;
    assert_eq!(delivery(&home.read().await), [1, 1, 0, 0]);
    assert_eq!(home.report(ADA, "postfix_unknown").await, "250 2.0.0 taken");
    assert_eq!(delivery(&home.read().await), [1, 0, 1, 0]);
}

#[tokio::test]
async fn a_report_that_is_faster_than_our_own_note_waits_for_it() {
    let measures = Measures::begin();
    let home = Home::sent(&[ADA]).await;
    // As if the mail were still being handed over.
    home.server.sql("UPDATE recipients SET state = 0").await;
    let settled = async {
        until("the report came too early", async || {
            (measures.count("postrider_inbound_early_total") > 0).then_some(())
        })
        .await;
        home.server.sql("UPDATE recipients SET state = 2").await;
    };
    let (answer, ()) = tokio::join!(home.report(ADA, "postfix_unknown"), settled);
    assert_eq!(answer, "250 2.0.0 taken");
    assert_eq!(delivery(&home.read().await), [1, 0, 1, 0]);
    home.server.sql("UPDATE recipients SET state = 0").await;
    assert!(home.report(ADA, "postfix_unknown").await.starts_with("451"));
    // Still being tried: no matter of waiting.
    let deferred = RecipientState::Deferred.code();
    let update = format!("UPDATE recipients SET state = {deferred}");
    home.server.sql(&update).await;
    assert!(home.report(ADA, "postfix_unknown").await.starts_with("451"));
    assert_eq!(home.events(EventType::Bounced.code()).await, 1);
}

#[tokio::test]
async fn mail_comes_back_after_a_restart() {
    let mut home = Home::sent(&[ADA]).await;
    home.server.restart().await;
    assert_eq!(home.report(ADA, "postfix_unknown").await, "250 2.0.0 taken");
    let bounced = home
        .server
        .number("SELECT count(*) FROM recipients WHERE state = 3")
        .await;
    assert_eq!(bounced, 1);
}
