//! Rows about mail that was kept instead of sent.

use axum::http::Method;
use postrider_domain::accounts::role::Permission;
use postrider_domain::contract::catalog::Code::NotFound;

use super::kinds::{admin, of_brand};
use crate::api::captured_mails::{self, notices};
use crate::api::row::{MAIL, Row};

pub fn rows() -> Vec<Row> {
    const MAILS: &str = "/app/api/captured-mails";
    vec![
        of_brand(
            "capturedMails.list",
            Method::GET,
            MAILS,
            "Mails that were kept instead of sent",
        )
        .permission(Permission::Change)
        .read_outside(captured_mails::list),
        of_brand(
            "capturedMails.get",
            Method::GET,
            "/app/api/captured-mails/{mailId}",
            "A captured mail: its headers, parts and links",
        )
        .permission(Permission::Change)
        .errors(&[NotFound])
        .read_outside(captured_mails::get),
        of_brand(
            "capturedMails.source",
            Method::GET,
            "/app/api/captured-mails/{mailId}/source",
            "A captured mail, byte for byte",
        )
        .permission(Permission::Change)
        .errors(&[NotFound])
        .file(MAIL, captured_mails::source),
        of_brand(
            "capturedMails.delete",
            Method::DELETE,
            MAILS,
            "Delete the captured mails of the brand",
        )
        .about_many()
        .prepared_write(captured_mails::delete, captured_mails::deleted),
        admin(
            "notices.list",
            Method::GET,
            "/app/api/notices",
            "Captured mails of the installation itself",
        )
        .permission(Permission::Own)
        .errors(&[NotFound])
        .read_outside(notices::list),
        admin(
            "notices.get",
            Method::GET,
            "/app/api/notices/{mailId}",
            "A captured mail of the installation itself",
        )
        .permission(Permission::Own)
        .asks_password()
        .errors(&[NotFound])
        .read_outside(notices::get),
    ]
}
