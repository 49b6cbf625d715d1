//! Contacts, fields and audiences.

use postrider_domain::accounts::credits::{Metering, cost};
use postrider_domain::accounts::role::Permission;
use postrider_domain::accounts::scope::Scope::{Audiences, Contacts};
use postrider_domain::contract::catalog::Code::{
    AudienceInUse, AudienceNotFound, ContactAlreadyExists, ContactNotFound, CoreFieldImmutable,
    FieldInUse, FieldNotFound, FieldTypeMismatch, ImportNotFound, MissingEmail,
    StorageQuotaExceeded, ValidationNotFound,
};
use postrider_domain::contract::policy::Policy::{
    AudiencesRead, AudiencesWrite, ContactsRead, ContactsWriteBatch, ContactsWriteSingle,
    FieldsRead, FieldsWrite,
};

use super::method::{delete, get, patch, post};
use crate::api::row::{CSV, LARGE_BODY, Row};
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
        get(
            "contacts.list",
            "/v1/contacts",
            ContactsRead,
            "List contacts",
        )
        .heavy_read(contacts::list),
        post(
            "contacts.upsert",
            "/v1/contacts",
            ContactsWriteSingle,
            "Create or update a contact",
        )
        .body_limit(LARGE_BODY)
        .success(&[200, 201])
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .errors(&[MissingEmail, CoreFieldImmutable, FieldTypeMismatch])
        .handled(contacts::upsert_handler()),
        post(
            "contacts.upsertBatch",
            "/v1/contacts",
            ContactsWriteBatch,
            "Create or update up to 1000 contacts",
        )
        .body_key("contacts")
        .body_limit(LARGE_BODY)
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .prepared_write(contacts::prepare_batch, contacts::upsert_batch),
        patch(
            "contacts.update",
            "/v1/contacts",
            ContactsWriteSingle,
            "Change a contact",
        )
        .errors(&[
            ContactNotFound,
            MissingEmail,
            CoreFieldImmutable,
            FieldTypeMismatch,
        ])
        .write(contacts::update),
        delete(
            "contacts.delete",
            "/v1/contacts",
            ContactsWriteSingle,
            "Delete a contact",
        )
        .errors(&[ContactNotFound, MissingEmail])
        .write(contacts::delete),
        delete(
            "contacts.deleteMany",
            "/v1/contacts",
            ContactsWriteBatch,
            "Delete up to 1000 contacts",
        )
        .body_key("emails")
        .write(contacts::delete_many),
        post(
            "contacts.batchDelete",
            "/v1/contacts/batch-delete",
            ContactsWriteBatch,
            "Delete up to 1000 contacts",
        )
        .write(contacts::delete_many),
        post(
            "contacts.search",
            "/v1/contacts/search",
            ContactsRead,
            "Search contacts with filters",
        )
        .permission(Permission::Read)
        .errors(&[AudienceNotFound])
        .heavy_read(contacts::search),
        post(
            "contacts.importCsv",
            "/v1/contacts/import-csv",
            ContactsWriteBatch,
            "Import contacts from CSV",
        )
        .body_limit(LARGE_BODY)
        .success(&[200, 202])
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .errors(&[CoreFieldImmutable, StorageQuotaExceeded])
        .handled(contacts::import_handler()),
        post(
            "contacts.importCsvFile",
            "/v1/contacts/import-csv",
            ContactsWriteBatch,
            "Import contacts from a CSV file of any size",
        )
        .success(&[202])
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .errors(&[CoreFieldImmutable, StorageQuotaExceeded])
        .upload(
            contacts::csv_file(),
            contacts::check_terms,
            contacts::prepare_file,
            contacts::import_file,
        ),
        get(
            "contacts.getImport",
            "/v1/contacts/imports/{importId}",
            ContactsRead,
            "Progress of an import",
        )
        .errors(&[ImportNotFound])
        .read(contacts::get_import),
        get(
            "contacts.downloadImportErrors",
            "/v1/contacts/imports/{importId}/errors",
            ContactsRead,
            "Rows that could not be imported, as CSV",
        )
        .errors(&[ImportNotFound])
        .download(CSV, contacts::open_errors, contacts::more_errors),
        post(
            "contacts.validate",
            "/v1/contacts/validate",
            ContactsWriteBatch,
            "Check addresses",
        )
        .metering(Metering::PerAddress(cost::VALIDATED_ADDRESS))
        .success(&[200, 202])
        .prepared_write(contacts::prepare_validate, contacts::validate),
        get(
            "contacts.getValidation",
            "/v1/contacts/validations/{validationId}",
            ContactsRead,
            "Progress of a validation",
        )
        .errors(&[ValidationNotFound])
        .read(contacts::get_validation),
        get(
            "contacts.export",
            "/v1/contacts/export",
            ContactsRead,
            "Contacts as CSV",
        )
        .permission(Permission::Change)
        .errors(&[AudienceNotFound])
        .asks_password()
        .download(CSV, contacts::open_export, contacts::more_contacts),
        get(
            "contacts.get",
            "/v1/contacts/{email}",
            ContactsRead,
            "Read a contact",
        )
        .errors(&[ContactNotFound])
        .read(contacts::get)
        .without_snapshot(),
        patch(
            "contacts.updateByEmail",
            "/v1/contacts/{email}",
            ContactsWriteSingle,
            "Change a contact by its address",
        )
        .errors(&[ContactNotFound, CoreFieldImmutable, FieldTypeMismatch])
        .write(contacts::update_by_email),
        delete(
            "contacts.deleteByEmail",
            "/v1/contacts/{email}",
            ContactsWriteSingle,
            "Delete a contact by its address",
        )
        .errors(&[ContactNotFound])
        .write(contacts::delete_by_email),
        post(
            "contacts.unsuppress",
            "/v1/contacts/{email}/unsuppress",
            ContactsWriteSingle,
            "Lift a suppression",
        )
        .errors(&[ContactNotFound])
        .write(contacts::unsuppress),
        patch(
            "contacts.updateOlder",
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
        .write(contacts::update),
        post(
            "contacts.createOlder",
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
        get("fields.list", "/v1/fields", FieldsRead, "List fields").read(fields::list),
        post("fields.create", "/v1/fields", FieldsWrite, "Define a field")
            .success(&[200, 201])
            .errors(&[FieldTypeMismatch])
            .write(fields::create),
        delete(
            "fields.deleteNamed",
            "/v1/fields",
            FieldsWrite,
            "Delete the field named in the body",
        )
        .errors(&[FieldNotFound, FieldInUse, CoreFieldImmutable])
        .write(fields::delete_named),
        get(
            "fields.get",
            "/v1/fields/{fieldName}",
            FieldsRead,
            "Read a field",
        )
        .errors(&[FieldNotFound])
        .read(fields::get),
        delete(
            "fields.delete",
            "/v1/fields/{fieldName}",
            FieldsWrite,
            "Delete a field",
        )
        .errors(&[FieldNotFound, FieldInUse, CoreFieldImmutable])
        .write(fields::delete),
    ]
}

fn audience_rows() -> Vec<Row> {
    const AUDIENCE: &str = "/v1/audiences/{audienceId}";
    vec![
        get(
            "audiences.list",
            "/v1/audiences",
            AudiencesRead,
            "List audiences",
        )
        .read(audiences::list),
        post(
            "audiences.create",
            "/v1/audiences",
            AudiencesWrite,
            "Save an audience",
        )
        .success(&[201])
        .prepared_write(audiences::prepare_create, audiences::create),
        get("audiences.get", AUDIENCE, AudiencesRead, "Read an audience")
            .errors(&[AudienceNotFound])
            .heavy_read(audiences::get),
        patch(
            "audiences.update",
            AUDIENCE,
            AudiencesWrite,
            "Change an audience",
        )
        .errors(&[AudienceNotFound])
        .prepared_write(audiences::prepare_change, audiences::update),
        delete(
            "audiences.delete",
            AUDIENCE,
            AudiencesWrite,
            "Delete an audience",
        )
        .errors(&[AudienceNotFound, AudienceInUse])
        .write(audiences::delete),
    ]
}
