//! Websites that mean harm.

use std::time::Duration;

use serde_json::json;

use super::{ended, picture, read, server_beside, set, site, steps, stored};
use crate::support::{Brand, ImageHost};

/// Megabytes of rules.
fn bomb() -> Vec<u8> {
    b".a{color:red}".repeat(10_000_000 / 13)
}

#[tokio::test]
async fn a_hostile_page_gives_what_is_harmless_in_it() {
    let host = site("hostile").await;
    host.file("/bomb.css", "text/css", bomb());
    host.redirect("/inward.css", "http://127.0.0.1:1/x.css");
    host.endless("/endless");
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let found = read(&brand, &host.url("/")).await;
    assert_eq!(
        steps(&found),
        ["completed", "completed", "completed"],
        "{}",
        found.text()
    );
    // Words are all that a mail could repeat: no line of a header, no tag of a page, no merge tag, no link.
    assert_eq!(
        found["identity"],
        json!({
            "brandName": "Hostile Bcc: everybody@example.com email",
            "description": "Best lamps (https://evil.example) for firstName , now",
            "socialLinks": []
        })
    );
    assert_eq!(
        found["theme"],
        json!({ "primaryColor": "#b91c1c", "buttonRadius": 100 })
    );
    // The drawing with a script in it is a picture now, and shows nothing but itself.
    assert_eq!(found["logos"].as_array().unwrap().len(), 1);
    let drawn = picture(&brand, &found["logos"][0]).await;
    assert!(
        drawn
            .pixels()
            .all(|pixel| pixel.0[3] < 250 || pixel.0[..3] == [0xb9, 0x1c, 0x1c])
    );
    assert_eq!(stored(&server).await, 1);
}

#[tokio::test]
async fn a_page_that_sends_for_everything_gets_a_few_answers() {
    let host = ImageHost::start().await;
    let mut page = "<html><head><title>Lamps</title><link rel=manifest href=/m.json>".to_owned();
    for number in 0..30 {
        let sheet = format!("<link rel=stylesheet href=/{number}.css>");
        let logo = format!("<link rel=apple-touch-icon href=/{number}.png>");
        page.extend([sheet, logo]);
        for kind in ["css", "png"] {
            host.redirect(
                &format!("/{number}.{kind}"),
                &format!("/moved/{number}.{kind}"),
            );
        }
    }
    page += "</head><body><h1>Lamps</h1><a href=/contact>Contact</a></body></html>";
    host.file("/there", "text/html", page.into_bytes());
    host.redirect("/", "/there");
    host.redirect("/m.json", "/m2.json");
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    read(&brand, &host.url("/")).await;
    let asked = host.asked();
    assert!((5..=14).contains(&asked.len()), "{asked:?}");
}

async fn why(brand: &Brand, website: &str) -> String {
    let failed = read(brand, website).await;
    assert_eq!(failed["status"], "failed", "{}", failed.text());
    assert_eq!(steps(&failed), ["failed", "failed", "failed"]);
    assert_eq!(failed["readiness"]["error"]["code"], "WEBSITE_NOT_READ");
    let message = failed["readiness"]["error"]["message"].as_str().unwrap();
    message.to_owned()
}

#[tokio::test]
async fn what_cannot_be_read_says_why() {
    let host = ImageHost::start().await;
    host.redirect("/inward", "http://127.0.0.1:1/admin");
    host.redirect("/round", "/round");
    host.endless("/endless");
    host.file("/report", "application/pdf", b"%PDF-1.7".to_vec());
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let start = "The website 127.0.0.1 was not read:";
    for (website, expect) in [
        (host.url("/inward"), "the address is in a private network."),
        (
            "http://127.0.0.1:1/".to_owned(),
            "the address is in a private network.",
        ),
        (host.url("/round"), "it was redirected more than 5 times."),
        (host.url("/endless"), "it is larger than 2 MiB."),
        (host.url("/report"), "what is there is no web page."),
        (host.url("/nothing"), "the server answered with status 404."),
    ] {
        assert_eq!(
            why(&brand, &website).await,
            format!("{start} {expect}"),
            "{website}"
        );
    }
    // It blocks nothing.
    let body = json!({ "prompt": "Write a short note that we are open again." });
    brand.post("/v1/emails", body).await.expect(202);
    server.at_rest().await;
}

#[tokio::test]
async fn a_page_that_comes_too_slowly_is_given_up() {
    let host = ImageHost::start().await;
    let minute = Duration::from_mins(1);
    let slow = host.slow_file("/", "text/html", b"<title>x</title>".to_vec(), minute);
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    set(&brand, &slow).await.expect(200);
    let failed = ended(&brand).await;
    let message = failed["readiness"]["error"]["message"].as_str().unwrap();
    assert!(
        message.ends_with("it took longer than 8 seconds."),
        "{message}"
    );
}
