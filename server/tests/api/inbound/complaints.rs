//! Complaints of mailbox providers.

use postrider_domain::sending::send::EventType;
use postrider_domain::sending::tracking::{Purpose, Token};
use postrider_domain::time;
use serde_json::json;

use super::{Home, TOKEN, delivery, sampled};
use crate::delivery::events;
use crate::domains::MAIL_HOST;
use crate::support::{TestServer, assert_problem};

const PEOPLE: [&str; 3] = ["ada@example.com", "bob@example.com", "eve@example.com"];
const TAKEN: &str = "250 2.0.0 taken";

#[tokio::test]
async fn a_complaint_suppresses_who_complained_and_counts_once() {
    let home = Home::sent(&PEOPLE).await;
    let complaint = home.about("ada@example.com", "arf_abuse");
    let places = [
        format!("feedback@{MAIL_HOST}"),
        "Feedback@bounces.news.example.com".to_owned(),
        home.return_path("ada@example.com"),
    ];
    for place in places {
        assert_eq!(
            home.bring("fbl@provider.test", &place, &complaint).await,
            TAKEN
        );
    }
    let send = home.read().await;
    assert_eq!(
        (&send["stats"]["complained"], delivery(&send)),
        (&json!(1), [3, 3, 0, 0])
    );
    let complained = events(&send, "complained");
    assert_eq!(complained.len(), 1);
    assert_eq!(complained[0]["recipientEmail"], "ada@example.com");
    assert_eq!(home.hours("complained").await, 1);
    let contact = home.contact("ada@example.com").await;
    insta::assert_json_snapshot!(contact["suppression"], { ".at" => "[time]", ".sendId" => "[send]" }, @r#"
    {
      "at": "[time]",
      "reason": "complained",
      "reporter": "ProviderFeedback/1.2",
      "sendId": "[send]",
      "source": "complaint"
    }
    "#);
    let lifted = home
        .brand
        .post("/v1/contacts/ada@example.com/unsuppress", json!({}))
        .await;
    assert_problem(&lifted, 400, "INVALID_REQUEST", Some("email"));
    assert_eq!(home.contact("bob@example.com").await["suppressed"], false);
    tokio::time::sleep(std::time::Duration::from_millis(5)).await;
    let now = time::format(home.server.app().clock.now());
    let consent = json!({ "source": "form", "capturedAt": now });
    let again = json!({ "email": "ada@example.com", "subscribed": true, "consent": consent });
    home.brand.post("/v1/contacts", again).await.expect(200);
    assert_eq!(home.contact("ada@example.com").await["suppressed"], false);
    let kept = home
        .server
        .number("SELECT count(*) FROM suppressions")
        .await;
    assert_eq!(kept, 0);
}

#[tokio::test]
async fn a_link_of_the_mail_is_enough_to_know_it_by() {
    let home = Home::sent(&PEOPLE).await;
    let token = Token {
        purpose: Purpose::Unsubscribe,
        ..home.token("bob@example.com")
    };
    let mut link = String::new();
    home.server.app().keys().track.write(&token, &mut link);
    // Everything else was made unreadable.
    let complaint = sampled("arf_abuse")
        .replace(TOKEN, "redacted")
        .replace("AbCdEfGhIjKlMnOpQrStUvWxYz012345", &link);
    let feedback = format!("feedback@{MAIL_HOST}");
    assert_eq!(home.bring("", &feedback, &complaint).await, TAKEN);
    assert_eq!(
        home.contact("bob@example.com").await["suppressedReason"],
        "complained"
    );
}

/// Everybody who is in a reply knows it: whoever shows nothing else is heard, and silences nobody.
#[tokio::test]
async fn a_message_id_proves_nothing_and_takes_no_reports() {
    let home = Home::sent(&PEOPLE).await;
    let token = home.token("bob@example.com");
    let mut id = String::new();
    let tokens = &home.server.app().keys().track;
    tokens.write_message_id(&token, &mut id);
    let report = home.about("bob@example.com", "postfix_unknown");
    let path = home.return_path("bob@example.com");
    let (_, domain) = path.split_once('@').unwrap();
    let answer = home.bring("", &format!("b-{id}@{domain}"), &report).await;
    assert_eq!(answer, "550 5.1.1 no such mailbox here");
    assert_eq!(home.contact("bob@example.com").await["suppressed"], false);
    let complaint = sampled("arf_abuse").replace(TOKEN, &id);
    let feedback = format!("feedback@{MAIL_HOST}");
    for _ in 0..8 {
        assert_eq!(home.bring("", &feedback, &complaint).await, TAKEN);
    }
    assert_eq!(home.contact("bob@example.com").await["suppressed"], false);
    let send = home.read().await;
    assert_eq!(send["stats"]["complained"], 0);
    let told = events(&send, "complained");
    assert_eq!(told.len(), 5, "told, and not without end");
    assert_eq!(told[0]["recipientEmail"], "bob@example.com");
    // Beside it the token of the same mail still counts.
    let both = format!("{id}@example.com {}", home.return_path("bob@example.com"));
    let complaint = sampled("arf_abuse").replace(TOKEN, &both);
    assert_eq!(home.bring("", &feedback, &complaint).await, TAKEN);
    assert_eq!(
        home.contact("bob@example.com").await["suppressedReason"],
        "complained"
    );
    assert_eq!(home.read().await["stats"]["complained"], 1);
}

#[tokio::test]
async fn a_link_that_is_passed_on_proves_nothing() {
    let home = Home::sent(&PEOPLE).await;
    let feedback = format!("feedback@{MAIL_HOST}");
    for purpose in [Purpose::View, Purpose::Open, Purpose::Click { link: 0 }] {
        let token = Token {
            purpose,
            ..home.token("bob@example.com")
        };
        let mut link = String::new();
        home.server.app().keys().track.write(&token, &mut link);
        // In a place where a better one would do.
        let complaint = sampled("arf_abuse")
            .replace(TOKEN, "redacted")
            .replace("AbCdEfGhIjKlMnOpQrStUvWxYz012345", &link);
        assert_eq!(home.bring("", &feedback, &complaint).await, TAKEN);
    }
    assert_eq!(home.contact("bob@example.com").await["suppressed"], false);
}

#[tokio::test]
async fn nobody_is_suppressed_by_who_knows_no_mail_of_ours() {
    let home = Home::sent(&PEOPLE).await;
    let feedback = format!("feedback@{MAIL_HOST}");
    let forged = home.return_path("ada@example.com");
    let mut forged = forged[2..].split('@').next().unwrap().to_owned();
    let last = if forged.ends_with('0') { "1" } else { "0" };
    forged.replace_range(forged.len() - 1.., last);
    for complaint in [
        sampled("arf_abuse"),
        sampled("arf_abuse").replace(TOKEN, &forged),
        sampled("arf_abuse").replace(TOKEN, "ada@example.com"),
        // Reports and letters have no business there.
        home.about("ada@example.com", "postfix_unknown"),
        "From: ada@example.com\r\nSubject: Hello\r\n\r\nHello\r\n".to_owned(),
    ] {
        assert_eq!(
            home.bring("fbl@provider.test", &feedback, &complaint).await,
            TAKEN
        );
    }
    // What is no complaint, about a mail that there is.
    let praise = home.about("ada@example.com", "arf_abuse");
    let praise = praise.replace("Feedback-Type: abuse", "Feedback-Type: not-spam");
    assert_eq!(home.bring("", &feedback, &praise).await, TAKEN);
    for person in PEOPLE {
        assert_eq!(home.contact(person).await["suppressed"], false);
    }
    assert_eq!(home.read().await["stats"]["complained"], 0);
    assert_eq!(home.events(EventType::Complained.code()).await, 0);
}

#[tokio::test]
async fn who_complains_has_the_mail_and_a_complaint_weighs_more_than_a_bounce() {
    let home = Home::with(TestServer::with(), "drop-at-dot=1", &PEOPLE).await;
    let path = home.return_path("ada@example.com");
    let complaint = home.about("ada@example.com", "arf_abuse");
    assert_eq!(home.bring("", &path, &complaint).await, TAKEN);
    assert_eq!(delivery(&home.read().await), [1, 1, 0, 2]);
    assert_eq!(
        home.report("bob@example.com", "postfix_unknown").await,
        TAKEN
    );
    let complaint = home.about("bob@example.com", "arf_abuse");
    assert_eq!(
        home.bring("", &home.return_path("bob@example.com"), &complaint)
            .await,
        TAKEN
    );
    assert_eq!(
        home.contact("bob@example.com").await["suppressedReason"],
        "complained"
    );
    assert_eq!(
        home.contact("bob@example.com").await["suppression"]["source"],
        "complaint"
    );
    assert_eq!(
        home.report("ada@example.com", "postfix_unknown").await,
        TAKEN
    );
    assert_eq!(
        home.contact("ada@example.com").await["suppressedReason"],
        "complained"
    );
}
