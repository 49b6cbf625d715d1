//! An import that is tidied up.

use serde_json::{Value, json};

use super::{ended, path, said, served};
use crate::support::{Answer, Brand, StandIn, TestServer, assert_problem};

const MESSY: &str = "<html lang=\"de\"><body bgcolor=red><table><tr><td><font size=7>\
    <h1>Frühlingstee</h1></font><p>Kommt am <b>Sonntag</b> vorbei.</p><p>Wir freuen uns.</p>\
    <ul><li>Tee<li>Kuchen</ul>\
    <a href=\"https://tee.example.com/kommen\" style=\"background:#060;padding:12px 24px\">Zusagen</a>\
    <p><a href=\"https://old.example.com/unsubscribe\">Unsubscribe</a></p></td></tr></table></body></html>";

async fn import(brand: &Brand, content: &str) -> Answer {
    let body = json!({ "format": "html", "content": content, "cleanUp": true, "subject": "Tee" });
    brand.post("/v1/emails/import", body).await
}

#[tokio::test]
async fn the_import_is_there_at_once_and_the_tidy_version_follows() {
    let server = TestServer::start().await;
    let brand = server.brand().await;
    let imported = import(&brand, MESSY).await.expect(201);
    assert_eq!(imported["status"], "generating");
    assert!(imported["assetReport"].is_object());
    let tidy = ended(&brand, &imported).await;
    assert_eq!(tidy["status"], "ready", "{}", tidy.text());
    let versions = tidy["versions"].as_array().unwrap();
    let sources: Vec<&Value> = versions.iter().map(|version| &version["source"]).collect();
    assert_eq!(sources, [&json!("generated"), &json!("imported")]);
    assert_eq!(versions[1]["emailVersionId"], imported["emailVersionId"]);
    let html = tidy["html"].as_str().unwrap();
    for words in [
        "Frühlingstee",
        "Sonntag",
        "Wir freuen uns.",
        "Tee",
        "Kuchen",
        "Zusagen",
    ] {
        assert!(html.contains(words), "{words}: {html}");
    }
    assert!(html.contains("https://tee.example.com/kommen") && html.contains("lang=\"de\""));
    assert!(
        !html.contains("old.example.com") && !html.contains("<font"),
        "{html}"
    );
    assert_eq!(tidy["subject"], "Tee");
    let said = said(&brand, &tidy).await;
    assert_eq!(said.len(), 2);
    assert_eq!(said[1].2, tidy["emailVersionId"]);
    let restore = json!({ "emailVersionId": imported["emailVersionId"] });
    let restored = brand
        .post(&format!("{}/restore", path(&tidy)), restore)
        .await;
    restored.expect(200);
}

#[tokio::test]
async fn what_cannot_be_tidied_stays_as_it_came() {
    let maker = StandIn::default();
    let server = served(&maker).await;
    let brand = server.brand().await;
    for (content, words) in [
        ("<body><h1>refuse this</h1></body>", "That cannot be made."),
        (
            "<body><img src=\"https://a.test/a.png\"></body>",
            "no words",
        ),
    ] {
        let imported = import(&brand, content).await.expect(201);
        let after = ended(&brand, &imported).await;
        assert_eq!(after["status"], "ready");
        assert_eq!(after["emailVersionId"], imported["emailVersionId"]);
        let why = said(&brand, &after).await.pop().unwrap().1;
        assert!(why.contains(words), "{why}");
    }
    assert_eq!(maker.count(), 1);
}

#[tokio::test]
async fn only_a_model_costs_something() {
    for (maker, expected) in [(StandIn::default(), 0), (StandIn::metered(4), 4)] {
        let server = TestServer::with()
            .maker(maker.shared())
            .plan("small", Some(4), None)
            .start()
            .await;
        let brand = server.org_on("small").await.brand().await;
        let imported = import(&brand, MESSY).await.expect(201);
        ended(&brand, &imported).await;
        let usage = brand.get("/v1/usage").await.expect(200);
        assert_eq!(usage["credits"]["used"], expected);
        let again = import(&brand, MESSY).await;
        if expected == 0 {
            ended(&brand, &again.expect(201)).await;
        } else {
            assert_problem(&again, 402, "INSUFFICIENT_CREDITS", None);
            let body = json!({ "format": "html", "content": MESSY });
            brand.post("/v1/emails/import", body).await.expect(201);
        }
        server.at_rest().await;
    }
}
