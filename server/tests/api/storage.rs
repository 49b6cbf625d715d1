//! What an organization keeps in images and files is counted and bounded, and so is the space that is left.

use serde_json::{Value, json};

use crate::support::{Answer, Brand, ImageHost, TestServer, assert_problem, png, until};

const IMPORT_DESIGN: &str = "/v1/emails/import";
const IMPORT_CONTACTS: &str = "/v1/contacts/import-csv";

async fn import(brand: &Brand, images: &[&str]) -> Answer {
    let images = images.iter().fold(String::new(), |html, url| {
        format!("{html}<img src=\"{url}\" alt=\"x\">")
    });
    let content = format!("<body><p>Hi</p>{images}</body>");
    let body = json!({ "format": "html", "content": content });
    brand.post(IMPORT_DESIGN, body).await
}

async fn storage(brand: &Brand) -> Value {
    brand.get("/v1/usage").await.expect(200)["storage"].clone()
}

async fn upload(brand: &Brand, csv: &str) -> Answer {
    brand
        .request("POST", IMPORT_CONTACTS)
        .header("Content-Type", "text/csv")
        .body(csv)
        .send()
        .await
}

/// So many rows of contacts.
fn rows(count: usize) -> String {
    (0..count).fold("email\n".to_owned(), |csv, n| {
        format!("{csv}n{n}@example.com\n")
    })
}

/// Files of all organizations in one folder of the object store.
async fn files(server: &TestServer, folder: &str) -> usize {
    server.files_in(folder).await.len()
}

#[tokio::test]
async fn images_count_once_and_end_at_the_plans_bytes() {
    let host = ImageHost::start().await;
    let (first, second) = (png(40, 40), png(80, 80));
    let (a, b) = (first.len() as i64, second.len() as i64);
    let limit = a + b - 1;
    let server = TestServer::with()
        .allow_private(host.address)
        .storage_plan("small", limit)
        .start()
        .await;
    let org = server.org_on("small").await;
    let (brand, sister) = (org.brand().await, org.brand().await);
    let first = host.file("/first.png", "image/png", first);
    let twin = host.file("/twin.png", "image/png", png(40, 40));
    let second = host.file("/second.png", "image/png", second);

    import(&brand, &[&first, &twin]).await.expect(201);
    import(&brand, &[&first]).await.expect(201);
    let kept = json!({ "limit": limit, "used": a, "remaining": limit - a });
    assert_eq!(storage(&brand).await, kept);

    for caller in [&brand, &sister] {
        let refused = import(caller, &[&second]).await;
        assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
        assert_eq!(refused["error"]["details"]["remaining"], limit - a);
    }
    assert_eq!(storage(&sister).await, kept);
    assert_eq!(files(&server, "assets").await, 1);
    // A design without new images is no more bytes.
    import(&brand, &[&first]).await.expect(201);
    // The same image in another brand is kept a second time, if there is room.
    let again = import(&sister, &[&first]).await;
    let fits = 2 * a <= limit;
    assert_eq!(again.status, if fits { 201 } else { 402 });
    // Others have a plan of their own.
    let other = server.brand().await;
    import(&other, &[&second]).await.expect(201);
    assert_eq!(storage(&other).await["used"], b);
}

#[tokio::test]
async fn the_file_of_an_import_counts_until_it_has_ended() {
    let csv = rows(1500);
    let server = TestServer::with()
        .storage_plan("small", csv.len() as i64)
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    let larger = rows(1600);
    let text = json!({ "csv": larger });
    for refused in [
        upload(&brand, &larger).await,
        brand.post(IMPORT_CONTACTS, text).await,
    ] {
        assert_problem(&refused, 402, "STORAGE_QUOTA_EXCEEDED", None);
    }
    assert_eq!(files(&server, "imports").await, 0);
    for _ in 0..2 {
        upload(&brand, &csv).await.expect(202);
        server.at_rest().await;
        assert_eq!(storage(&brand).await["used"], 0);
    }
}

#[tokio::test]
async fn a_file_that_waits_is_counted() {
    let csv = rows(1500);
    let server = TestServer::with()
        .storage_plan("small", csv.len() as i64)
        .start()
        .await;
    let brand = server.org_on("small").await.brand().await;
    // Whoever writes the rows waits for this lock; the file is kept until they are written.
    server.sql("UPDATE processes SET life = life + 1").await;
    upload(&brand, &csv).await.expect(202);
    assert_eq!(storage(&brand).await["remaining"], 0);
    assert_problem(
        &upload(&brand, &csv).await,
        402,
        "STORAGE_QUOTA_EXCEEDED",
        None,
    );
    server.leaves_jobs("the process was told that it is dead");
}

#[tokio::test]
async fn images_are_refused_like_imports_where_little_space_is_free() {
    let host = ImageHost::start().await;
    let server = TestServer::with()
        .allow_private(host.address)
        .min_free(u64::MAX / 2)
        .start()
        .await;
    let brand = server.brand().await;
    let image = host.png("/a.png", 10, 10);
    let text = json!({ "csv": rows(1500) });
    for refused in [
        import(&brand, &[&image]).await,
        upload(&brand, &rows(3)).await,
        brand.post(IMPORT_CONTACTS, text).await,
    ] {
        assert_problem(&refused, 413, "PAYLOAD_TOO_LARGE", None);
    }
    assert_eq!(
        (
            files(&server, "assets").await,
            files(&server, "imports").await
        ),
        (0, 0)
    );
    // What brings no file along is made all the same.
    import(&brand, &[]).await.expect(201);
    assert_eq!(storage(&brand).await["used"], 0);
    until("nothing is left behind", async || {
        server.app().writes.is_empty().then_some(())
    })
    .await;
}
