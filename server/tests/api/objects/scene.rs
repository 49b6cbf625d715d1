//! A service with its objects behind a way on which things go wrong, and what it is asked.

use std::time::Duration;

use postrider_engine::objects::Bucket;
use serde_json::json;

use crate::support::bucket::{objects_in_bucket, unfinished};
use crate::support::{
    Answer, Brand, FaultyBucket, ImageHost, TestServer, assert_problem, png, until,
};

/// A service whose objects are behind a way on which things go wrong.
pub struct Scene {
    pub bucket: FaultyBucket,
    pub host: ImageHost,
    pub server: TestServer,
    pub brand: Brand,
    prefix: &'static str,
}

impl Scene {
    pub async fn set(prefix: &'static str) -> Self {
        Self::within(prefix, Bucket::PATIENCE).await
    }

    /// One that waits no longer than this for each answer of the bucket.
    pub async fn within(prefix: &'static str, patience: Duration) -> Self {
        let (bucket, host) = (FaultyBucket::start().await, ImageHost::start().await);
        let place = bucket.place_within(prefix, patience);
        let server = TestServer::with()
            .allow_private(host.address)
            .configure(move |config| config.objects = place.clone())
            .start()
            .await;
        let brand = server.brand().await;
        Self {
            bucket,
            host,
            server,
            brand,
            prefix,
        }
    }

    /// A design with an image of this size.
    pub async fn import_design(&self, side: u32) -> Answer {
        let image = self.host.png(&format!("/{side}.png"), side, side);
        let content = format!("<body><p>Hi</p><img src=\"{image}\" alt=\"x\"></body>");
        let body = json!({ "format": "html", "content": content });
        self.brand.post("/v1/emails/import", body).await
    }

    /// Where the only image is served.
    pub async fn image(&self) -> String {
        let rows = self.server.sql("SELECT name FROM assets").await;
        format!("/assets/{}", rows[0].text(0).unwrap())
    }

    pub async fn import_file(&self, file: String) -> Answer {
        self.brand
            .request("POST", "/v1/contacts/import-csv")
            .header("Content-Type", "text/csv")
            .body(file)
            .send()
            .await
    }

    pub async fn import_text(&self) -> Answer {
        let body = json!({ "csv": csv(1001) });
        self.brand.post("/v1/contacts/import-csv", body).await
    }

    /// Waits until somebody wants to read the file of an import.
    pub async fn file_was_asked_for(&self) {
        until("its file was asked for", async || {
            let asked = self.bucket.asked();
            let reads = asked
                .iter()
                .find(|(method, path)| method == "GET" && path.contains("/imports/"));
            reads.map(|_| ())
        })
        .await;
    }

    /// Waits until an import is completed, which never fails meanwhile.
    pub async fn import_goes_on(&self, accepted: &Answer) {
        let id = accepted["importId"].as_str().unwrap();
        let path = format!("/v1/contacts/imports/{id}");
        until("the import goes on", async || {
            let import = self.brand.get(&path).await.expect(200);
            assert_ne!(import["status"], "failed", "{import:?}");
            (import["status"] == "completed").then_some(())
        })
        .await;
    }

    /// What is stored or half stored of images, imports and uploads, past everything that goes wrong.
    pub async fn stored(&self) -> usize {
        let mut count = unfinished(self.prefix, "").await.len();
        for folder in ["assets", "imports", "uploads"] {
            let objects = objects_in_bucket(self.prefix);
            count += objects.list(folder).await.unwrap().len();
        }
        count
    }

    pub async fn assert_nothing_kept(&self) {
        let what = "parts of uploads are taken back";
        until(what, async || (self.stored().await == 0).then_some(())).await;
        for table in ["assets", "imports", "emails"] {
            let count = format!("SELECT count(*) FROM {table}");
            assert_eq!(self.server.number(&count).await, 0, "{table}");
        }
    }

    /// Everything works, as if nothing had been.
    pub async fn assert_works(&self) {
        self.bucket.heal();
        self.import_design(9).await.expect(201);
        let served = self.brand.get(&self.image().await).await.expect(200);
        assert_eq!(served.bytes, png(9, 9));
        self.import_file(csv(3)).await.expect(202);
        self.server.at_rest().await;
        let contact = self.brand.get("/v1/contacts/n2@example.com").await;
        contact.expect(200);
    }
}

/// So many rows.
pub fn csv(rows: usize) -> String {
    let lines = (0..rows).map(|n| format!("n{n}@example.com\n"));
    std::iter::once("email\n".to_owned()).chain(lines).collect()
}

/// A file that goes in parts.
pub fn large() -> String {
    let note = "x".repeat(1000);
    let lines = (0..5500).map(|n| format!("n{n}@example.com,{note}\n"));
    std::iter::once("email,note\n".to_owned())
        .chain(lines)
        .collect()
}

pub fn assert_later(answer: &Answer) {
    assert_problem(answer, 503, "SERVICE_UNAVAILABLE", None);
    assert!(answer.headers.contains_key("retry-after"), "{answer:?}");
}
