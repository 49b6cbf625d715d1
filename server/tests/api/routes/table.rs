//! The surface as the contract lists it: verb, path, scope (`-`: any key), policy.

use std::collections::BTreeSet;

use postrider_server::api::routes::contract;

const CONTRACT: &str = "
GET    /v1/contacts                                                    contacts    contacts.read
POST   /v1/contacts                                                    contacts    contacts.write_single
POST   /v1/contacts                                                    contacts    contacts.write_batch
PATCH  /v1/contacts                                                    contacts    contacts.write_single
DELETE /v1/contacts                                                    contacts    contacts.write_single
DELETE /v1/contacts                                                    contacts    contacts.write_batch
POST   /v1/contacts/batch-delete                                       contacts    contacts.write_batch
POST   /v1/contacts/search                                             contacts    contacts.read
POST   /v1/contacts/import-csv                                         contacts    contacts.write_batch
GET    /v1/contacts/imports/{importId}                                 contacts    contacts.read
POST   /v1/contacts/validate                                           contacts    contacts.write_batch
GET    /v1/contacts/validations/{validationId}                         contacts    contacts.read
GET    /v1/contacts/{email}                                            contacts    contacts.read
POST   /v1/contacts/{email}/unsuppress                                 contacts    contacts.write_single
PATCH  /contacts                                                       contacts    contacts.write_single
POST   /contacts/create                                                contacts    contacts.write_single
GET    /v1/fields                                                      contacts    fields.read
POST   /v1/fields                                                      contacts    fields.write
DELETE /v1/fields                                                      contacts    fields.write
GET    /v1/fields/{fieldName}                                          contacts    fields.read
DELETE /v1/fields/{fieldName}                                          contacts    fields.write
GET    /v1/audiences                                                   audiences   audiences.read
POST   /v1/audiences                                                   audiences   audiences.write
GET    /v1/audiences/{audienceId}                                      audiences   audiences.read
PATCH  /v1/audiences/{audienceId}                                      audiences   audiences.write
DELETE /v1/audiences/{audienceId}                                      audiences   audiences.write
GET    /v1/domains                                                     domains     domains.read
POST   /v1/domains                                                     domains     domains.write
GET    /v1/domains/{domainId}                                          domains     domains.read
PATCH  /v1/domains/{domainId}                                          domains     domains.write
DELETE /v1/domains/{domainId}                                          domains     domains.write
POST   /v1/domains/{domainId}/verify                                   domains     domains.write
GET    /v1/emails                                                      emails      emails.read
POST   /v1/emails                                                      emails      emails.generate
POST   /v1/emails/import                                               emails      emails.generate
GET    /v1/emails/{emailId}                                            emails      emails.read
PATCH  /v1/emails/{emailId}                                            emails      emails.edit
DELETE /v1/emails/{emailId}                                            emails      emails.edit
POST   /v1/emails/{emailId}/restore                                    emails      emails.edit
POST   /v1/emails/{emailId}/client-previews                            emails      emails.generate
GET    /v1/emails/{emailId}/accessibility-audit                        emails      emails.read
GET    /v1/emails/{emailId}/inbox-placement-tests                      emails      emails.read
POST   /v1/emails/{emailId}/inbox-placement-tests                      emails      emails.generate
GET    /v1/emails/{emailId}/inbox-placement-tests/{testId}             emails      emails.read
GET    /v1/emails/{emailId}/comments                                   emails      emails.read
POST   /v1/emails/{emailId}/comments                                   emails      emails.edit
POST   /v1/emails/{emailId}/comments/{commentId}/messages              emails      emails.edit
PATCH  /v1/emails/{emailId}/comments/{commentId}                       emails      emails.edit
GET    /v1/email-groups                                                emails      emails.read
GET    /v1/email-groups/{groupId}                                      emails      emails.read
GET    /v1/templates                                                   emails      templates.read
GET    /v1/flows                                                       emails      templates.read
GET    /v1/templates/{emailId}                                         emails      templates.read
POST   /v1/templates/{emailId}/use                                     emails      emails.edit
GET    /v1/flows/{slug}                                                emails      templates.read
POST   /v1/flows/{slug}/use                                            emails,automations automations.write
GET    /transactional                                                  emails      emails.read
GET    /v1/sends                                                       sends       sends.read
POST   /v1/sends                                                       sends       sends.write
GET    /v1/sends/{sendId}                                              sends       sends.read
POST   /v1/sends/{sendId}/cancel                                       sends       sends.control
POST   /v1/sends/{sendId}/pause                                        sends       sends.control
POST   /v1/sends/{sendId}/resume                                       sends       sends.control
GET    /v1/automations                                                 automations automations.read
POST   /v1/automations                                                 automations automations.write
GET    /v1/automations/{automationId}                                  automations automations.read
PATCH  /v1/automations/{automationId}                                  automations automations.write
DELETE /v1/automations/{automationId}                                  automations automations.write
POST   /v1/automations/{automationId}/run                              automations automation.runs.write
POST   /v1/automations/{automationId}/test                             automations automation.runs.write
GET    /v1/automations/runs                                            automations automation.runs.read
GET    /v1/automations/runs/{automationRunId}                          automations automation.runs.read
POST   /v1/automations/runs/{automationRunId}/cancel                   automations automation.runs.write
GET    /v1/automations/audience-runs                                   automations automation.runs.read
GET    /v1/automations/audience-runs/{audienceRunId}                   automations automation.runs.read
POST   /v1/automations/audience-runs/{audienceRunId}/pause             automations automation.runs.write
POST   /v1/automations/audience-runs/{audienceRunId}/resume            automations automation.runs.write
POST   /v1/automations/audience-runs/{audienceRunId}/cancel            automations automation.runs.write
GET    /v1/automations/trigger-instances                               automations triggers.read
GET    /v1/automations/trigger-instances/{triggerInstanceId}           automations triggers.read
GET    /v1/automations/triggers                                        automations triggers.read
POST   /v1/automations/triggers                                        automations triggers.write
PATCH  /v1/automations/triggers                                        automations triggers.write
DELETE /v1/automations/triggers                                        automations triggers.write
GET    /v1/automations/triggers/{triggerEventId}                       automations triggers.read
PATCH  /v1/automations/triggers/{triggerEventId}                       automations triggers.write
DELETE /v1/automations/triggers/{triggerEventId}                       automations triggers.write
POST   /v1/automations/triggers/{triggerEventId}/fire                  automations triggers.write
GET    /v1/automations/triggers/{triggerEventId}/readiness             automations triggers.read
GET    /v1/analytics/events                                            emails      analytics.read
GET    /v1/analytics/overview                                          emails      analytics.read
GET    /v1/analytics/automations                                       automations analytics.read
GET    /v1/brand                                                       emails      brand.read
PATCH  /v1/brand                                                       emails      brand.write
GET    /v1/brands                                                      emails      brand.read
GET    /v1/brand/images                                                emails      brand.read
DELETE /v1/brand/images/{assetId}                                      emails      brand.write
GET    /v1/usage                                                       -           usage.read
GET    /v1/help                                                        -           meta.read
GET    /v1/integrations                                                automations meta.read
GET    /v1/chats                                                       emails      meta.read
GET    /v1/chats/{chatId}                                              emails      meta.read
GET    /v1/insights                                                    emails      meta.read
GET    /v1/insights/{insightId}                                        emails      meta.read
PATCH  /v1/insights/{insightId}                                        emails      emails.edit
GET    /v1/notifications                                               emails      meta.read
DELETE /v1/api-keys/{keyId}                                            all         keys.write
POST   /v1/content/generate                                            emails      content.generate
POST   /v1/content/generate-image                                      emails      content.generate
POST   /v1/content/gif                                                 emails      content.generate
POST   /v1/content/transform                                           emails      content.transform
POST   /v1/content/html-to-png                                         emails      content.generate
POST   /v1/content/add-image                                           emails      content.transform
POST   /v1/content/image-uploads                                       emails      content.transform
";

#[test]
fn every_row_of_the_contract_is_in_the_table_with_its_scope_and_policy() {
    let table: BTreeSet<String> = contract()
        .iter()
        .map(|row| {
            let scopes: Vec<&str> = row.scopes.iter().map(|scope| scope.as_str()).collect();
            let scope = if scopes.is_empty() {
                "-".to_owned()
            } else {
                scopes.join(",")
            };
            format!(
                "{} {} {scope} {}",
                row.method,
                row.path,
                row.policy.unwrap().as_str()
            )
        })
        .collect();
    for line in CONTRACT.lines().filter(|line| !line.is_empty()) {
        let row = line.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(table.contains(&row), "{row}");
    }
}

#[test]
fn only_posts_and_the_audit_honour_the_idempotency_key() {
    for row in contract() {
        let expected = row.method == "POST" || row.path.ends_with("/accessibility-audit");
        assert_eq!(row.idempotent, expected, "{} {}", row.method, row.path);
    }
}
