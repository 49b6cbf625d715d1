//! Rows about an organization: its people, keys and brands, what was done, and what moves.

use axum::http::Method;
use postrider_domain::accounts::role::Permission;
use postrider_domain::contract::catalog::Code::{
    AlreadyMember, ApiKeyEnded, BrandNotFound, EmailNotFound, InvalidCredentials,
    InvitationNotFound, LastOwner, LinkNotFound, NotFound, PersonNotFound, SecondFactorRequired,
};

use super::kinds::{admin, anybody, of_brand};
use crate::api::row::{CSV, Row};
use crate::api::{account, audit_log, brand, downloads, emails, find, invitations, people, pulse};

pub fn rows() -> Vec<Row> {
    [
        people_rows(),
        invitation_rows(),
        key_rows(),
        organization_rows(),
        brand_rows(),
    ]
    .concat()
}

fn people_rows() -> Vec<Row> {
    const PERSON: &str = "/app/api/people/{personId}";
    vec![
        admin(
            "people.list",
            Method::GET,
            "/app/api/people",
            "Who belongs to the organization",
        )
        .read(people::list),
        admin(
            "people.update",
            Method::PATCH,
            PERSON,
            "Change somebody's role or brands",
        )
        .asks_password()
        .errors(&[PersonNotFound, LastOwner, BrandNotFound])
        .write(people::update),
        admin(
            "people.remove",
            Method::DELETE,
            PERSON,
            "Take somebody out of the organization",
        )
        .asks_password()
        .errors(&[PersonNotFound, LastOwner])
        .write(people::remove),
    ]
}

fn invitation_rows() -> Vec<Row> {
    const INVITATIONS: &str = "/app/api/invitations";
    vec![
        admin(
            "invitations.list",
            Method::GET,
            INVITATIONS,
            "Who is invited",
        )
        .read(invitations::list),
        admin(
            "invitations.create",
            Method::POST,
            INVITATIONS,
            "Invite somebody",
        )
        .asks_password()
        .tells_itself()
        .success(&[201])
        .errors(&[AlreadyMember, BrandNotFound])
        .handled(invitations::create()),
        admin(
            "invitations.revoke",
            Method::DELETE,
            "/app/api/invitations/{invitationId}",
            "Take an invitation back",
        )
        .asks_password()
        .errors(&[InvitationNotFound])
        .write(invitations::revoke),
        anybody(
            "invitations.look",
            Method::POST,
            "/app/api/invitations/look",
            "What an invitation says",
        )
        .errors(&[LinkNotFound])
        .write(invitations::look),
        anybody(
            "invitations.accept",
            Method::POST,
            "/app/api/invitations/accept",
            "Accept an invitation",
        )
        .success(&[201])
        .errors(&[LinkNotFound, InvalidCredentials, SecondFactorRequired])
        .prepared_write(invitations::prepare_acceptance, invitations::accept),
    ]
}

fn key_rows() -> Vec<Row> {
    const KEYS: &str = "/app/api/keys";
    vec![
        admin(
            "keys.list",
            Method::GET,
            KEYS,
            "The API keys of the organization",
        )
        .read(account::keys::list),
        admin("keys.create", Method::POST, KEYS, "Make an API key")
            .asks_password()
            .success(&[201])
            .errors(&[BrandNotFound])
            .write(account::keys::create),
        admin(
            "keys.rotate",
            Method::POST,
            "/app/api/keys/{keyId}/rotate",
            "Put another key in the place of one",
        )
        .asks_password()
        .success(&[201])
        .errors(&[NotFound, ApiKeyEnded])
        .write(account::keys::rotate),
    ]
}

fn organization_rows() -> Vec<Row> {
    vec![
        admin(
            "brands.create",
            Method::POST,
            "/app/api/brands",
            "Make a brand",
        )
        .success(&[201])
        .write(brand::create),
        admin(
            "brands.delete",
            Method::DELETE,
            "/app/api/brands/{brandId}",
            "Delete a brand and all that it has",
        )
        .asks_password()
        .errors(&[BrandNotFound])
        .write(brand::delete),
        admin(
            "auditLog.list",
            Method::GET,
            "/app/api/audit-log",
            "What was done, and by whom",
        )
        .read(audit_log::list),
    ]
}

fn brand_rows() -> Vec<Row> {
    vec![
        of_brand(
            "app.find",
            Method::GET,
            "/app/api/find",
            "Find something by name",
        )
        .read(find::find),
        of_brand(
            "app.pulse",
            Method::GET,
            "/app/api/pulse",
            "What moves right now",
        )
        .read(pulse::get),
        of_brand(
            "emails.stop",
            Method::POST,
            "/app/api/emails/{emailId}/stop",
            "Wait no longer for what a prompt asks for",
        )
        .told_by("emails.get")
        .errors(&[EmailNotFound])
        .write(emails::stop),
        of_brand(
            "downloads.create",
            Method::POST,
            "/app/api/downloads",
            "Make a link to a file",
        )
        .asks_password()
        .without_idempotency()
        .success(&[201])
        .write(downloads::create),
        of_brand(
            "downloads.get",
            Method::GET,
            "/app/api/downloads/{brandId}/{ticket}",
            "Fetch the file of a link",
        )
        .permission(Permission::Change)
        .errors(&[LinkNotFound])
        .download(CSV, downloads::open, downloads::part),
    ]
}
