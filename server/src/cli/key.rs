//! API keys from the command line.

use std::sync::Arc;

use clap::{Args, Subcommand};
use postrider_domain::accounts::scope::Scopes;
use postrider_domain::time;
use postrider_engine::accounts::AccountError;
use postrider_engine::accounts::keys::{self, KeyOwnerId, MadeKey, NewKey, Revoked};
use postrider_store::keys::{KeyFilter as Reach, ListedKey};
use serde_json::{Value, json};

use super::admin::{Admin, lines};
use super::command_error::CommandError;
use super::output::Output;

#[derive(Subcommand)]
pub enum KeyCommand {
    /// Make a key; its secret is printed once
    Create(NewKeyArgs),
    /// Revoke a key, effective at once
    Revoke { key_id: String },
    /// List keys
    List(KeyFilter),
}

#[derive(Args)]
pub struct NewKeyArgs {
    #[command(flatten)]
    pub owner: OwnerArgs,
    /// Comma list: contacts, emails, automations, audiences, domains, sends, transactional, all
    #[arg(long)]
    pub scopes: String,
    #[arg(long, default_value = "API key")]
    pub name: String,
}

#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct OwnerArgs {
    /// brandId, for a key bound to one brand
    #[arg(long)]
    pub brand: Option<String>,
    /// organizationId, for a key of the organization
    #[arg(long)]
    pub org: Option<String>,
}

#[derive(Args)]
pub struct KeyFilter {
    /// Only keys of this brandId
    #[arg(long)]
    pub brand: Option<String>,
    /// Only keys of this organizationId
    #[arg(long, conflicts_with = "brand")]
    pub org: Option<String>,
}

impl Admin<'_> {
    pub async fn key(self, command: KeyCommand) -> Result<Output, CommandError> {
        match command {
            KeyCommand::Create(args) => self.create_key(args).await,
            KeyCommand::Revoke { key_id } => self.revoke_key(key_id).await,
            KeyCommand::List(filter) => self.list_keys(filter).await,
        }
    }

    async fn create_key(self, args: NewKeyArgs) -> Result<Output, CommandError> {
        let scopes = Scopes::parse(&args.scopes).map_err(|word| {
            CommandError::Refused(format!(
                "`{word}` is not a scope; see `postrider key create --help`"
            ))
        })?;
        let brand = args.owner.brand.clone();
        let Some(owner) = owner_id(args.owner.brand, args.owner.org) else {
            let message = "name the owner with --brand or --org";
            return Err(CommandError::Refused(message.to_owned()));
        };
        let made = self.make_key(owner, scopes.clone(), args.name).await?;
        let mut json = json!({
            "keyId": made.public_id, "secret": made.minted.secret,
            "prefix": made.minted.prefix, "scopes": scopes.names(),
        });
        if let Some(brand) = brand {
            json["brandId"] = json!(brand);
        }
        let text = format!(
            "Made key {} ({})\nSecret (shown once): {}",
            made.public_id,
            scopes.to_list(),
            made.minted.secret
        );
        Ok(Output::new(text, json))
    }

    async fn make_key(
        self,
        owner: KeyOwnerId,
        scopes: Scopes,
        name: String,
    ) -> Result<MadeKey, AccountError> {
        let (entropy, now) = (self.entropy, self.now);
        let made = self.db.write(move |tx| {
            let (entropy, owner) = (Arc::clone(&entropy), owner.clone());
            let (scopes, name) = (scopes.clone(), name.clone());
            async move {
                let new = NewKey {
                    owner: keys::find_owner(&tx, &owner).await?,
                    scopes: &scopes,
                    name: &name,
                };
                Ok::<_, AccountError>(keys::create(&tx, &entropy, &new, now).await?)
            }
        });
        made.await
    }

    async fn revoke_key(self, key_id: String) -> Result<Output, CommandError> {
        let (now, wanted) = (self.now, key_id.clone());
        let revoked = self.db.write(move |tx| {
            let wanted = wanted.clone();
            async move { keys::revoke(&tx, Reach::All, &wanted, now).await }
        });
        let (text, deleted, revoked_at) = match revoked.await? {
            Revoked::Now { at } => ("Revoked", true, at),
            Revoked::Before { at } => ("Was revoked before:", false, at),
            Revoked::NotFound | Revoked::NotTheBrands => {
                return Err(CommandError::Refused(format!("there is no key {key_id}")));
            }
        };
        Ok(Output::new(
            format!("{text} {key_id}"),
            json!({ "keyId": key_id, "deleted": deleted, "revokedAt": time::format(revoked_at) }),
        ))
    }

    async fn list_keys(self, filter: KeyFilter) -> Result<Output, CommandError> {
        let owner = owner_id(filter.brand, filter.org);
        let now = self.now;
        let rows = self
            .db
            .read(move |tx| async move { keys::list(&tx, owner.as_ref()).await })
            .await?;
        Ok(Output::new(
            lines(rows.iter().map(|key| line(key, now))),
            rows.iter().map(entry).collect(),
        ))
    }
}

fn owner_id(brand: Option<String>, org: Option<String>) -> Option<KeyOwnerId> {
    brand
        .map(KeyOwnerId::Brand)
        .or_else(|| org.map(KeyOwnerId::Organization))
}

fn line(key: &ListedKey, now: i64) -> String {
    let state = match (key.revoked_at, key.last_used_at) {
        (Some(at), _) if at > now => format!("ends {}", time::format(at)),
        (Some(at), _) => format!("revoked {}", time::format(at)),
        (None, Some(at)) => format!("used {}", time::format(at)),
        (None, None) => "never used".to_owned(),
    };
    let binding = key.brand_public_id.as_deref().unwrap_or("organization");
    format!(
        "{}  {}  {binding}  {}  {state}  {}",
        key.public_id, key.prefix, key.scopes, key.name
    )
}

fn entry(key: &ListedKey) -> Value {
    let mut json = json!({
        "keyId": key.public_id, "prefix": key.prefix, "name": key.name,
        "scopes": key.scopes.split(',').collect::<Vec<_>>(), "createdAt": time::format(key.created_at),
    });
    for (name, value) in [
        ("lastUsedAt", key.last_used_at),
        ("revokedAt", key.revoked_at),
    ] {
        if let Some(at) = value {
            json[name] = json!(time::format(at));
        }
    }
    if let Some(brand) = &key.brand_public_id {
        json["brandId"] = json!(brand);
    }
    json
}
