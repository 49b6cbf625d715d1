//! What the commands that work on the database share, and people and plans from the command line.

use std::sync::Arc;

use clap::Subcommand;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use postrider_domain::accounts::credits::Plans;
use postrider_domain::accounts::role::Role;
use postrider_domain::contacts::address::EmailAddress;
use postrider_domain::tenant::BrandKey;
use postrider_engine::accounts::people::{HashedPassword, MadePerson, NewPerson, PasswordKept};
use postrider_engine::accounts::standing::Standing;
use postrider_engine::accounts::{AccountError, brands, organizations, people};
use postrider_engine::assets::Entropy;
use postrider_store::db::Db;
use postrider_store::organizations::OrganizationRecord;
use serde_json::{Value, json};

use super::command_error::CommandError;
use super::output::Output;
use crate::app::home::Home;
use crate::config::Config;

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
    /// Print a link with which somebody chooses a new password; it is good once, for a day
    Link { email: String },
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
    pub async fn user(self, command: UserCommand) -> Result<Output, CommandError> {
        match command {
            UserCommand::Create { email, org, role } => self.make_user(email, org, role).await,
            UserCommand::Link { email } => self.link_user(&email).await,
        }
    }

    async fn link_user(self, email: &str) -> Result<Output, CommandError> {
        let (entropy, now) = (self.entropy, self.now);
        // The first owner's is none that gets mail.
        let email = EmailAddress::parse(email).map_or_else(
            |_| email.trim().to_lowercase(),
            |address| address.as_str().to_owned(),
        );
        let wanted = email.clone();
        let made = self.db.write(move |tx| {
            let (entropy, wanted) = (Arc::clone(&entropy), wanted.clone());
            async move { people::link(&tx, &entropy, &wanted, now).await }
        });
        let link = claim_link(&self.config.public_url, &made.await?);
        Ok(Output::new(
            format!(
                "{link}\nGood once, for a day; it takes the place of a link that was made before."
            ),
            json!({ "email": email, "link": link }),
        ))
    }

    async fn make_user(
        self,
        email: String,
        org: String,
        role: Role,
    ) -> Result<Output, CommandError> {
        let email = EmailAddress::parse(&email)
            .map_err(|problem| CommandError::Refused(problem.message))?;
        let password = Arc::new(HashedPassword::random(&self.entropy)?);
        let made = self
            .create_user(email.clone(), org, role, Arc::clone(&password))
            .await?;
        let (email, role) = (email.as_str(), role.as_str());
        let password = match made.password {
            PasswordKept::New => Some(&password.text),
            PasswordKept::Known => None,
        };
        let told = match password {
            Some(password) => format!("Password (shown once): {password}"),
            None => "The address has an account here: its password stays.".to_owned(),
        };
        Ok(Output::new(
            format!("Made {role} {email}\n{told}"),
            json!({ "userId": made.public_id, "email": email, "role": role, "password": password }),
        ))
    }

    async fn create_user(
        self,
        email: EmailAddress,
        org: String,
        role: Role,
        password: Arc<HashedPassword>,
    ) -> Result<MadePerson, AccountError> {
        let (entropy, now) = (self.entropy, self.now);
        let made = self.db.write(move |tx| {
            let (entropy, password) = (Arc::clone(&entropy), Arc::clone(&password));
            let (email, org) = (email.clone(), org.clone());
            async move {
                let new = NewPerson {
                    org: organizations::find_kept(&tx, &org).await?.id,
                    email: email.as_str(),
                    role,
                    password: Some(&password),
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

    pub fn check_plan(&self, plan: &str) -> Result<(), CommandError> {
        let plans = Plans::with(self.config.plans.clone());
        organizations::plan_named(&plans, plan)?;
        Ok(())
    }
}

pub fn claim_link(public_url: &str, token: &str) -> String {
    Home::of(public_url).link("claim", token)
}

pub fn org_json(org: &OrganizationRecord) -> Value {
    json!({
        "organizationId": org.public_id, "name": org.name, "plan": org.plan,
        "state": Standing::of(org).as_str(),
    })
}

pub fn lines(text: impl Iterator<Item = String>) -> String {
    let text: Vec<String> = text.collect();
    if text.is_empty() {
        "(none)".to_owned()
    } else {
        text.join("\n")
    }
}
