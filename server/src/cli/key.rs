//! API keys from the command line.

use postrider_domain::scope::Scopes;
use postrider_domain::time;
use postrider_store::brands;
use postrider_store::keys::{self, KeyFilter as Wanted, ListedKey, Revocation};
use serde_json::{Value, json};

use super::admin::{Admin, lines};
use super::output::Output;
use super::{CommandError, KeyCommand, KeyFilter, NewKeyArgs, OwnerArgs};
use crate::accounts::{self, KeyOwner};

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
        let owner = self.owner(&args.owner).await?;
        let now = self.now;
        let (name, granted) = (args.name.clone(), scopes.clone());
        let made = self
            .db
            .write(move |tx| {
                let (name, granted) = (name.clone(), granted.clone());
                let owner = KeyOwner {
                    org: owner.org,
                    brand: owner.brand,
                };
                async move { accounts::make_key(&tx, &owner, &granted, &name, now).await }
            })
            .await?;
        let mut json = json!({
            "keyId": made.public_id, "secret": made.minted.secret,
            "prefix": made.minted.prefix, "scopes": scopes.names(),
        });
        if let Some(brand) = &args.owner.brand {
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

    async fn owner(&self, args: &OwnerArgs) -> Result<KeyOwner, CommandError> {
        match (&args.brand, &args.org) {
            (Some(brand), _) => {
                let key = self.brand_key(brand).await?;
                Ok(KeyOwner {
                    org: key.org,
                    brand: Some(key.brand),
                })
            }
            (None, Some(org)) => Ok(KeyOwner {
                org: self.organization(org).await?.id,
                brand: None,
            }),
            (None, None) => Err(CommandError::Refused(
                "name the owner with --brand or --org".to_owned(),
            )),
        }
    }

    pub(super) async fn brand_key(
        &self,
        public_id: &str,
    ) -> Result<postrider_domain::tenant::BrandKey, CommandError> {
        let wanted = public_id.to_owned();
        self.db
            .read(move |tx| {
                let wanted = wanted.clone();
                async move { brands::find_anywhere(&tx, &wanted).await }
            })
            .await?
            .map(|brand| brand.key)
            .ok_or_else(|| CommandError::Refused(format!("there is no brand {public_id}")))
    }

    async fn revoke_key(self, key_id: String) -> Result<Output, CommandError> {
        let (now, wanted) = (self.now, key_id.clone());
        let revocation = self
            .db
            .write(move |tx| {
                let wanted = wanted.clone();
                async move {
                    match keys::find_by_public_id(&tx, &wanted).await? {
                        Some(key) => keys::revoke(&tx, key.org, &wanted, now).await,
                        None => Ok(Revocation::NotFound),
                    }
                }
            })
            .await?;
        let (text, deleted, revoked_at) = match revocation {
            Revocation::Revoked { revoked_at } => ("Revoked", true, revoked_at),
            Revocation::Already { revoked_at } => ("Was revoked before:", false, revoked_at),
            Revocation::NotFound => {
                return Err(CommandError::Refused(format!("there is no key {key_id}")));
            }
        };
        Ok(Output::new(
            format!("{text} {key_id}"),
            json!({ "keyId": key_id, "deleted": deleted, "revokedAt": time::format(revoked_at) }),
        ))
    }

    async fn list_keys(self, filter: KeyFilter) -> Result<Output, CommandError> {
        let owner = match (&filter.brand, &filter.org) {
            (Some(brand), _) => Wanted::Brand(self.brand_key(brand).await?),
            (None, Some(org)) => Wanted::Organization(self.organization(org).await?.id),
            (None, None) => Wanted::All,
        };
        let rows = self
            .db
            .read(move |tx| async move { keys::list(&tx, owner).await })
            .await?;
        Ok(Output::new(
            lines(rows.iter().map(line)),
            rows.iter().map(entry).collect(),
        ))
    }
}

fn line(key: &ListedKey) -> String {
    let state = match (key.revoked_at, key.last_used_at) {
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
