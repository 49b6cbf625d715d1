//! Domains, designs, groups, templates, flows.

use postrider_domain::credits::{Metering, cost};
use postrider_domain::policy::Policy::{
    DomainsRead, DomainsWrite, EmailsEdit, EmailsGenerate, EmailsRead, TemplatesRead,
};
use postrider_domain::scope::Scope::{Domains, Emails};

use super::{delete, get, patch, post};
use crate::api::row::{LARGE_BODY, Row, Tenant};

#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
pub fn rows() -> Vec<Row> {
    let domains = [
        get("/v1/domains", DomainsRead, "List sending domains"),
        post("/v1/domains", DomainsWrite, "Add a sending domain").success(&[201]),
        get("/v1/domains/{domainId}", DomainsRead, "Read a domain"),
        patch(
            "/v1/domains/{domainId}",
            DomainsWrite,
            "Set a domain's sender defaults",
        ),
        delete("/v1/domains/{domainId}", DomainsWrite, "Delete a domain"),
        post(
            "/v1/domains/{domainId}/verify",
            DomainsWrite,
            "Check a domain's DNS records now",
        ),
    ];
    let emails = [
        get("/v1/emails", EmailsRead, "List email designs"),
        post(
            "/v1/emails",
            EmailsGenerate,
            "Generate a design from a prompt",
        )
        .metering(Metering::Usage)
        .success(&[202]),
        post(
            "/v1/emails/import",
            EmailsGenerate,
            "Import HTML, MJML or JSX as a design",
        )
        .metering(Metering::Usage)
        .body_limit(LARGE_BODY)
        .success(&[201]),
        get("/v1/emails/{emailId}", EmailsRead, "Read a design"),
        patch("/v1/emails/{emailId}", EmailsEdit, "Edit a design")
            .metering(Metering::Usage)
            .body_limit(LARGE_BODY)
            .success(&[200, 202]),
        delete("/v1/emails/{emailId}", EmailsEdit, "Delete a design"),
        post(
            "/v1/emails/{emailId}/restore",
            EmailsEdit,
            "Make an earlier version the head again",
        ),
        post(
            "/v1/emails/{emailId}/duplicate",
            EmailsEdit,
            "Copy a design",
        )
        .success(&[201]),
        post(
            "/v1/emails/{emailId}/client-previews",
            EmailsGenerate,
            "Screenshots across inboxes",
        )
        .metering(Metering::Fixed(cost::CLIENT_PREVIEWS)),
        get(
            "/v1/emails/{emailId}/accessibility-audit",
            EmailsRead,
            "Audit a design's accessibility",
        )
        .idempotent()
        .metering(Metering::Fixed(cost::AUDIT)),
        get(
            "/v1/emails/{emailId}/inbox-placement-tests",
            EmailsRead,
            "List inbox-placement tests",
        ),
        post(
            "/v1/emails/{emailId}/inbox-placement-tests",
            EmailsGenerate,
            "Start an inbox-placement test",
        )
        .metering(Metering::Fixed(cost::PLACEMENT_TEST))
        .success(&[202]),
        get(
            "/v1/emails/{emailId}/inbox-placement-tests/{testId}",
            EmailsRead,
            "Read a placement test",
        ),
        get(
            "/v1/emails/{emailId}/comments",
            EmailsRead,
            "Comment threads of a design",
        ),
        get("/v1/email-groups", EmailsRead, "List email groups"),
        post("/v1/email-groups", EmailsEdit, "Create an email group").success(&[201]),
        get(
            "/v1/email-groups/{groupId}",
            EmailsRead,
            "Read an email group",
        ),
        patch(
            "/v1/email-groups/{groupId}",
            EmailsEdit,
            "Rename an email group",
        ),
        delete(
            "/v1/email-groups/{groupId}",
            EmailsEdit,
            "Delete an email group",
        ),
        get(
            "/transactional",
            EmailsRead,
            "List transactional designs (older shape)",
        ),
    ];
    let catalog = [
        get(
            "/v1/templates",
            TemplatesRead,
            "Browse the template catalog",
        ),
        get("/v1/templates/{emailId}", TemplatesRead, "Read a template"),
    ];
    let flows = [
        get("/v1/flows", TemplatesRead, "Browse ready-made flows"),
        get("/v1/flows/{slug}", TemplatesRead, "Read a flow"),
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
    ]
    .concat()
}
