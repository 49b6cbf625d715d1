//! Answers that can be used, at once or after a while.

use super::{ANSWER, BOTH, OWN, Outcome, PROMPT, mail, outcome, question};

async fn well(protocol: postrider_content::models::Protocol, name: &str) -> Outcome {
    outcome(protocol, name, |_| mail(OWN).to_string()).await
}

#[tokio::test]
async fn a_model_writes_the_mail_and_is_paid_once() {
    for protocol in BOTH {
        for (name, calls) in [("good", 1), ("prose", 1), ("at-once", 1), ("no-schema", 2)] {
            let made = well(protocol, name).await;
            assert_eq!(made.email["status"], "ready", "{name}: {}", made.message);
            assert!(made.html().contains(OWN), "{name}: {}", made.message);
            assert_eq!(made.used, ANSWER, "{name}");
            assert_eq!(made.email["subject"], "30% off all seeds until Friday");
            assert_eq!(made.email["category"], "promotion");
            assert!(made.message.starts_with("The model wrote it."), "{name}");
            let asked = made.double.asked();
            assert_eq!(asked.len(), calls, "{name}");
            assert!(question(&asked[0]).contains(PROMPT), "{name}");
        }
    }
}

#[tokio::test]
async fn what_passes_is_waited_for() {
    for protocol in BOTH {
        for name in ["busy", "overloaded", "html", "breaks-down"] {
            let made = well(protocol, name).await;
            assert!(made.html().contains(OWN), "{name}: {}", made.message);
            assert_eq!(made.used, ANSWER, "{name}");
            assert_eq!(made.double.asked().len(), 2, "{name}");
        }
    }
}

#[tokio::test]
async fn a_fault_is_repaired_once_and_both_answers_are_paid() {
    for protocol in BOTH {
        let made = outcome(protocol, "good", |asked| match asked.nth {
            0 => mail("Peas are only €1 now.").to_string(),
            _ => mail(OWN).to_string(),
        })
        .await;
        assert!(made.html().contains(OWN), "{}", made.message);
        assert_eq!(made.used, 2 * ANSWER);
        let asked = made.double.asked();
        assert_eq!(asked.len(), 2);
        let told = question(&asked[1]);
        assert!(told.contains("- items[0].text: `1` does not"), "{told}");
    }
}

#[tokio::test]
async fn a_server_that_does_not_count_is_reckoned_with() {
    for protocol in BOTH {
        let made = well(protocol, "uncounted").await;
        assert!(made.html().contains(OWN), "{}", made.message);
        assert!(made.used.as_i64().unwrap() > 0);
        assert!(
            made.message.contains("was reckoned from"),
            "{}",
            made.message
        );
    }
}
