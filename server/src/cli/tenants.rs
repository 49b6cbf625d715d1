//! Tenants that are listed, stopped, let go on and deleted from the command line.

use clap::Args;
use postrider_engine::accounts::AccountError;
use postrider_engine::accounts::standing::{self, Doomed, Standing};
use postrider_store::organizations::{self as stored, OrganizationRecord};
use serde_json::{Value, json};

use super::admin::{Admin, lines};
use super::command_error::CommandError;
use super::output::{Output, ask};

/// What cannot be undone is asked about.
#[derive(Args, Clone, Copy)]
pub struct Confirmation {
    /// Do not ask
    #[arg(long)]
    yes: bool,
}

impl Confirmation {
    /// Whoever is asked types the name.
    fn require(self, what: &str, doomed: &Doomed) -> Result<(), CommandError> {
        if self.yes {
            return Ok(());
        }
        let sends = match doomed.unfinished_sends {
            0 => String::new(),
            1 => "\nA send is not finished, and ends here.".to_owned(),
            many => format!("\n{many} sends are not finished, and end here."),
        };
        let question = format!(
            "This removes the {what} {} with all that it has, for good.{sends}\nType its name to go on: ",
            doomed.name
        );
        let Some(answer) = ask(&question) else {
            return Err(CommandError::Refused(format!(
                "deleting a {what} cannot be undone: run this on a terminal, where it asks, or add `--yes`"
            )));
        };
        if answer == doomed.name.trim() {
            return Ok(());
        }
        let message = "that is not its name: nothing was deleted";
        Err(CommandError::Refused(message.to_owned()))
    }
}

impl Admin<'_> {
    pub async fn list_orgs(self) -> Result<Output, CommandError> {
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

    pub async fn list_brands(self, org: String) -> Result<Output, CommandError> {
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

    pub async fn suspend_org(self, org: String) -> Result<Output, CommandError> {
        let now = self.now;
        let suspended = self.db.write(move |tx| {
            let org = org.clone();
            async move { standing::suspend(&tx, &org, now).await }
        });
        let org = suspended.await?;
        let said = format!(
            "{} is suspended: its keys are refused, its mail and all its work hold until `postrider org resume {}`",
            org.name, org.public_id
        );
        Ok(Output::new(said, org_json(&org)))
    }

    pub async fn resume_org(self, org: String) -> Result<Output, CommandError> {
        let now = self.now;
        let resumed = self.db.write(move |tx| {
            let org = org.clone();
            async move { standing::resume(&tx, &org, now).await }
        });
        let org = resumed.await?;
        let said = format!("{} goes on where it was", org.name);
        Ok(Output::new(said, org_json(&org)))
    }

    pub async fn delete_org(
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
            async move { standing::delete_organization(&tx, &org, now).await }
        });
        let org = deleted.await?;
        let said = format!(
            "{} is stopped for good; all that it has is removed in the background",
            org.name
        );
        Ok(Output::new(said, org_json(&org)))
    }

    pub async fn delete_brand(
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
        let (now, id) = (self.now, brand.clone());
        let deleted = self.db.write(move |tx| {
            let brand = brand.clone();
            async move { standing::delete_brand(&tx, &brand, now).await }
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

pub fn org_json(org: &OrganizationRecord) -> Value {
    json!({
        "organizationId": org.public_id, "name": org.name, "plan": org.plan,
        "state": Standing::of(org).as_str(),
    })
}

pub fn brand_json(public_id: &str, name: &str, standing: Standing) -> Value {
    json!({ "brandId": public_id, "name": name, "state": standing.as_str() })
}
