//! Answers that cannot be used, and none at all.

use std::time::Duration;

use postrider_content::models::Protocol;
use postrider_test_support::model_server::{ModelServer, THINKS};
use serde_json::json;

use super::super::{ask, ended, made, said};
use super::{ANSWER, BOTH, OWN, PROMPT, mail, outcome, served_by, settings, used};
use crate::support::until;

#[tokio::test]
async fn the_built_in_designer_steps_in_and_says_why() {
    for protocol in BOTH {
        for (name, why) in [
            ("truncated", "cannot be used"),
            ("always-busy", "cannot be reached"),
            ("denied", "does not take the key"),
            ("unknown", "does not exist"),
            ("refusal", "would not write this"),
            ("endless", "did not come to an end"),
            ("drips", "took too long"),
            ("too-much", "did not take the request"),
        ] {
            let made = outcome(protocol, name, |_| mail(OWN).to_string()).await;
            made.assert_stepped_in(name);
            assert!(made.message.contains(why), "{name}: {}", made.message);
        }
    }
}

#[tokio::test]
async fn nobody_waits_for_a_model_that_says_nothing() {
    for (protocol, name) in BOTH
        .into_iter()
        .flat_map(|protocol| ["silent", "falls-silent", "hangs-up"].map(|name| (protocol, name)))
    {
        let made = outcome(protocol, name, |_| mail(OWN).to_string()).await;
        made.assert_stepped_in(name);
        assert_eq!(made.double.asked().len(), 4, "{name}");
    }
}

#[tokio::test]
async fn one_that_answers_at_once_may_think_before_it_speaks() {
    for protocol in BOTH {
        let made = outcome(protocol, "thinks", |_| mail(OWN).to_string()).await;
        assert!(made.html().contains(OWN), "{}", made.message);
        assert_eq!(made.double.asked().len(), 1);
    }
}

/// The first answer has used up more than half of the time, so the second comes too late.
#[tokio::test]
async fn a_repair_has_what_is_left_of_the_time() {
    let mut astray = mail(OWN);
    astray["items"][0]["text"] = "Only €1 each.".into();
    astray["items"][1] = json!({ "kind": "text", "text": OWN });
    let double = ModelServer::start(move |_| astray.to_string()).await;
    let mut model = settings(&double, Protocol::ChatCompletions, "thinks");
    model.settings.limits.whole = THINKS * 19 / 10;
    let server = served_by(model).start().await;
    let brand = server.brand().await;
    let email = made(&brand, PROMPT).await;
    let html = email["html"].as_str().unwrap();
    assert!(html.contains(OWN) && !html.contains("€1"), "{html}");
    assert_eq!(double.asked().len(), 2);
    assert_eq!(used(&brand).await, ANSWER, "one of them was answered");
    server.at_rest().await;
}

#[tokio::test]
async fn what_is_no_mail_is_not_paid() {
    for protocol in BOTH {
        let mut shouting = mail(OWN);
        shouting["headline"] = "Only 12 left".into();
        let mut aimless = mail(OWN);
        aimless["items"][2]["url"] = "https://evil.example/buy".into();
        for answer in [
            "I am sorry, Dave.".to_owned(),
            "{}".to_owned(),
            shouting.to_string(),
            aimless.to_string(),
        ] {
            let said = answer.clone();
            let made = outcome(protocol, "good", move |_| said.clone()).await;
            made.assert_stepped_in(&answer);
            assert_eq!(made.double.asked().len(), 2, "{answer}");
            assert!(!made.html().contains("evil.example"));
        }
    }
}

#[tokio::test]
async fn what_offends_falls_out() {
    for protocol in BOTH {
        for (claim, trace) in [
            ("Peas are only €1 now.", "€1"),
            ("Everything is 90% off.", "90% off"),
            ("[Buy](https://evil.example) today.", "evil.example"),
            ("<script>alert(7)</script>", "alert(7)"),
            ("Use the code HACKED99 now.", "HACKED99"),
            ("It all ends on Sunday.", "Sunday"),
            ("Some are half price.", "half price"),
            ("Das gilt bis Ende Mai.", "Ende Mai"),
        ] {
            let made = outcome(protocol, "good", move |_| {
                let mut mail = mail(OWN);
                let items = mail["items"].as_array_mut().unwrap();
                items.insert(1, json!({ "kind": "text", "text": claim }));
                mail.to_string()
            })
            .await;
            assert!(made.html().contains(OWN), "{claim}: {}", made.message);
            assert!(!made.html().contains(trace), "{claim}");
            assert_eq!(made.used, 2 * ANSWER, "{claim}");
            assert!(made.message.contains("is left out"), "{}", made.message);
        }
    }
}

#[tokio::test]
async fn what_cannot_be_read_is_told() {
    for protocol in BOTH {
        for end in [
            r#"{"kind":"text","text":"Half a sen"#,
            r#"{"kind":"video","url":"https://fern.example/film"}]}"#,
        ] {
            let made = outcome(protocol, "good", move |_| {
                let mut mail = mail(OWN);
                let items = mail.as_object_mut().unwrap().remove("items").unwrap();
                let (head, items) = (mail.to_string(), items.to_string());
                let (head, items) = (head.trim_end_matches('}'), items.trim_end_matches(']'));
                format!("{head},\"items\":{items},{end}")
            })
            .await;
            assert!(made.html().contains(OWN), "{end}: {}", made.message);
            assert_eq!(made.used, 2 * ANSWER, "{end}");
            let told = "could not be read in full";
            assert!(made.message.contains(told), "{}", made.message);
            assert!(!made.message.contains("is left out"), "{}", made.message);
        }
    }
}

#[tokio::test]
async fn a_server_that_wants_to_be_left_alone_is_asked_three_times() {
    let double = ModelServer::start(|_| mail(OWN).to_string()).await;
    let model = settings(&double, Protocol::ChatCompletions, "busy-for-long");
    let server = served_by(model).clock_stopped().start().await;
    let brand = server.brand().await;
    let asked = ask(&brand, PROMPT).await.expect(202);
    for times in 1..=3 {
        until("the model is asked", async || {
            (double.asked().len() == times).then_some(())
        })
        .await;
        if times < 3 {
            // It is put back for as long as the server says.
            until("the job is put back", async || {
                let waiting = "SELECT count(*) FROM jobs WHERE kind = 'generate' AND owner IS NULL";
                (server.number(waiting).await == 1).then_some(())
            })
            .await;
            server.clock.advance(Duration::from_secs(121));
            server.nudge().await;
        }
    }
    let email = ended(&brand, &asked).await;
    assert_eq!(email["status"], "ready");
    let (_, message, _) = said(&brand, &email).await.pop().unwrap();
    assert!(
        message.starts_with("The model has too much to do. The designer"),
        "{message}"
    );
    assert_eq!(used(&brand).await, 0);
    server.at_rest().await;
}
