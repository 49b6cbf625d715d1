//! Email designs.

mod audit;
mod delete;
mod duplicate;
mod images;
mod import;
mod list;
mod read;
mod restore;
mod unmade;
mod update;

use postrider_domain::designs::design::{EmailStatus, EmailType, VersionSource};
use postrider_domain::numbers::Millis;
use postrider_store::emails::{self, EmailRecord, NewEmail, NewVersion, VersionContent};

use super::support::{Brand, TestServer};

/// A version as small as one can be.
pub fn version(public_id: &str, html: &str) -> NewVersion {
    let document = r#"{"schema":1,"kind":"html","parts":[],"fields":[]}"#;
    NewVersion {
        public_id: public_id.to_owned(),
        source: VersionSource::Imported,
        content: VersionContent {
            document: document.to_owned(),
            html: html.to_owned(),
            plain_text: "Hi".to_owned(),
            preheader: (0, 0),
            preview_text: None,
            merge_tags: "[]".to_owned(),
            warnings: "[]".to_owned(),
        },
    }
}

/// A campaign design whose only version is `<public id>-1`.
pub fn draft(public_id: &str) -> NewEmail {
    NewEmail {
        public_id: public_id.to_owned(),
        title: format!("Title of {public_id}"),
        kind: EmailType::Campaign,
        subject: None,
        preview_text: None,
        category: None,
        group: None,
        version: version(&format!("{public_id}-1"), "<p>Hi</p>"),
    }
}

/// Puts a design into a brand without making it from a source.
pub async fn design(server: &TestServer, brand: &Brand, new: NewEmail) -> EmailRecord {
    let (key, now) = (brand.key, server.app().clock.now());
    let made = server.app().db.write(move |tx| {
        let new = new.clone();
        async move { emails::create(&tx, key, new, now).await }
    });
    // Boxed: the futures of many tests would hold it.
    Box::pin(made).await.unwrap()
}

/// One more version, made the head.
pub async fn add_version(server: &TestServer, brand: &Brand, email: &str, new: NewVersion) {
    let (key, now) = (brand.key, server.app().clock.now());
    let email = email.to_owned();
    let added = server.app().db.write(move |tx| {
        let (email, new) = (email.clone(), new.clone());
        async move {
            let email = emails::get(&tx, key, &email).await?.unwrap();
            let head = email.head.unwrap().id;
            emails::add_version(&tx, key, email.id, head, &new, Millis(now)).await
        }
    });
    assert!(added.await.unwrap().is_some());
}

pub async fn set_status(
    server: &TestServer,
    brand: &Brand,
    email: &EmailRecord,
    status: EmailStatus,
) {
    let (key, id, now) = (brand.key, email.id, server.app().clock.now());
    let error = r#"{"code":"EMAIL_GENERATION_FAILED","message":"The model said nothing."}"#;
    let error = (status == EmailStatus::Failed).then_some(error);
    let set = server
        .app()
        .db
        .write(move |tx| async move { emails::set_status(&tx, key, id, status, error, now).await });
    assert!(set.await.unwrap());
}
