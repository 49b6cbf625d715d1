//! The library of a brand, and what is brought into it, changed and made.

mod bombs;
mod draws;
mod gifs;
mod library;
mod many;
mod meaning;
mod transforming;
mod turns;
mod uploads;
mod videos;

use data_encoding::BASE64;
use image::ImageFormat;
use postrider_engine::pictures::ImageModelSettings;
use postrider_test_support::model_server::{KEY, ModelServer};
use serde_json::{Value, json};

use crate::support::{Answer, Brand, Builder, TestServer, encoded};

const IMAGES: &str = "/v1/brand/images";
const UPLOADS: &str = "/v1/content/image-uploads";
const ADD: &str = "/v1/content/add-image";

/// Where the bytes are to be put, below the server's address.
fn place(upload: &Answer) -> &str {
    let url = upload["uploadUrl"].as_str().unwrap();
    &url[url.find("/uploads/").unwrap()..]
}

pub async fn open(brand: &Brand, name: &str, kind: &str, size: usize) -> Answer {
    let body = json!({ "fileName": name, "contentType": kind, "size": size });
    brand.post(UPLOADS, body).await
}

pub async fn put(server: &TestServer, upload: &Answer, bytes: &[u8]) -> Answer {
    let request = server.nobody().request("PUT", place(upload));
    request.body(bytes).send().await
}

/// An upload whose bytes have come.
pub async fn uploaded(server: &TestServer, brand: &Brand, name: &str, bytes: &[u8]) -> Value {
    let upload = open(brand, name, "image/png", bytes.len())
        .await
        .expect(201);
    put(server, &upload, bytes).await.expect(200);
    upload["uploadId"].clone()
}

async fn add(brand: &Brand, upload: &Value) -> Answer {
    brand.post(ADD, json!({ "uploadId": upload })).await
}

/// An image in the library.
pub async fn image(server: &TestServer, brand: &Brand, bytes: &[u8]) -> Answer {
    let upload = uploaded(server, brand, "Red shoes.png", bytes).await;
    add(brand, &upload).await.expect(201)
}

fn ids(page: &Answer) -> Vec<&str> {
    let rows = page["data"].as_array().unwrap().iter();
    rows.map(|row| row["assetId"].as_str().unwrap()).collect()
}

fn photo(width: u32, height: u32) -> Vec<u8> {
    encoded(ImageFormat::Jpeg, width, height)
}

/// The path of an address of ours.
fn path(answer: &Answer) -> &str {
    let url = answer["url"].as_str().unwrap();
    &url[url.find("/assets/").unwrap()..]
}

/// Models that draw this.
pub async fn drawing(bytes: &[u8]) -> ModelServer {
    let text = BASE64.encode(bytes);
    ModelServer::start(move |_| text.clone()).await
}

/// A server with a model of this name, whose pictures cost so much.
pub fn drawn_by(models: &ModelServer, name: &str, credits: i64) -> Builder {
    let settings = ImageModelSettings {
        base_url: models.base_url().parse().unwrap(),
        model: name.to_owned(),
        key: Some(KEY.to_owned()),
        credits,
    };
    TestServer::with().configure(move |config| config.image_model = Some(settings.clone()))
}
