//! Looks up the rows that a graph names.

use std::collections::HashMap;

use postrider_domain::automations::automation::{
    Design, DesignVersion, Graph, NamedDomain, NamedTrigger, ReferencedIds, References,
};
use postrider_domain::designs::design::{EmailStatus, EmailType, UsedTag};
use postrider_domain::designs::placeholder::KeptWarning;
use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Tx, Value};
use crate::domains::Sandbox;
use crate::{audiences, fields, params, record, statements, triggers};

statements! {
    DESIGNS -> DesignRow = "
        SELECT {columns} FROM emails AS e
        WHERE e.org = $1 AND e.brand = $2 AND e.public_id {in_texts}($3) AND e.deleted_at IS NULL";
    VERSIONS -> VersionRow = "
        SELECT {columns}
        FROM email_versions AS v
        JOIN emails AS e ON e.org = v.org AND e.brand = v.brand AND e.id = v.email
        WHERE v.org = $1 AND v.brand = $2 AND v.public_id {in_texts}($3) AND e.deleted_at IS NULL";
    DOMAINS -> DomainRow = "
        SELECT {columns} FROM domains
        WHERE org = $1 AND brand = $2 AND public_id {in_texts}($3)
            AND (sandbox = FALSE OR sandbox = $4)";
}

record! {
    struct DesignRow {
        number: i64 = "e.id",
        public_id: String = "e.public_id",
        kind: EmailType = "e.type",
        status: EmailStatus = "e.status",
        preview_text: Option<String> = "e.preview_text",
    }
}

record! {
    struct VersionRow {
        design: DesignRow = ..,
        number: i64 = "v.id",
        public_id: String = "v.public_id",
        preview_text: Option<String> = "v.preview_text",
        tags: Vec<UsedTag> = "v.merge_tags",
        warnings: Vec<KeptWarning> = "v.warnings",
    }
}

record! {
    struct DomainRow {
        number: i64 = "id",
        public_id: String = "public_id",
        name: String = "name",
        status: DomainStatus = "status",
    }
}

/// Every row of the brand that the graph names, as it stands now.
pub async fn references(
    tx: &Tx,
    brand: BrandKey,
    graph: &Graph,
    sandbox: Sandbox,
) -> Result<References, DbError> {
    let wanted = ReferencedIds::of(graph);
    let trigger = match wanted.trigger {
        None => None,
        Some(id) => triggers::get(tx, brand, id).await?,
    };
    let audience = match wanted.audience {
        None => None,
        Some(id) => audiences::get(tx, brand, id).await?,
    };
    Ok(References {
        designs: designs(tx, brand, &wanted.emails).await?,
        versions: versions(tx, brand, &wanted.versions).await?,
        domains: domains(tx, brand, &wanted.domains, sandbox).await?,
        trigger: trigger.map(|trigger| {
            let fields = trigger.contract.fields.into_iter();
            NamedTrigger {
                number: trigger.id,
                declared: fields
                    .map(|field| (field.key, field.kind.field_type()))
                    .collect(),
            }
        }),
        audience: audience.map(|audience| audience.id),
        known: fields::known(tx, brand).await?,
    })
}

async fn designs(
    tx: &Tx,
    brand: BrandKey,
    ids: &[&str],
) -> Result<HashMap<String, Design>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let values = params![brand.org, brand.brand, Value::texts(ids.iter().copied())];
    let rows = tx.all(&DESIGNS, values).await?;
    let named = |row: DesignRow| (row.public_id.clone(), row.into());
    Ok(rows.into_iter().map(named).collect())
}

async fn versions(
    tx: &Tx,
    brand: BrandKey,
    ids: &[&str],
) -> Result<HashMap<String, DesignVersion>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let values = params![brand.org, brand.brand, Value::texts(ids.iter().copied())];
    let rows = tx.all(&VERSIONS, values).await?;
    let named = |row: VersionRow| {
        let version = DesignVersion {
            number: row.number,
            design: row.design.into(),
            preview_text: row.preview_text,
            tags: row.tags,
            has_placeholder: row.warnings.iter().any(KeptWarning::is_of_placeholder),
        };
        (row.public_id, version)
    };
    Ok(rows.into_iter().map(named).collect())
}

async fn domains(
    tx: &Tx,
    brand: BrandKey,
    ids: &[&str],
    sandbox: Sandbox,
) -> Result<HashMap<String, NamedDomain>, DbError> {
    if ids.is_empty() {
        return Ok(HashMap::new());
    }
    let ids = Value::texts(ids.iter().copied());
    let values = params![brand.org, brand.brand, ids, sandbox == Sandbox::Shown];
    let rows = tx.all(&DOMAINS, values).await?;
    let named = |row: DomainRow| {
        let domain = NamedDomain {
            number: row.number,
            name: row.name,
            sendable: row.status == DomainStatus::Verified,
        };
        (row.public_id, domain)
    };
    Ok(rows.into_iter().map(named).collect())
}

impl From<DesignRow> for Design {
    fn from(row: DesignRow) -> Self {
        Self {
            number: row.number,
            public_id: row.public_id,
            kind: row.kind,
            status: row.status,
            preview_text: row.preview_text,
        }
    }
}
