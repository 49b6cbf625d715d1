//! Reports on mails that had been taken.

use serde_json::json;

use super::{Home, bring, delivery};
use crate::delivery::{counting, events};
use crate::support::TestServer;

const PEOPLE: [&str; 3] = ["ada@example.com", "bob@example.com", "eve@example.com"];
const TAKEN: &str = "250 2.0.0 taken";

#[tokio::test]
async fn a_late_bounce_turns_delivered_into_bounced_and_suppresses() {
    let home = Home::sent(&PEOPLE).await;
    assert_eq!(delivery(&home.read().await), [3, 3, 0, 0]);
    assert_eq!(
        home.report("ada@example.com", "postfix_unknown").await,
        TAKEN
    );
    let send = home.read().await;
    assert_eq!(delivery(&send), [3, 2, 1, 0]);
    assert_eq!(send["status"], "completed");
    assert_eq!(
        (&send["stats"]["delivered"], &send["stats"]["bounced"]),
        (&json!(2), &json!(1))
    );
    let bounced = events(&send, "bounced");
    assert_eq!(bounced.len(), 1);
    assert_eq!(bounced[0]["recipientEmail"], "ada@example.com");
    assert_eq!(bounced[0]["bounceType"], "hard");
    let said = bounced[0]["smtpReply"].as_str().unwrap();
    assert!(
        said.starts_with("550 5.1.1 <ada@example.com>: Recipient"),
        "{said}"
    );
    assert_eq!(
        (home.hours("delivered").await, home.hours("bounced").await),
        (2, 1)
    );
    assert_eq!(home.hours("accepted").await, 3);

    let contact = home.contact("ada@example.com").await;
    assert_eq!(contact["suppressedReason"], "bounced");
    insta::assert_json_snapshot!(contact["suppression"], { ".at" => "[time]", ".sendId" => "[send]" }, @r#"
    {
      "at": "[time]",
      "bounceType": "hard",
      "reason": "bounced",
      "reporter": "mail.x.test",
      "sendId": "[send]",
      "smtpReply": "550 5.1.1 <ada@example.com>: Recipient address rejected: User unknown in virtual mailbox table",
      "source": "report"
    }
    "#);
    assert_eq!(contact["suppression"]["sendId"], home.send.as_str());
    let list = home
        .brand
        .get("/v1/contacts?suppressed=true")
        .await
        .expect(200);
    assert_eq!(list["data"].as_array().unwrap().len(), 1);
    assert_eq!(list["data"][0]["suppression"]["source"], "report");
    assert!(
        home.contact("bob@example.com")
            .await
            .get("suppression")
            .is_none()
    );
}

#[tokio::test]
async fn the_same_report_counts_once() {
    let home = Home::sent(&PEOPLE).await;
    for _ in 0..3 {
        assert_eq!(
            home.report("ada@example.com", "postfix_unknown").await,
            TAKEN
        );
    }
    let at_once = (0..4).map(|_| home.report("bob@example.com", "exim_prose"));
    for answer in futures_util::future::join_all(at_once).await {
        assert_eq!(answer, TAKEN);
    }
    let send = home.read().await;
    assert_eq!(delivery(&send), [3, 1, 2, 0]);
    assert_eq!(events(&send, "bounced").len(), 2);
    assert_eq!(
        (home.hours("delivered").await, home.hours("bounced").await),
        (1, 2)
    );
}

#[tokio::test]
async fn the_token_says_whom_a_report_is_about() {
    let home = Home::sent(&PEOPLE).await;
    // The report names the address that the mail was led on to.
    let path = home.return_path("ada@example.com");
    let report = home.about("bob@example.com", "exchange_old");
    assert_eq!(home.bring("", &path, &report).await, TAKEN);
    // Another brand has the same people.
    let other = home.server.brand().await;
    crate::sends::people(&other, &PEOPLE).await;
    let send = home.read().await;
    let bounced = events(&send, "bounced");
    assert_eq!(bounced.len(), 1);
    assert_eq!(bounced[0]["recipientEmail"], "ada@example.com");
    assert_eq!(home.contact("bob@example.com").await["suppressed"], false);
    assert_eq!(home.report("bob@example.com", "qmail_unknown").await, TAKEN);
    for person in PEOPLE {
        let contact = other.get(&format!("/v1/contacts/{person}")).await;
        assert_eq!(contact.expect(200)["suppressed"], false, "{person}");
    }
    assert_eq!(home.contact("bob@example.com").await["suppressed"], true);
}

#[tokio::test]
async fn what_is_about_us_or_may_pass_suppresses_nobody() {
    let home = Home::sent(&PEOPLE).await;
    assert_eq!(home.report("ada@example.com", "spam_policy").await, TAKEN);
    assert_eq!(home.report("bob@example.com", "gmail_full").await, TAKEN);
    for _ in 0..2 {
        assert_eq!(
            home.report("eve@example.com", "postfix_delayed").await,
            TAKEN
        );
    }
    let send = home.read().await;
    assert_eq!(delivery(&send), [3, 1, 2, 0]);
    let bounced = events(&send, "bounced");
    assert!(
        bounced.iter().all(|event| event["bounceType"] == "soft"),
        "{bounced:?}"
    );
    let deferred = events(&send, "deferred");
    assert_eq!(deferred.len(), 1);
    assert_eq!(deferred[0]["recipientEmail"], "eve@example.com");
    for person in PEOPLE {
        assert_eq!(home.contact(person).await["suppressed"], false, "{person}");
    }
    let counted = home
        .server
        .number("SELECT count(*) FROM soft_bounces")
        .await;
    assert_eq!(counted, 1);
}

#[tokio::test]
async fn reports_end_doubts() {
    let home = Home::with(TestServer::with(), "drop-at-dot=1", &PEOPLE).await;
    assert_eq!(delivery(&home.read().await), [0, 0, 0, 3]);
    // The sink keeps what it took, and its return path is the way to it.
    assert_eq!(
        home.report("ada@example.com", "postfix_delivered").await,
        TAKEN
    );
    assert_eq!(
        home.report("bob@example.com", "sendmail_unknown").await,
        TAKEN
    );
    let send = counting(&home.brand, &home.send, "inDoubt", 1).await;
    assert_eq!(delivery(&send), [1, 1, 1, 1]);
    assert_eq!(events(&send, "delivered").len(), 1);
    for column in ["in_doubt", "delivered", "bounced"] {
        assert_eq!(home.hours(column).await, 1, "{column}");
    }
}

#[tokio::test]
async fn evidence_goes_with_the_suppression_and_the_contact() {
    let home = Home::sent(&PEOPLE).await;
    home.report("ada@example.com", "postfix_unknown").await;
    home.report("bob@example.com", "postfix_unknown").await;
    let kept = "SELECT count(*) FROM suppressions";
    assert_eq!(home.server.number(kept).await, 2);
    let lifted = home
        .brand
        .post("/v1/contacts/ada@example.com/unsuppress", json!({}))
        .await;
    assert!(lifted.expect(200).json.get("suppression").is_none());
    home.delete("bob@example.com").await;
    assert_eq!(home.server.number(kept).await, 0);
    // Who is deleted and comes back under another number is the same person.
    home.delete("eve@example.com").await;
    crate::sends::people(&home.brand, &["eve@example.com"]).await;
    let (path, report) = (
        home.return_path("eve@example.com"),
        home.about("eve@example.com", "postfix_unknown"),
    );
    assert_eq!(
        bring(home.server.inbound(), "", &path, &report).await,
        TAKEN
    );
    assert_eq!(
        home.contact("eve@example.com").await["suppression"]["source"],
        "report"
    );
}

#[tokio::test]
async fn a_bounce_of_somebody_who_is_gone_is_remembered() {
    let home = Home::sent(&PEOPLE).await;
    home.delete("ada@example.com").await;
    assert_eq!(
        home.report("ada@example.com", "postfix_unknown").await,
        TAKEN
    );
    assert_eq!(delivery(&home.read().await), [3, 2, 1, 0]);
    crate::sends::people(&home.brand, &["ada@example.com"]).await;
    assert_eq!(
        home.contact("ada@example.com").await["suppressedReason"],
        "bounced"
    );
}
