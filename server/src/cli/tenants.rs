//! Organizations and brands from the command line: made, listed, stopped, let go on and deleted.

use std::sync::Arc;

use clap::Subcommand;
use postrider_engine::accounts::standing::{self, Standing};
use postrider_engine::accounts::{AccountError, brands, organizations};
use postrider_store::db::{DbError, Tx};
use postrider_store::organizations::{self as stored, OrganizationRecord};
use serde_json::{Value, json};

use super::admin::{Admin, lines, org_json};
use super::command_error::CommandError;
use super::confirmation::Confirmation;
use super::output::Output;
use super::told::Told;

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
            async move {
                let made = organizations::create(&tx, &entropy, &name, &plan, now).await?;
                let told = Told::of_org("command.org.create", &made).to(org_json(&made));
                told.append(&tx, now).await?;
                Ok::<_, DbError>(made)
            }
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
                let org = organizations::find_kept(&tx, &org).await?;
                let made = brands::create(&tx, &entropy, org.id, &name, now).await?;
                let target = ("brand", made.public_id.as_str());
                let told = Told::of_brand("command.brand.create", made.key, target);
                told.to(json!({ "name": name })).append(&tx, now).await?;
                Ok::<_, AccountError>((made, Standing::of(&org)))
            }
        });
        let (made, standing) = made.await?;
        Ok(Output::new(
            format!("Made brand {}: {}", made.name, made.public_id),
            brand_json(&made.public_id, &made.name, standing),
        ))
    }

    async fn list_orgs(self) -> Result<Output, CommandError> {
        let rows = self
            .db
            .read(|tx| async move { stored::list(&tx, 0, i64::from(u32::MAX)).await })
            .await?;
        let text = rows.iter().map(|org| {
            let standing = Standing::of(org).as_str();
            format!(
                "{}  {:<10}  {standing:<9}  {}",
                org.public_id, org.plan, org.name
            )
        });
        let json = rows.iter().map(org_json).collect();
        Ok(Output::new(lines(text), json))
    }

    async fn list_brands(self, org: String) -> Result<Output, CommandError> {
        let rows = self
            .db
            .read(move |tx| async move { standing::list_brands(&tx, &org).await })
            .await?;
        let text = rows.iter().map(|(brand, standing)| {
            format!(
                "{}  {:<9}  {}",
                brand.public_id,
                standing.as_str(),
                brand.name
            )
        });
        let json = rows
            .iter()
            .map(|(brand, standing)| brand_json(&brand.public_id, &brand.name, *standing))
            .collect();
        Ok(Output::new(lines(text), json))
    }

    async fn suspend_org(self, org: String) -> Result<Output, CommandError> {
        let now = self.now;
        let suspended = self.db.write(move |tx| {
            let org = org.clone();
            async move {
                let before = organizations::find(&tx, &org).await?;
                let after = standing::suspend(&tx, &org, now).await?;
                tell_standing(&tx, "command.org.suspend", (&before, &after), now).await?;
                Ok::<_, AccountError>(after)
            }
        });
        let org = suspended.await?;
        let said = format!(
            "{} is suspended: its keys are refused, its mail and all its work hold until `postrider org resume {}`",
            org.name, org.public_id
        );
        Ok(Output::new(said, org_json(&org)))
    }

    async fn resume_org(self, org: String) -> Result<Output, CommandError> {
        let now = self.now;
        let resumed = self.db.write(move |tx| {
            let org = org.clone();
            async move {
                let before = organizations::find(&tx, &org).await?;
                let after = standing::resume(&tx, &org, now).await?;
                tell_standing(&tx, "command.org.resume", (&before, &after), now).await?;
                Ok::<_, AccountError>(after)
            }
        });
        let org = resumed.await?;
        let said = format!("{} goes on where it was", org.name);
        Ok(Output::new(said, org_json(&org)))
    }

    async fn delete_org(
        self,
        org: String,
        confirmation: Confirmation,
    ) -> Result<Output, CommandError> {
        let asked = org.clone();
        let doomed = self
            .db
            .read(move |tx| async move { standing::doomed_organization(&tx, &asked).await });
        confirmation.require("organization", &doomed.await?)?;
        let now = self.now;
        let deleted = self.db.write(move |tx| {
            let org = org.clone();
            async move {
                let before = organizations::find(&tx, &org).await?;
                let after = standing::delete_organization(&tx, &org, now).await?;
                tell_standing(&tx, "command.org.delete", (&before, &after), now).await?;
                Ok::<_, AccountError>(after)
            }
        });
        let org = deleted.await?;
        let said = format!(
            "{} is stopped for good; all that it has is removed in the background",
            org.name
        );
        Ok(Output::new(said, org_json(&org)))
    }

    async fn delete_brand(
        self,
        brand: String,
        confirmation: Confirmation,
    ) -> Result<Output, CommandError> {
        let asked = brand.clone();
        let doomed = self
            .db
            .read(move |tx| async move { standing::doomed_brand(&tx, &asked).await });
        let doomed = doomed.await?;
        confirmation.require("brand", &doomed)?;
        let (now, id, name) = (self.now, brand.clone(), doomed.name.clone());
        let deleted = self.db.write(move |tx| {
            let (brand, name) = (brand.clone(), name.clone());
            async move {
                let key = brands::find_anywhere(&tx, &brand).await?;
                standing::delete_brand(&tx, &brand, now).await?;
                let told = Told::of_brand("command.brand.delete", key, ("brand", &brand));
                Ok(told.from(json!({ "name": name })).append(&tx, now).await?)
            }
        });
        let gone: Result<(), AccountError> = deleted.await;
        gone?;
        let said = format!(
            "{} is stopped for good; all that it has is removed in the background",
            doomed.name
        );
        Ok(Output::new(
            said,
            brand_json(&id, &doomed.name, Standing::Deleting),
        ))
    }
}

/// How the organization stood before, and how it stands now.
async fn tell_standing(
    tx: &Tx,
    act: &'static str,
    (before, after): (&OrganizationRecord, &OrganizationRecord),
    now: i64,
) -> Result<(), DbError> {
    let state = |org| json!({ "state": Standing::of(org).as_str() });
    let told = Told::of_org(act, after)
        .from(state(before))
        .to(state(after));
    told.append(tx, now).await
}

fn brand_json(public_id: &str, name: &str, standing: Standing) -> Value {
    json!({ "brandId": public_id, "name": name, "state": standing.as_str() })
}
