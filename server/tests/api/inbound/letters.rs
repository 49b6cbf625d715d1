//! Letters to a return path: of people, and of machines in their names.

use postrider_domain::sending::send::EventType;
use serde_json::{Value, json};

use super::Home;

const ADA: &str = "ada@example.com";

fn letter(headers: &str) -> String {
    format!("From: Ada <{ADA}>\r\nTo: news@news.example.com\r\n{headers}\r\n\r\nThank you!\r\n")
}

impl Home {
    async fn details(&self, kind: EventType) -> Vec<Value> {
        let details = format!(
            "SELECT detail FROM events WHERE type = {} ORDER BY id",
            kind.code()
        );
        let rows = self.server.sql(&details).await;
        let detail = rows
            .iter()
            .map(|row| serde_json::from_str(row.str(0).unwrap()).unwrap());
        detail.collect()
    }
}

#[tokio::test]
async fn replies_of_people_and_of_machines_are_told_apart_and_suppress_nobody() {
    let home = Home::sent(&[ADA]).await;
    let path = home.return_path(ADA);
    for (from, headers) in [
        (ADA, "Subject: Re: What is new"),
        (ADA, "Subject: Out of Office: back on Monday"),
        (
            ADA,
            "Subject: Re: What is new\r\nAuto-Submitted: auto-replied",
        ),
        ("", "Subject: I am at the sea"),
    ] {
        assert_eq!(
            home.bring(from, &path, &letter(headers)).await,
            "250 2.0.0 taken"
        );
    }
    assert_eq!(
        home.details(EventType::Reply).await,
        [json!({ "subject": "Re: What is new" })]
    );
    let automatic = home.details(EventType::Received).await;
    assert_eq!(automatic.len(), 3);
    assert_eq!(
        automatic[0],
        json!({ "autoReply": true, "subject": "Out of Office: back on Monday" })
    );
    assert_eq!(home.contact(ADA).await["suppressed"], false);
    let send = home.read().await;
    assert_eq!(
        (&send["delivery"]["delivered"], &send["delivery"]["bounced"]),
        (&json!(1), &json!(0))
    );
}

#[tokio::test]
async fn a_report_that_a_person_quotes_is_a_letter() {
    let home = Home::sent(&[ADA]).await;
    let quoted = home
        .about(ADA, "qmail_unknown")
        .replace("MAILER-DAEMON@mx.x.test", ADA);
    let path = home.return_path(ADA);
    assert_eq!(home.bring(ADA, &path, &quoted).await, "250 2.0.0 taken");
    assert_eq!(home.contact(ADA).await["suppressed"], false);
    assert_eq!(home.details(EventType::Reply).await.len(), 1);
}

#[tokio::test]
async fn nobody_fills_the_feed_with_letters() {
    let home = Home::sent(&[ADA]).await;
    let path = home.return_path(ADA);
    for number in 0..7 {
        let delayed = home.about(ADA, "postfix_delayed");
        let delayed = delayed.replace("timed out", &format!("timed out {number}"));
        for (from, message) in [
            (ADA, letter(&format!("Subject: Re: {number}"))),
            ("", letter(&format!("Subject: {number}"))),
            ("", delayed),
        ] {
            let answer = home.bring(from, &path, &message).await;
            assert_eq!(answer, "250 2.0.0 taken");
        }
    }
    for kind in [EventType::Reply, EventType::Received, EventType::Deferred] {
        assert_eq!(home.events(kind.code()).await, 5, "{}", kind.as_str());
    }
}
