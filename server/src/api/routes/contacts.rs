//! Contacts, fields and audiences.

use postrider_domain::catalog::Code::{
    AudienceInUse, AudienceNotFound, ContactAlreadyExists, ContactNotFound, CoreFieldImmutable,
    FieldInUse, FieldNotFound, FieldTypeMismatch, ImportNotFound, MissingEmail, ValidationNotFound,
};
use postrider_domain::credits::{Metering, cost};
use postrider_domain::policy::Policy::{
    AudiencesRead, AudiencesWrite, ContactsRead, ContactsWriteBatch, ContactsWriteSingle,
    FieldsRead, FieldsWrite,
};
use postrider_domain::scope::Scope::{Audiences, Contacts};

use super::{delete, get, patch, post};
use crate::api::row::{LARGE_BODY, Row};
use crate::api::{audiences, contacts, fields};

pub fn rows() -> Vec<Row> {
    let contacts = [contact_rows(), field_rows()]
        .concat()
        .into_iter()
        .map(|row| row.scope(Contacts));
    let audiences = audience_rows().into_iter().map(|row| row.scope(Audiences));
    contacts.chain(audiences).collect()
}

#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
fn contact_rows() -> Vec<Row> {
    vec![
        get("/v1/contacts", ContactsRead, "List contacts").heavy_read(contacts::list),
        post(
            "/v1/contacts",
            ContactsWriteSingle,
            "Create or update a contact",
        )
        .body_limit(LARGE_BODY)
        .success(&[200, 201])
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .errors(&[MissingEmail, CoreFieldImmutable, FieldTypeMismatch])
        .prepared_write(contacts::prepare_one, contacts::upsert),
        post(
            "/v1/contacts",
            ContactsWriteBatch,
            "Create or update up to 1000 contacts",
        )
        .body_key("contacts")
        .body_limit(LARGE_BODY)
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .errors(&[CoreFieldImmutable])
        .prepared_write(contacts::prepare_batch, contacts::upsert_batch),
        patch("/v1/contacts", ContactsWriteSingle, "Change a contact")
            .errors(&[
                ContactNotFound,
                MissingEmail,
                CoreFieldImmutable,
                FieldTypeMismatch,
            ])
            .write(contacts::change),
        delete("/v1/contacts", ContactsWriteSingle, "Delete a contact")
            .errors(&[ContactNotFound, MissingEmail])
            .write(contacts::delete),
        delete(
            "/v1/contacts",
            ContactsWriteBatch,
            "Delete up to 1000 contacts",
        )
        .body_key("emails")
        .write(contacts::delete_many),
        post(
            "/v1/contacts/batch-delete",
            ContactsWriteBatch,
            "Delete up to 1000 contacts",
        )
        .write(contacts::delete_many),
        post(
            "/v1/contacts/search",
            ContactsRead,
            "Search contacts with filters",
        )
        .errors(&[AudienceNotFound])
        .heavy_read(contacts::search),
        post(
            "/v1/contacts/import-csv",
            ContactsWriteBatch,
            "Import contacts from CSV",
        )
        .body_limit(LARGE_BODY)
        .success(&[200, 202])
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .errors(&[CoreFieldImmutable])
        .prepared_write(contacts::prepare_import, contacts::import_csv)
        .undo(contacts::undo_import),
        post(
            "/v1/contacts/import-csv",
            ContactsWriteBatch,
            "Import contacts from a CSV file of any size",
        )
        .success(&[202])
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .errors(&[CoreFieldImmutable])
        .upload(
            contacts::check_terms,
            contacts::prepare_file,
            contacts::import_file,
        ),
        get(
            "/v1/contacts/imports/{importId}",
            ContactsRead,
            "Progress of an import",
        )
        .errors(&[ImportNotFound])
        .read(contacts::get_import),
        get(
            "/v1/contacts/imports/{importId}/errors",
            ContactsRead,
            "Rows that could not be imported, as CSV",
        )
        .errors(&[ImportNotFound])
        .download(contacts::open_errors, contacts::more_errors),
        post(
            "/v1/contacts/validate",
            ContactsWriteBatch,
            "Check addresses",
        )
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .success(&[200, 202])
        .prepared_write(contacts::prepare_validate, contacts::validate),
        get(
            "/v1/contacts/validations/{validationId}",
            ContactsRead,
            "Progress of a validation",
        )
        .errors(&[ValidationNotFound])
        .read(contacts::get_validation),
        get("/v1/contacts/export", ContactsRead, "Contacts as CSV")
            .errors(&[AudienceNotFound])
            .download(contacts::open_export, contacts::more_contacts),
        get("/v1/contacts/{email}", ContactsRead, "Read a contact")
            .errors(&[ContactNotFound])
            .read(contacts::get),
        post(
            "/v1/contacts/{email}/unsuppress",
            ContactsWriteSingle,
            "Lift a suppression",
        )
        .errors(&[ContactNotFound])
        .write(contacts::unsuppress),
        patch(
            "/contacts",
            ContactsWriteSingle,
            "Change a contact (older shape)",
        )
        .errors(&[
            ContactNotFound,
            MissingEmail,
            CoreFieldImmutable,
            FieldTypeMismatch,
        ])
        .write(contacts::change),
        post(
            "/contacts/create",
            ContactsWriteSingle,
            "Create a contact (older shape)",
        )
        .errors(&[
            ContactAlreadyExists,
            MissingEmail,
            CoreFieldImmutable,
            FieldTypeMismatch,
        ])
        .prepared_write(contacts::prepare_create, contacts::create),
    ]
}

fn field_rows() -> Vec<Row> {
    vec![
        get("/v1/fields", FieldsRead, "List fields").read(fields::list),
        post("/v1/fields", FieldsWrite, "Define a field")
            .success(&[200, 201])
            .errors(&[FieldTypeMismatch])
            .write(fields::create),
        delete(
            "/v1/fields",
            FieldsWrite,
            "Delete the field named in the body",
        )
        .errors(&[FieldNotFound, FieldInUse, CoreFieldImmutable])
        .write(fields::delete_named),
        get("/v1/fields/{fieldName}", FieldsRead, "Read a field")
            .errors(&[FieldNotFound])
            .read(fields::get),
        delete("/v1/fields/{fieldName}", FieldsWrite, "Delete a field")
            .errors(&[FieldNotFound, FieldInUse, CoreFieldImmutable])
            .write(fields::delete),
    ]
}

fn audience_rows() -> Vec<Row> {
    const AUDIENCE: &str = "/v1/audiences/{audienceId}";
    vec![
        get("/v1/audiences", AudiencesRead, "List audiences").read(audiences::list),
        post("/v1/audiences", AudiencesWrite, "Save an audience")
            .success(&[201])
            .prepared_write(audiences::prepare_create, audiences::create),
        get(AUDIENCE, AudiencesRead, "Read an audience")
            .errors(&[AudienceNotFound])
            .heavy_read(audiences::get),
        patch(AUDIENCE, AudiencesWrite, "Change an audience")
            .errors(&[AudienceNotFound])
            .prepared_write(audiences::prepare_change, audiences::change),
        delete(AUDIENCE, AudiencesWrite, "Delete an audience")
            .errors(&[AudienceNotFound, AudienceInUse])
            .write(audiences::delete),
    ]
}
