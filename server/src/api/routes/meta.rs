//! The brand, the organization's account, and what the service says about itself.

use postrider_domain::accounts::role::Permission;
use postrider_domain::accounts::scope::Scope::{All, Emails};
use postrider_domain::contract::catalog::Code::{
    AutomationNotFound, AutomationRunNotFound, ChatNotFound, EmailNotFound, InsightNotFound,
    NotFound, OrgScopeRequired, SendNotFound,
};
use postrider_domain::contract::policy::Policy::{
    AnalyticsRead, BrandRead, BrandWrite, EmailsEdit, KeysWrite, MetaRead, UsageRead,
};

use super::method::{delete, get, patch};
use crate::api::row::{Row, Tenant};
use crate::api::{account, analytics, brand, chats, help, insights, notifications};

#[expect(clippy::too_many_lines, reason = "a table is read from top to bottom")]
pub fn rows() -> Vec<Row> {
    let brand = [
        get("brand.get", "/v1/brand", BrandRead, "Read the brand").read(brand::get),
        patch("brand.update", "/v1/brand", BrandWrite, "Change the brand").write(brand::update),
        get(
            "analytics.events",
            "/v1/analytics/events",
            AnalyticsRead,
            "The feed of events",
        )
        .errors(&[SendNotFound, AutomationNotFound, AutomationRunNotFound])
        .heavy_read(analytics::events),
        get(
            "analytics.overview",
            "/v1/analytics/overview",
            AnalyticsRead,
            "Totals, rates and a series",
        )
        .errors(&[SendNotFound, EmailNotFound, AutomationNotFound])
        .heavy_read(analytics::overview),
        get("chats.list", "/v1/chats", MetaRead, "List design chats").read(chats::list),
        get(
            "chats.get",
            "/v1/chats/{chatId}",
            MetaRead,
            "Read a design chat",
        )
        .errors(&[ChatNotFound])
        .read(chats::get),
        get("insights.list", "/v1/insights", MetaRead, "List insights").read(insights::list),
        get(
            "insights.get",
            "/v1/insights/{insightId}",
            MetaRead,
            "Read an insight",
        )
        .errors(&[InsightNotFound])
        .read(insights::get),
        patch(
            "insights.update",
            "/v1/insights/{insightId}",
            EmailsEdit,
            "Dismiss an insight, or show it again",
        )
        .errors(&[InsightNotFound])
        .write(insights::update),
        get(
            "notifications.list",
            "/v1/notifications",
            MetaRead,
            "List notifications",
        )
        .read(notifications::list),
    ];
    let organization = [
        get(
            "brands.list",
            "/v1/brands",
            BrandRead,
            "List the organization's brands",
        )
        .scope(Emails)
        .tenant(Tenant::OrganizationKey)
        .errors(&[OrgScopeRequired])
        .read(brand::list),
        get(
            "usage.get",
            "/v1/usage",
            UsageRead,
            "Credits and sends of this month",
        )
        .tenant(Tenant::Organization)
        .read(account::usage),
        get("help.get", "/v1/help", MetaRead, "What this server can do")
            .tenant(Tenant::Organization)
            .read(help::help),
        delete(
            "apiKeys.revoke",
            "/v1/api-keys/{keyId}",
            KeysWrite,
            "Revoke a key, effective at once",
        )
        .scope(All)
        .permission(Permission::Administer)
        .tenant(Tenant::Organization)
        .errors(&[NotFound, OrgScopeRequired])
        .asks_password()
        .write(account::revoke_key),
    ];
    [
        brand.map(|row| row.scope(Emails)).to_vec(),
        organization.to_vec(),
    ]
    .concat()
}
