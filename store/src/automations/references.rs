//! Looks up the rows that a graph names.

use std::collections::HashMap;

use postrider_domain::automations::automation::{
    Design, DesignVersion, Graph, NamedDomain, NamedTrigger, References, Wanted,
};
use postrider_domain::designs::design::{EmailStatus, EmailType};
use postrider_domain::sending::sending_domain::DomainStatus;
use postrider_domain::tenant::BrandKey;

use crate::db::{DbError, Row, Tx, Value};
use crate::domains::Sandbox;
use crate::{audiences, fields, params, statements, triggers};

statements! {
    DESIGNS = "
        SELECT id, public_id, type, status, preview_text FROM emails
        WHERE org = $1 AND brand = $2 AND public_id {in_texts}($3) AND deleted_at IS NULL";
    VERSIONS = "
        SELECT e.id, e.public_id, e.type, e.status, e.preview_text, v.id, v.public_id, v.preview_text,
            v.merge_tags
        FROM email_versions AS v
        JOIN emails AS e ON e.org = v.org AND e.brand = v.brand AND e.id = v.email
        WHERE v.org = $1 AND v.brand = $2 AND v.public_id {in_texts}($3) AND e.deleted_at IS NULL";
    DOMAINS = "
        SELECT id, public_id, name, status FROM domains
        WHERE org = $1 AND brand = $2 AND public_id {in_texts}($3)
            AND (sandbox = FALSE OR sandbox = $4)";
}

/// Every row of the brand that the graph names, as it stands now.
pub async fn references(
    tx: &Tx,
    brand: BrandKey,
    graph: &Graph,
    sandbox: Sandbox,
) -> Result<References, DbError> {
    let wanted = Wanted::of(graph);
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
    let rows = tx.rows(&DESIGNS, values).await?;
    let design = |row: &Row| Ok((row.text(1)?, design_of(row)?));
    rows.iter().map(design).collect()
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
    let rows = tx.rows(&VERSIONS, values).await?;
    let version = |row: &Row| {
        let version = DesignVersion {
            number: row.int(5)?,
            design: design_of(row)?,
            preview_text: row.opt_text(7)?,
            tags: serde_json::from_str(row.str(8)?)
                .map_err(|error| DbError::Other(format!("merge tags cannot be read: {error}")))?,
        };
        Ok((row.text(6)?, version))
    };
    rows.iter().map(version).collect()
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
    let rows = tx.rows(&DOMAINS, values).await?;
    let domain = |row: &Row| {
        let domain = NamedDomain {
            number: row.int(0)?,
            name: row.text(2)?,
            sendable: DomainStatus::parse(row.str(3)?) == Some(DomainStatus::Verified),
        };
        Ok((row.text(1)?, domain))
    };
    rows.iter().map(domain).collect()
}

fn design_of(row: &Row) -> Result<Design, DbError> {
    let unknown = |text: &str| DbError::Other(format!("a design is stored with `{text}`"));
    let (kind, status) = (row.str(2)?, row.str(3)?);
    Ok(Design {
        number: row.int(0)?,
        public_id: row.text(1)?,
        kind: EmailType::parse(kind).ok_or_else(|| unknown(kind))?,
        status: EmailStatus::parse(status).ok_or_else(|| unknown(status))?,
        preview_text: row.opt_text(4)?,
    })
}
