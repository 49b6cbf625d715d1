//! Mails that come back for reasons that may pass, again and again.

use std::time::Duration;

use postrider_domain::sending::tracking::{Purpose, Token};
use serde_json::json;

use super::{Home, completed};
use crate::delivery::{events, send};
use crate::emails::design;
use crate::sends::campaign;
use crate::support::TestServer;

const PEOPLE: [&str; 2] = ["ada@example.com", "bob@example.com"];

impl Home {
    /// One more campaign, which comes back from everybody.
    async fn another(&self, name: &str) -> String {
        design(&self.server, &self.brand, campaign(name)).await;
        let id = send(&self.brand, json!({ "emailId": name })).await;
        completed(&self.brand, &id).await;
        id
    }

    async fn open(&self, person: &str) {
        let token = Token {
            purpose: Purpose::Open,
            ..self.token(person)
        };
        let mut text = String::new();
        self.server.app().keys().track.write(&token, &mut text);
        let nobody = self.server.nobody();
        let opened = nobody.request("GET", &format!("/o/{text}.gif"));
        let browser = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/131.0.0.0 Safari/537.36";
        let opened = opened.header("User-Agent", browser).send().await;
        assert_eq!(opened.status, 200);
    }
}

#[tokio::test]
async fn many_soft_bounces_over_a_long_time_suppress_who_shows_no_sign_of_life() {
    let home = Home::with(TestServer::with().clock_stopped(), "ok", &PEOPLE).await;
    let mut last = home.send.clone();
    for turn in 1..=5 {
        for person in PEOPLE {
            assert!(
                home.report(person, "postfix_expired")
                    .await
                    .starts_with("250")
            );
            let suppressed = home.contact(person).await["suppressed"].clone();
            assert_eq!(
                suppressed,
                turn == 5 && person == PEOPLE[0],
                "{person} {turn}"
            );
        }
        if turn == 5 {
            break;
        }
        home.server.clock.advance(Duration::from_hours(48));
        if turn == 3 {
            home.open(PEOPLE[1]).await;
            home.server.clock.advance(Duration::from_secs(1));
        }
        last = home.another(&format!("news{turn}")).await;
    }
    let sent = crate::delivery::read(&home.brand, &last).await;
    assert_eq!(events(&sent, "bounced").len(), 2);
    let suppression = home.contact(PEOPLE[0]).await["suppression"].clone();
    assert_eq!(suppression["bounceType"], "soft");
    assert_eq!(suppression["reason"], "bounced");
    assert_eq!(suppression["sendId"], last.as_str());
}
