//! Organizations, brands, people and plans from the command line.

use std::sync::Arc;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use postrider_domain::accounts::credits::Plans;
use postrider_domain::accounts::role::Role;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::tenant::BrandKey;
use postrider_engine::accounts::people::{HashedPassword, NewPerson};
use postrider_engine::accounts::standing::Standing;
use postrider_engine::accounts::{AccountError, brands, organizations, people};
use postrider_engine::assets::Entropy;
use postrider_store::db::Db;
use serde_json::json;

use super::command_error::CommandError;
use super::output::Output;
use super::tenants::{Confirmation, brand_json, org_json};
use crate::config::Config;

#[derive(Subcommand)]
pub enum OrgCommand {
    /// Make an organization
    Create {
        name: String,
        /// Plan key; without one it is unlimited
        #[arg(long, default_value = "unlimited")]
        plan: String,
    },
    /// List organizations
    List,
    /// Refuse its keys and hold its mail and all its work; links in mails that were sent go on working
    Suspend {
        /// organizationId
        org: String,
    },
    /// Let a suspended organization go on where it was
    Resume {
        /// organizationId
        org: String,
    },
    /// Stop an organization for good, and remove all that it has
    Delete {
        /// organizationId
        org: String,
        #[command(flatten)]
        confirmation: Confirmation,
    },
}

#[derive(Subcommand)]
pub enum BrandCommand {
    /// Make a brand
    Create {
        name: String,
        /// organizationId
        #[arg(long)]
        org: String,
    },
    /// List the brands of an organization
    List {
        /// organizationId
        #[arg(long)]
        org: String,
    },
    /// Stop a brand for good, and remove all that it has
    Delete {
        /// brandId
        brand: String,
        #[command(flatten)]
        confirmation: Confirmation,
    },
}

#[derive(Subcommand)]
pub enum UserCommand {
    /// Make an account; its password is printed once
    Create {
        email: String,
        /// organizationId
        #[arg(long)]
        org: String,
        #[arg(long, value_parser = role_parser())]
        role: Role,
    },
}

#[derive(Subcommand)]
pub enum PlanCommand {
    /// Set the plan of an organization
    Set {
        /// organizationId
        #[arg(long)]
        org: String,
        #[arg(long)]
        plan: String,
    },
}

/// The most powerful first, as the help shows them.
fn role_parser() -> impl TypedValueParser<Value = Role> {
    PossibleValuesParser::new(Role::ALL.map(Role::as_str).into_iter().rev())
        .try_map(|word| Role::parse(&word).ok_or("not a role"))
}

/// What every one of these commands is carried out with.
pub struct Admin<'c> {
    pub db: Db,
    pub config: &'c Config,
    pub entropy: Entropy,
    pub now: i64,
}

impl Admin<'_> {
    pub async fn org(self, command: OrgCommand) -> Result<Output, CommandError> {
        match command {
            OrgCommand::Create { name, plan } => self.create_org(name, plan).await,
            OrgCommand::List => self.list_orgs().await,
            OrgCommand::Suspend { org } => self.suspend_org(org).await,
            OrgCommand::Resume { org } => self.resume_org(org).await,
            OrgCommand::Delete { org, confirmation } => self.delete_org(org, confirmation).await,
        }
    }

    async fn create_org(self, name: String, plan: String) -> Result<Output, CommandError> {
        self.check_plan(&plan)?;
        let (entropy, now) = (self.entropy, self.now);
        let made = self.db.write(move |tx| {
            let (entropy, name, plan) = (Arc::clone(&entropy), name.clone(), plan.clone());
            async move { organizations::create(&tx, &entropy, &name, &plan, now).await }
        });
        let made = made.await?;
        Ok(Output::new(
            format!(
                "Made organization {} ({}): {}",
                made.name, made.plan, made.public_id
            ),
            org_json(&made),
        ))
    }

    pub async fn brand(self, command: BrandCommand) -> Result<Output, CommandError> {
        match command {
            BrandCommand::Create { name, org } => self.create_brand(name, org).await,
            BrandCommand::List { org } => self.list_brands(org).await,
            BrandCommand::Delete {
                brand,
                confirmation,
            } => self.delete_brand(brand, confirmation).await,
        }
    }

    async fn create_brand(self, name: String, org: String) -> Result<Output, CommandError> {
        let (entropy, now) = (self.entropy, self.now);
        let made = self.db.write(move |tx| {
            let (entropy, name, org) = (Arc::clone(&entropy), name.clone(), org.clone());
            async move {
                let org = organizations::find_kept(&tx, &org).await?.id;
                Ok::<_, AccountError>(brands::create(&tx, &entropy, org, &name, now).await?)
            }
        });
        let made = made.await?;
        Ok(Output::new(
            format!("Made brand {}: {}", made.name, made.public_id),
            brand_json(&made.public_id, &made.name, Standing::Active),
        ))
    }

    pub async fn user(self, command: UserCommand) -> Result<Output, CommandError> {
        let UserCommand::Create { email, org, role } = command;
        let email = EmailAddress::parse(&email)
            .map_err(|problem| CommandError::Refused(problem.message))?;
        let password = Arc::new(HashedPassword::random(&self.entropy)?);
        let user_id = self
            .create_user(email.clone(), org, role, Arc::clone(&password))
            .await?;
        let (email, role) = (email.as_str(), role.as_str());
        Ok(Output::new(
            format!(
                "Made {role} {email}\nPassword (shown once): {}",
                password.text
            ),
            json!({ "userId": user_id, "email": email, "role": role, "password": password.text }),
        ))
    }

    async fn create_user(
        self,
        email: EmailAddress,
        org: String,
        role: Role,
        password: Arc<HashedPassword>,
    ) -> Result<String, AccountError> {
        let (entropy, now) = (self.entropy, self.now);
        let made = self.db.write(move |tx| {
            let (entropy, password) = (Arc::clone(&entropy), Arc::clone(&password));
            let (email, org) = (email.clone(), org.clone());
            async move {
                let new = NewPerson {
                    org: organizations::find_kept(&tx, &org).await?.id,
                    email: email.as_str(),
                    role,
                    password: &password,
                };
                people::create(&tx, &entropy, &new, now).await
            }
        });
        made.await
    }

    pub async fn plan(self, command: PlanCommand) -> Result<Output, CommandError> {
        let PlanCommand::Set { org, plan } = command;
        self.check_plan(&plan)?;
        let set = self.db.write(move |tx| {
            let (org, plan) = (org.clone(), plan.clone());
            async move { organizations::set_plan(&tx, &org, &plan).await }
        });
        let org = set.await?;
        Ok(Output::new(
            format!("{} is on plan {}", org.name, org.plan),
            org_json(&org),
        ))
    }

    pub async fn brand_key(&self, public_id: &str) -> Result<BrandKey, CommandError> {
        let wanted = public_id.to_owned();
        let found = self
            .db
            .read(move |tx| async move { brands::find_anywhere(&tx, &wanted).await });
        Ok(found.await?)
    }

    fn check_plan(&self, plan: &str) -> Result<(), CommandError> {
        let plans = Plans::with(self.config.plans.clone());
        organizations::plan_named(&plans, plan)?;
        Ok(())
    }
}


pub fn lines(text: impl Iterator<Item = String>) -> String {
    let text: Vec<String> = text.collect();
    if text.is_empty() {
        "(none)".to_owned()
    } else {
        text.join("\n")
    }
}
