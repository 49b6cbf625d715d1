use std::fs::File;
use std::time::{Duration, SystemTime};

use postrider_engine::assets::sweep;

use super::{keep_all, path, server_beside, stored, take};
use crate::support::ImageHost;

#[tokio::test]
async fn old_images_without_a_row_are_deleted_and_no_others() {
    let host = ImageHost::start().await;
    let server = server_beside(&host).await;
    let brand = server.brand().await;
    let urls: Vec<String> = (1..=3)
        .map(|side| host.png(&format!("/{side}"), side, side))
        .collect();
    let mut names = Vec::new();
    for url in &urls {
        let taken = take(&server, &brand, &[url]).await;
        names.push(path(&taken.urls()[url])["/assets/".len()..].to_owned());
        // Of the first, the design was stored.
        if names.len() == 1 {
            keep_all(&server, &brand, &taken).await;
        }
    }
    let folder = server.folder().join("objects/assets");
    std::fs::write(folder.join("torn.png#1"), "to").unwrap();
    let now = server.app().clock.now();
    let yesterday =
        SystemTime::UNIX_EPOCH + Duration::from_millis(now as u64) - Duration::from_hours(25);
    for name in [&names[0], &names[1], "torn.png#1"] {
        let file = File::options().write(true).open(folder.join(name)).unwrap();
        file.set_modified(yesterday).unwrap();
    }
    let app = server.app();
    sweep(&app.db, &app.objects, now).await.unwrap();
    let mut expect = [names[0].clone(), names[2].clone()];
    expect.sort();
    assert_eq!(stored(&server).await, expect);
    // A kept image outlives any age.
    sweep(&app.db, &app.objects, now + 10 * 365 * 24 * 60 * 60 * 1000)
        .await
        .unwrap();
    assert_eq!(stored(&server).await, [names[0].clone()]);
}
