//! Organizations, brands, people and plans from the command line.

use postrider_domain::address::EmailAddress;
use postrider_domain::credits::Plans;
use postrider_store::brands;
use postrider_store::db::{Db, DbError};
use postrider_store::organizations::{self, OrganizationRecord};
use serde_json::json;
use std::sync::Arc;

use super::output::Output;
use super::{BrandCommand, CommandError, OrgCommand, PlanCommand, UserCommand};
use crate::accounts;
use crate::config::Config;

pub struct Admin<'c> {
    pub db: Db,
    pub config: &'c Config,
    pub now: i64,
}

impl Admin<'_> {
    pub async fn org(self, command: OrgCommand) -> Result<Output, CommandError> {
        match command {
            OrgCommand::Create { name, plan } => self.create_org(name, plan).await,
            OrgCommand::List => {
                let rows = self
                    .db
                    .read(
                        |tx| async move { organizations::list(&tx, 0, i64::from(u32::MAX)).await },
                    )
                    .await?;
                let text = rows
                    .iter()
                    .map(|org| format!("{}  {:<10}  {}", org.public_id, org.plan, org.name));
                let json = rows.iter().map(org_json).collect();
                Ok(Output::new(lines(text), json))
            }
        }
    }

    async fn create_org(self, name: String, plan: String) -> Result<Output, CommandError> {
        self.check_plan(&plan)?;
        let now = self.now;
        let (org_name, org_plan) = (name.clone(), plan.clone());
        let made = self
            .db
            .write(move |tx| {
                let (name, plan) = (org_name.clone(), org_plan.clone());
                async move { accounts::make_organization(&tx, &name, &plan, now).await }
            })
            .await?;
        Ok(Output::new(
            format!("Made organization {name} ({plan}): {}", made.public_id),
            json!({ "organizationId": made.public_id, "name": name, "plan": plan }),
        ))
    }

    pub async fn brand(self, command: BrandCommand) -> Result<Output, CommandError> {
        match command {
            BrandCommand::Create { name, org } => {
                let (org, now, brand_name) =
                    (self.organization(&org).await?.id, self.now, name.clone());
                let made = self
                    .db
                    .write(move |tx| {
                        let name = brand_name.clone();
                        async move { accounts::make_brand(&tx, org, &name, now).await }
                    })
                    .await?;
                Ok(Output::new(
                    format!("Made brand {name}: {}", made.public_id),
                    json!({ "brandId": made.public_id, "name": name }),
                ))
            }
            BrandCommand::List { org } => {
                let org = self.organization(&org).await?.id;
                let rows = self
                    .db
                    .read(move |tx| async move {
                        brands::list(&tx, org, i64::from(u32::MAX), None).await
                    })
                    .await?;
                let text = rows
                    .iter()
                    .map(|brand| format!("{}  {}", brand.public_id, brand.name));
                let json = rows
                    .iter()
                    .map(|brand| json!({ "brandId": brand.public_id, "name": brand.name }))
                    .collect();
                Ok(Output::new(lines(text), json))
            }
        }
    }

    pub async fn user(self, command: UserCommand) -> Result<Output, CommandError> {
        let UserCommand::Create { email, org, role } = command;
        let email = EmailAddress::parse(&email)
            .map_err(|problem| CommandError::Refused(problem.message))?;
        let (org, now) = (self.organization(&org).await?.id, self.now);
        let password = Arc::new(accounts::make_password().map_err(CommandError::Refused)?);
        let (address, kept, given_role) = (
            email.as_str().to_owned(),
            Arc::clone(&password),
            role.clone(),
        );
        let made = self
            .db
            .write(move |tx| {
                let (email, password, role) =
                    (address.clone(), Arc::clone(&kept), given_role.clone());
                async move { accounts::make_user(&tx, org, &email, &role, &password, now).await }
            })
            .await;
        let user_id = match made {
            Ok(user_id) => user_id,
            Err(DbError::Conflict { .. }) => {
                return Err(CommandError::Refused(format!(
                    "{} has an account in this organization",
                    email.as_str()
                )));
            }
            Err(error) => return Err(error.into()),
        };
        Ok(Output::new(
            format!(
                "Made {role} {}\nPassword (shown once): {}",
                email.as_str(),
                password.text
            ),
            json!({ "userId": user_id, "email": email.as_str(), "role": role, "password": password.text }),
        ))
    }

    pub async fn plan(self, command: PlanCommand) -> Result<Output, CommandError> {
        let PlanCommand::Set { org: org_id, plan } = command;
        self.check_plan(&plan)?;
        let org = self.organization(&org_id).await?;
        let (number, new_plan) = (org.id, plan.clone());
        self.db
            .write(move |tx| {
                let plan = new_plan.clone();
                async move { organizations::set_plan(&tx, number, &plan).await }
            })
            .await?;
        Ok(Output::new(
            format!("{} is on plan {plan}", org.name),
            json!({ "organizationId": org.public_id, "name": org.name, "plan": plan }),
        ))
    }

    pub async fn organization(&self, public_id: &str) -> Result<OrganizationRecord, CommandError> {
        let wanted = public_id.to_owned();
        self.db
            .read(move |tx| {
                let wanted = wanted.clone();
                async move { organizations::find(&tx, &wanted).await }
            })
            .await?
            .ok_or_else(|| {
                CommandError::Refused(format!(
                    "there is no organization {public_id}; see `postrider org list`"
                ))
            })
    }

    fn check_plan(&self, plan: &str) -> Result<(), CommandError> {
        let plans = Plans::with(self.config.plans.clone());
        if plans.get(plan).is_some() {
            return Ok(());
        }
        let known: Vec<&str> = plans.keys().collect();
        Err(CommandError::Refused(format!(
            "there is no plan `{plan}`; there are {}",
            known.join(", ")
        )))
    }
}

fn org_json(org: &OrganizationRecord) -> serde_json::Value {
    json!({ "organizationId": org.public_id, "name": org.name, "plan": org.plan })
}

pub fn lines(text: impl Iterator<Item = String>) -> String {
    let text: Vec<String> = text.collect();
    if text.is_empty() {
        "(none)".to_owned()
    } else {
        text.join("\n")
    }
}
