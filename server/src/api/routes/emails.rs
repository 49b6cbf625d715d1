//! Domains, designs, groups, templates, flows.

use postrider_domain::accounts::credits::{Metering, cost};
use postrider_domain::accounts::role::Permission;
use postrider_domain::accounts::scope::Scope::{Automations, Domains, Emails};
use postrider_domain::contract::catalog::Code::{
    AutomationGraphInvalid, BrandNotReady, DomainAlreadyExists, DomainInUse, DomainNotFound,
    DomainNotReady, DomainOtherBrand, DomainProviderError, DomainVerificationFailed,
    DomainVerifiedElsewhere, EmailGroupNotFound, EmailImportFailed, EmailInProgress, EmailInUse,
    EmailNotFound, EmailNotReady, EmailVersionNotFound, FlowNotFound, NotFound, NotImplemented,
    StorageQuotaExceeded, TriggerEventNotFound,
};
use postrider_domain::contract::policy::Policy::{
    AutomationsWrite, DomainsRead, DomainsWrite, EmailsEdit, EmailsGenerate, EmailsRead,
    TemplatesRead,
};

use super::method::{delete, get, patch, post};
use crate::api::row::{LARGE_BODY, Row, Tenant};
use crate::api::{comments, domains, emails, flows, groups, templates};

