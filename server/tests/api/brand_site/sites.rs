//! What must be found on five honest websites.

use serde_json::json;

use super::{picture, read, server_beside, site, steps};

#[tokio::test]
async fn a_shop_says_for_machines_who_it_is() {
    let host = site("shop").await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let found = read(&brand, &host.url("/")).await;
    assert_eq!(steps(&found), ["completed", "completed", "completed"]);
    assert_eq!(found["status"], "completed", "{}", found.text());
    assert_eq!(found["readiness"]["progress"], 100);
    assert_eq!(
        found["identity"],
        json!({
            "brandName": "The Lamp Shop", "tagline": "Light for long evenings",
            "description": "Lamps that are made to be mended, sent anywhere in a day.",
            "contactEmail": "hello@lamps.example", "contactPhone": "+44 117 496 0000",
            "address": "12 Harbour Road\nBristol BS1 4QA\nGB",
            "socialLinks": ["https://www.instagram.com/thelampshop", "https://www.pinterest.com/thelampshop/"]
        })
    );
    assert_eq!(
        found["theme"],
        json!({
            "primaryColor": "#0a7d55", "secondaryColor": "#b45309", "backgroundColor": "#fffdf8",
            "textColor": "#1f2933", "headingFont": "Lora", "bodyFont": "Work Sans", "buttonRadius": 6
        })
    );
    let logo = &found["logos"][0];
    assert_eq!(
        (&logo["theme"], &logo["width"]),
        (&json!("light"), &json!(600))
    );
    let drawn = picture(&brand, logo).await;
    assert_eq!(drawn.get_pixel(300, 60).0, [0x0a, 0x7d, 0x55, 255]);
    // Nothing for printers, and each thing once.
    let asked = host.asked();
    assert!(!asked.contains(&"/css/print.css".to_owned()), "{asked:?}");
    assert!(asked.len() <= 14, "{asked:?}");
}

#[tokio::test]
async fn a_product_has_its_logo_drawn_in_the_page_and_its_address_on_another() {
    let host = site("product").await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let found = read(&brand, &host.url("/")).await;
    assert_eq!(steps(&found), ["completed", "completed", "completed"]);
    assert_eq!(
        found["identity"],
        json!({
            "brandName": "Quillpad", "tagline": "notes that find themselves",
            "description": "A notebook that remembers where you put things.",
            "contactEmail": "hi@quillpad.example", "contactPhone": "+49 30 123456",
            "address": "Lindenweg 3\n10115 Berlin",
            "socialLinks": ["https://x.com/quillpad", "https://github.com/quillpad"]
        })
    );
    assert_eq!(
        found["theme"],
        json!({
            "primaryColor": "#7c3bed", "backgroundColor": "#ffffff", "textColor": "#18181b",
            "headingFont": "Inter", "bodyFont": "Inter", "buttonRadius": 10
        })
    );
    // White on nothing is for dark grounds.
    assert_eq!(found["logos"][0]["theme"], "dark", "{}", found.text());
}

#[tokio::test]
async fn a_restaurant_is_read_as_people_read_it() {
    let host = site("restaurant").await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let found = read(&brand, &host.url("/")).await;
    assert_eq!(
        found["identity"],
        json!({
            "brandName": "Trattoria al Porto", "tagline": "Cucina di mare", "contactPhone": "010 123 4567",
            "address": "Via Roma 7\n16121 Genova",
            "socialLinks": ["https://www.facebook.com/trattoriaalporto"]
        })
    );
    assert_eq!(
        found["theme"],
        json!({
            "primaryColor": "#8b1e3f", "backgroundColor": "#fbf7f0", "textColor": "#3b2a22",
            "headingFont": "Playfair Display", "bodyFont": "Source Serif Pro", "buttonRadius": 100
        })
    );
    // Without the margin around it.
    let logo = &found["logos"][0];
    assert_eq!((&logo["width"], &logo["height"]), (&json!(200), &json!(60)));
}

#[tokio::test]
async fn a_shell_of_scripts_says_nothing_and_that_is_no_failure() {
    let host = site("shell").await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let found = read(&brand, &host.url("/")).await;
    assert_eq!(steps(&found), ["skipped", "skipped", "skipped"]);
    assert_eq!(found["status"], "completed");
    assert_eq!(found["identity"], json!({ "socialLinks": [] }));
    assert_eq!((&found["theme"], &found["logos"]), (&json!({}), &json!([])));
    assert!(!host.asked().contains(&"/static/app.js".to_owned()));
}

#[tokio::test]
async fn an_old_page_of_a_club_is_read_in_its_encoding() {
    let host = site("club").await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let found = read(&brand, &host.url("/")).await;
    assert_eq!(
        found["identity"],
        json!({
            "brandName": "Ruderclub Möwe", "tagline": "Rudern für alle",
            "description": "Der Verein für Groß und Klein am Fluß.",
            "contactEmail": "vorstand@moewe.example", "address": "Uferstraße 8\n50668 Köln",
            "socialLinks": []
        })
    );
    assert_eq!(
        found["theme"],
        json!({ "primaryColor": "#004b87", "backgroundColor": "#ffffee", "textColor": "#222222" })
    );
    assert_eq!(found["logos"][0]["theme"], "light");
}
