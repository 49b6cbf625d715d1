//! Money that is not there, and authors who wait no longer.

use postrider_content::models::Protocol;
use postrider_domain::accounts::role::Role;
use postrider_test_support::model_server::ModelServer;
use serde_json::json;

use super::super::{PATH, ask, ended, made, newest_notification, path};
use super::{ANSWER, OWN, PROMPT, mail, served_by, settings, used};
use crate::support::{assert_problem, until};

#[tokio::test]
async fn an_empty_balance_is_refused_before_anybody_is_asked() {
    let double = ModelServer::start(|_| mail(OWN).to_string()).await;
    // It would not answer, and the designer that is built in would step in.
    let model = settings(&double, Protocol::Messages, "denied");
    let builder = served_by(model).plan("none", Some(0), None);
    let server = builder.start().await;
    let brand = server.org_on("none").await.brand().await;
    let html =
        json!({ "format": "html", "content": "<body><h1>Spring</h1><p>Come by.</p></body>" });
    let email = brand.post("/v1/emails/import", html).await.expect(201);
    let cleaning = json!({ "format": "html", "cleanUp": true, "content": "<h1>Spring</h1>" });
    let suggestion = json!({ "kind": "subjects", "prompt": PROMPT });
    for refused in [
        ask(&brand, PROMPT).await,
        brand.patch(&path(&email), json!({ "prompt": "x" })).await,
        brand.post("/v1/emails/import", cleaning).await,
        brand.post("/v1/content/generate", suggestion).await,
    ] {
        assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    }
    assert!(double.asked().is_empty());
}

#[tokio::test]
async fn without_a_price_all_is_free() {
    let double = ModelServer::start(|_| mail(OWN).to_string()).await;
    let mut model = settings(&double, Protocol::ChatCompletions, "good");
    model.price = None;
    let server = served_by(model).plan("none", Some(0), None).start().await;
    let brand = server.org_on("none").await.brand().await;
    let email = made(&brand, PROMPT).await;
    assert!(email["html"].as_str().unwrap().contains(OWN));
    assert_eq!(used(&brand).await, 0);
    server.at_rest().await;
}

#[tokio::test]
async fn whoever_stops_or_deletes_a_design_hangs_up() {
    for protocol in super::BOTH {
        let double = ModelServer::start(|_| mail(OWN).to_string()).await;
        let server = served_by(settings(&double, protocol, "falls-silent"))
            .start()
            .await;
        let brand = server.brand().await;
        let editor = brand.org.member(Role::Editor).await;
        let stopped = ask(&brand, PROMPT).await.expect(202);
        let deleted = ask(&brand, PROMPT).await.expect(202);
        until("both are asked for", async || {
            (double.asked().len() == 2).then_some(())
        })
        .await;
        let id = stopped["emailId"].as_str().unwrap();
        let stop = editor.request("POST", &format!("/app/api/emails/{id}/stop"));
        let stop = stop.header("X-Brand-Id", &brand.brand_id).json(&json!({}));
        stop.send().await.expect(200);
        brand.delete(&path(&deleted)).await.expect(200);
        until("the server hears it", async || {
            (double.hung_up() == 2).then_some(())
        })
        .await;
        assert_eq!(ended(&brand, &stopped).await["status"], "failed");
        assert_eq!(used(&brand).await, 0);
        server.at_rest().await;
    }
}

#[tokio::test]
async fn the_prompts_of_one_organization_leave_places_to_others() {
    let double = ModelServer::start(|_| mail(OWN).to_string()).await;
    let model = settings(&double, Protocol::ChatCompletions, "silent");
    let server = served_by(model).start().await;
    server.leaves_jobs("the model says nothing");
    let (ours, theirs) = (server.brand().await, server.brand().await);
    let asked_for = async |times: usize| {
        until("the model is asked", async || {
            (double.asked().len() == times).then_some(())
        })
        .await;
    };
    // As many as there are places; two of them are asked for, and the others wait.
    for _ in 0..4 {
        ask(&ours, PROMPT).await.expect(202);
    }
    asked_for(2).await;
    ask(&theirs, PROMPT).await.expect(202);
    asked_for(3).await;
}

#[tokio::test]
async fn how_far_a_model_is_can_be_seen_while_it_writes() {
    let double = ModelServer::start(|_| mail(OWN).to_string()).await;
    let model = settings(&double, Protocol::Messages, "stalls");
    let server = served_by(model).start().await;
    let brand = server.brand().await;
    let email = ask(&brand, PROMPT).await.expect(202);
    let seen = until("some of it is written", async || {
        let notification = newest_notification(&brand).await;
        let seen = notification["progressPercent"].as_i64().unwrap();
        (seen > 10).then_some(seen)
    })
    .await;
    assert!(seen < 80, "{seen}");
    brand.delete(&path(&email)).await.expect(200);
    server.at_rest().await;
}

#[tokio::test]
async fn prompts_of_a_design_are_charged_one_by_one() {
    let double = ModelServer::start(|_| mail(OWN).to_string()).await;
    let model = settings(&double, Protocol::Messages, "good");
    let server = served_by(model).plan("small", Some(5), None).start().await;
    let brand = server.org_on("small").await.brand().await;
    for total in [ANSWER, 2 * ANSWER] {
        made(&brand, PROMPT).await;
        assert_eq!(used(&brand).await, total, "what is begun is finished");
    }
    let refused = brand.post(PATH, json!({ "prompt": PROMPT })).await;
    assert_problem(&refused, 402, "INSUFFICIENT_CREDITS", None);
    server.at_rest().await;
}