#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
pub fn rows() -> Vec<Row> {
    let domains = [
        get(
            "domains.list",
            "/v1/domains",
            DomainsRead,
            "List sending domains",
        )
        .read(domains::list),
        post(
            "domains.create",
            "/v1/domains",
            DomainsWrite,
            "Add a sending domain",
        )
        .success(&[201])
        .errors(&[
            DomainAlreadyExists,
            DomainOtherBrand,
            DomainVerifiedElsewhere,
            DomainProviderError,
        ])
        .prepared_write(domains::prepare, domains::create),
        get(
            "domains.get",
            "/v1/domains/{domainId}",
            DomainsRead,
            "Read a domain",
        )
        .errors(&[DomainNotFound])
        .heavy_read_where(domains::GetQuery::wants_health, domains::get),
        patch(
            "domains.update",
            "/v1/domains/{domainId}",
            DomainsWrite,
            "Set a domain's sender defaults",
        )
        .errors(&[DomainNotFound])
        .write(domains::update),
        delete(
            "domains.delete",
            "/v1/domains/{domainId}",
            DomainsWrite,
            "Delete a domain",
        )
        .errors(&[DomainNotFound, DomainInUse])
        .write(domains::delete),
        post(
            "domains.verify",
            "/v1/domains/{domainId}/verify",
            DomainsWrite,
            "Check a domain's DNS records now",
        )
        .errors(&[
            DomainNotFound,
            DomainVerificationFailed,
            DomainVerifiedElsewhere,
        ])
        .handled(domains::verify()),
    ];
    let emails = [
        get(
            "emails.list",
            "/v1/emails",
            EmailsRead,
            "List email designs",
        )
        .read(emails::list),
        post(
            "emails.generate",
            "/v1/emails",
            EmailsGenerate,
            "Generate a design from a prompt",
        )
        .told_by("emails.get")
        .metering(Metering::Usage)
        .success(&[202])
        .errors(&[
            EmailGroupNotFound,
            EmailNotFound,
            EmailNotReady,
            BrandNotReady,
        ])
        .handled(emails::create::handler()),
        post(
            "emails.import",
            "/v1/emails/import",
            EmailsGenerate,
            "Import HTML, MJML or JSX as a design",
        )
        .told_by("emails.get")
        .metering(Metering::Usage)
        .body_limit(LARGE_BODY)
        .success(&[201])
        .errors(&[EmailGroupNotFound, EmailImportFailed, StorageQuotaExceeded])
        .handled(emails::import::handler()),
        get(
            "emails.get",
            "/v1/emails/{emailId}",
            EmailsRead,
            "Read a design",
        )
        .errors(&[EmailNotFound])
        .read(emails::get),
        patch(
            "emails.update",
            "/v1/emails/{emailId}",
            EmailsEdit,
            "Edit a design",
        )
        .metering(Metering::Usage)
        .body_limit(LARGE_BODY)
        .success(&[200, 202])
        .errors(&[
            EmailNotFound,
            EmailGroupNotFound,
            EmailVersionNotFound,
            EmailInProgress,
            EmailNotReady,
            BrandNotReady,
            EmailImportFailed,
            StorageQuotaExceeded,
        ])
        .handled(emails::update::handler()),
        delete(
            "emails.delete",
            "/v1/emails/{emailId}",
            EmailsEdit,
            "Delete a design",
        )
        .errors(&[EmailNotFound, EmailInUse])
        .write(emails::delete),
        post(
            "emails.restore",
            "/v1/emails/{emailId}/restore",
            EmailsEdit,
            "Make an earlier version the head again",
        )
        .errors(&[
            EmailNotFound,
            EmailVersionNotFound,
            EmailInProgress,
            EmailNotReady,
        ])
        .write(emails::restore),
        post(
            "emails.duplicate",
            "/v1/emails/{emailId}/duplicate",
            EmailsEdit,
            "Copy a design",
        )
        .success(&[201])
        .errors(&[EmailNotFound, EmailNotReady])
        .write(emails::duplicate),
        post(
            "emails.clientPreviews",
            "/v1/emails/{emailId}/client-previews",
            EmailsGenerate,
            "Show what mail clients make of a design",
        )
        .metering(Metering::Fixed(cost::CLIENT_PREVIEWS))
        .errors(&[
            EmailNotFound,
            EmailVersionNotFound,
            EmailNotReady,
            StorageQuotaExceeded,
            NotImplemented,
        ])
        .handled(emails::client_previews::handler()),
        get(
            "emails.accessibilityAudit",
            "/v1/emails/{emailId}/accessibility-audit",
            EmailsRead,
            "Audit a design's accessibility",
        )
        .idempotent()
        .permission(Permission::Change)
        .metering(Metering::Fixed(cost::AUDIT))
        .errors(&[EmailNotFound, EmailNotReady])
        .handled(emails::audit::handler()),
        get(
            "emails.listPlacementTests",
            "/v1/emails/{emailId}/inbox-placement-tests",
            EmailsRead,
            "List inbox-placement tests",
        )
        .errors(&[EmailNotFound])
        .read(emails::placement::list),
        post(
            "emails.createPlacementTest",
            "/v1/emails/{emailId}/inbox-placement-tests",
            EmailsGenerate,
            "Start an inbox-placement test",
        )
        .metering(Metering::Fixed(cost::PLACEMENT_TEST))
        .success(&[202])
        .errors(&[
            EmailNotFound,
            EmailVersionNotFound,
            EmailNotReady,
            DomainNotFound,
            DomainNotReady,
        ])
        .write(emails::placement::create),
        get(
            "emails.getPlacementTest",
            "/v1/emails/{emailId}/inbox-placement-tests/{testId}",
            EmailsRead,
            "Read a placement test",
        )
        .errors(&[EmailNotFound, NotFound])
        .read(emails::placement::get),
        get(
            "emails.listComments",
            "/v1/emails/{emailId}/comments",
            EmailsRead,
            "Comment threads of a design",
        )
        .errors(&[EmailNotFound])
        .read(comments::list),
        post(
            "emails.createComment",
            "/v1/emails/{emailId}/comments",
            EmailsEdit,
            "Start a comment thread about a design or one element of it",
        )
        .success(&[201])
        .errors(&[EmailNotFound, EmailNotReady, NotFound])
        .write(comments::create),
        post(
            "emails.replyToComment",
            "/v1/emails/{emailId}/comments/{commentId}/messages",
            EmailsEdit,
            "Answer in a comment thread, which is open from then on",
        )
        .success(&[201])
        .errors(&[EmailNotFound, NotFound])
        .write(comments::reply),
        patch(
            "emails.updateComment",
            "/v1/emails/{emailId}/comments/{commentId}",
            EmailsEdit,
            "Resolve a comment thread, or open it again",
        )
        .errors(&[EmailNotFound, NotFound])
        .write(comments::update),
        get(
            "emailGroups.list",
            "/v1/email-groups",
            EmailsRead,
            "List email groups",
        )
        .read(groups::list),
        post(
            "emailGroups.create",
            "/v1/email-groups",
            EmailsEdit,
            "Create an email group",
        )
        .success(&[201])
        .write(groups::create),
        get(
            "emailGroups.get",
            "/v1/email-groups/{groupId}",
            EmailsRead,
            "Read an email group",
        )
        .errors(&[EmailGroupNotFound])
        .read(groups::get),
        patch(
            "emailGroups.update",
            "/v1/email-groups/{groupId}",
            EmailsEdit,
            "Rename an email group; `ungrouped` is none (400)",
        )
        .errors(&[EmailGroupNotFound])
        .write(groups::rename),
        delete(
            "emailGroups.delete",
            "/v1/email-groups/{groupId}",
            EmailsEdit,
            "Delete an email group; `ungrouped` is none (400)",
        )
        .errors(&[EmailGroupNotFound])
        .write(groups::delete),
        get(
            "transactional.listOlder",
            "/transactional",
            EmailsRead,
            "List transactional designs (older shape)",
        )
        .read(emails::transactional),
    ];
    let catalog = [
        get(
            "templates.list",
            "/v1/templates",
            TemplatesRead,
            "Browse the template catalog",
        )
        .read_outside(templates::list),
        get(
            "templates.get",
            "/v1/templates/{emailId}",
            TemplatesRead,
            "Read a template",
        )
        .errors(&[EmailNotFound])
        .read_outside(templates::get),
    ];
    let flows = [
        get(
            "flows.list",
            "/v1/flows",
            TemplatesRead,
            "Browse ready-made flows",
        )
        .read_outside(flows::list),
        get(
            "flows.get",
            "/v1/flows/{slug}",
            TemplatesRead,
            "Read a flow",
        )
        .errors(&[FlowNotFound])
        .read_outside(flows::get),
    ];
    let uses = [
        post(
            "templates.use",
            "/v1/templates/{emailId}/use",
            EmailsEdit,
            "Make a template a design of the brand",
        )
        .scope(Emails)
        .told_by("emails.get")
        .success(&[201])
        .errors(&[EmailNotFound, EmailGroupNotFound, StorageQuotaExceeded])
        .handled(templates::using::handler()),
        post(
            "flows.use",
            "/v1/flows/{slug}/use",
            AutomationsWrite,
            "Make a flow a draft automation of the brand",
        )
        .scope(Emails)
        .scope(Automations)
        .told_by("automations.get")
        .success(&[201])
        .errors(&[
            FlowNotFound,
            DomainNotFound,
            DomainNotReady,
            TriggerEventNotFound,
            AutomationGraphInvalid,
            StorageQuotaExceeded,
        ])
        .handled(flows::using::handler()),
    ];
    let domains = domains.map(|row| row.scope(Domains));
    let emails = emails.map(|row| row.scope(Emails));
    let catalog = catalog.map(|row| row.scope(Emails).tenant(Tenant::Organization));
    let flows = flows.map(|row| row.scope(Emails));
    [
        domains.to_vec(),
        emails.to_vec(),
        catalog.to_vec(),
        flows.to_vec(),
        uses.to_vec(),
    ]
    .concat()
}
