//! Connections of providers from the command line.

use std::io::{IsTerminal, Read};
use std::sync::Arc;

use clap::{Args, Subcommand};
use postrider_domain::automations::integration::{Asked, Provider, Settings, check_secret};
use postrider_domain::numbers::Millis;
use postrider_domain::time;
use postrider_engine::integrations::{self, Deleted};
use postrider_engine::seal::Seal;
use postrider_store::connections::{self, ConnectionRecord, NewConnection};
use postrider_store::db::DbError;
use serde_json::{Value, json};

use super::admin::{Admin, lines};
use super::command_error::CommandError;
use super::output::Output;
use super::told::Told;
use crate::entropy;

/// How long the secret before counts beside a new one.
const ROTATION_MS: i64 = 24 * 60 * 60 * 1000;
/// Nothing that is longer is a secret.
const MAX_INPUT: u64 = 64 << 10;

#[derive(Subcommand)]
pub enum ConnectionCommand {
    /// Let a provider's events in, and make a trigger for each of them
    Create(Box<NewConnectionArgs>),
    /// Take a new secret; the old one counts for another 24 hours
    Rotate(RotateArgs),
    /// List the connections of a brand
    List {
        /// brandId
        #[arg(long)]
        brand: String,
    },
    /// Delete a connection and its triggers, unless automations use them
    Delete { connection_id: String },
}

#[derive(Args)]
pub struct NewConnectionArgs {
    /// brandId
    #[arg(long)]
    brand: String,
    #[arg(long, value_parser = Provider::ALL.map(Provider::as_str))]
    provider: String,
    #[command(flatten)]
    secret: SecretArgs,
    /// Column that holds the address (supabase; `email` without it)
    #[arg(long)]
    email_column: Option<String>,
    /// Comma list of tables, with their schema if it is not `public` (supabase)
    #[arg(long, value_delimiter = ',')]
    tables: Vec<String>,
    /// Events of the provider's test mode start automations too (stripe, revenuecat)
    #[arg(long)]
    sandbox: bool,
}

#[derive(Args)]
pub struct RotateArgs {
    connection_id: String,
    #[command(flatten)]
    secret: SecretArgs,
    /// Drop the old secret at once, as when somebody else knows it
    #[arg(long)]
    now: bool,
}

#[derive(Args)]
pub struct SecretArgs {
    /// Read the provider's signing secret from standard input
    #[arg(long, required = true)]
    secret_stdin: bool,
}

impl Admin<'_> {
    pub async fn connection(
        self,
        command: ConnectionCommand,
        seal: &Seal,
    ) -> Result<Output, CommandError> {
        match command {
            ConnectionCommand::Create(args) => self.create_connection(*args, seal).await,
            ConnectionCommand::Rotate(args) => self.rotate_connection(args, seal).await,
            ConnectionCommand::List { brand } => self.list_connections(brand).await,
            ConnectionCommand::Delete { connection_id } => {
                self.delete_connection(connection_id).await
            }
        }
    }

    async fn create_connection(
        self,
        args: NewConnectionArgs,
        seal: &Seal,
    ) -> Result<Output, CommandError> {
        let provider = Provider::parse(&args.provider)
            .ok_or_else(|| CommandError::Refused("there is no such provider".to_owned()))?;
        let asked = Asked {
            email_column: args.email_column,
            tables: args.tables,
            sandbox: args.sandbox,
        };
        let settings = Settings::check(provider, asked).map_err(CommandError::Refused)?;
        let brand = self.brand_key(&args.brand).await?;
        let public_id = entropy::lower32();
        let new = Arc::new(NewConnection {
            secret: sealed_secret(seal, provider, &public_id)?,
            public_id,
            provider,
            settings,
        });
        let (made, now) = (Arc::clone(&new), self.now);
        self.db
            .write(move |tx| {
                let new = Arc::clone(&made);
                async move {
                    integrations::connect(&tx, brand, &new, now).await?;
                    let after = json!({ "provider": new.provider.as_str() });
                    let target = ("connection", new.public_id.as_str());
                    let told = Told::of_brand("command.connection.create", brand, target);
                    told.to(after).append(&tx, now).await
                }
            })
            .await?;
        let url = self.receiver_url(provider, &new.public_id);
        Ok(Output::new(
            format!(
                "Made connection {} of {}\nPost its events to {url}",
                new.public_id,
                provider.name()
            ),
            json!({
                "connectionId": new.public_id, "provider": provider.as_str(), "receiverUrl": url,
            }),
        ))
    }

    async fn rotate_connection(
        self,
        args: RotateArgs,
        seal: &Seal,
    ) -> Result<Output, CommandError> {
        let id = args.connection_id;
        let connection = self.find_connection(&id).await?;
        let secret = sealed_secret(seal, connection.provider, &connection.public_id)?;
        let now = self.now;
        let until = (!args.now).then_some(now + ROTATION_MS);
        let (brand, number) = (connection.brand, connection.id);
        let public_id = connection.public_id.clone();
        let rotated = self.db.write(move |tx| {
            let (secret, id) = (secret.clone(), public_id.clone());
            async move {
                let until = until.map(Millis);
                let rotated =
                    connections::rotate(&tx, brand, number, secret, until, Millis(now)).await?;
                if rotated {
                    let target = ("connection", id.as_str());
                    let told = Told::of_brand("command.connection.rotate", brand, target);
                    told.append(&tx, now).await?;
                }
                Ok::<_, DbError>(rotated)
            }
        });
        if !rotated.await? {
            return Err(unknown(&id));
        }
        let mut json = json!({
            "connectionId": id, "provider": connection.provider.as_str(),
            "receiverUrl": self.receiver_url(connection.provider, &id),
        });
        let Some(until) = until.map(time::format) else {
            let said = format!("{id} has a new secret; the old one counts no more");
            return Ok(Output::new(said, json));
        };
        json["oldSecretUntil"] = json!(until);
        let said = format!("{id} has a new secret; the old one counts until {until}");
        Ok(Output::new(said, json))
    }

    async fn list_connections(self, brand: String) -> Result<Output, CommandError> {
        let brand = self.brand_key(&brand).await?;
        let rows = self
            .db
            .read(move |tx| async move { connections::list(&tx, brand).await })
            .await?;
        let line = |row: &ConnectionRecord| {
            let url = self.receiver_url(row.provider, &row.public_id);
            format!("{}  {:<10}  {url}", row.public_id, row.provider.as_str())
        };
        Ok(Output::new(
            lines(rows.iter().map(line)),
            rows.iter().map(|row| self.entry(row)).collect(),
        ))
    }

    fn entry(&self, row: &ConnectionRecord) -> Value {
        let mut json = json!({
            "connectionId": row.public_id, "provider": row.provider.as_str(),
            "receiverUrl": self.receiver_url(row.provider, &row.public_id),
            "settings": row.settings, "createdAt": time::format(row.created_at),
        });
        if let Some(at) = row.last_event_at {
            json["lastEventAt"] = json!(time::format(at));
        }
        let old = row.old_secret.as_ref();
        if let Some((_, until)) = old.filter(|(_, until)| *until > self.now) {
            json["oldSecretUntil"] = json!(time::format(*until));
        }
        json
    }

    async fn delete_connection(self, id: String) -> Result<Output, CommandError> {
        let connection = Arc::new(self.find_connection(&id).await?);
        let now = self.now;
        let deleted = self.db.write(move |tx| {
            let connection = Arc::clone(&connection);
            async move {
                let deleted = integrations::delete(&tx, &connection, now).await?;
                if let Deleted::Done = deleted {
                    let before = json!({ "provider": connection.provider.as_str() });
                    let target = ("connection", connection.public_id.as_str());
                    let act = "command.connection.delete";
                    let told = Told::of_brand(act, connection.brand, target);
                    told.from(before).append(&tx, now).await?;
                }
                Ok::<_, DbError>(deleted)
            }
        });
        match deleted.await? {
            Deleted::Done => Ok(Output::new(
                format!("Deleted {id}"),
                json!({ "connectionId": id, "deleted": true }),
            )),
            Deleted::Gone => Err(unknown(&id)),
            Deleted::InUse(users) => {
                let users: Vec<String> = users
                    .iter()
                    .map(|user| format!("{} ({})", user.name, user.public_id))
                    .collect();
                Err(CommandError::Refused(format!(
                    "automations use the triggers of {id}: {}",
                    users.join(", ")
                )))
            }
        }
    }

    fn receiver_url(&self, provider: Provider, id: &str) -> String {
        format!("{}{}", self.config.public_url, provider.receiver_path(id))
    }

    async fn find_connection(&self, id: &str) -> Result<ConnectionRecord, CommandError> {
        let wanted = id.to_owned();
        let found = self.db.read(move |tx| {
            let wanted = wanted.clone();
            async move { connections::find(&tx, &wanted).await }
        });
        found.await?.ok_or_else(|| unknown(id))
    }
}

fn unknown(id: &str) -> CommandError {
    CommandError::Refused(format!("there is no connection {id}"))
}

/// The secret on standard input, checked and sealed for its connection.
fn sealed_secret(
    seal: &Seal,
    provider: Provider,
    public_id: &str,
) -> Result<Vec<u8>, CommandError> {
    let input = std::io::stdin().lock();
    if input.is_terminal() {
        let message = "a terminal would show the secret: pipe it in, as in `printf %s \"$SECRET\" | postrider …`";
        return Err(CommandError::Refused(message.to_owned()));
    }
    let mut secret = String::new();
    let mut input = input.take(MAX_INPUT);
    input
        .read_to_string(&mut secret)
        .map_err(|error| CommandError::Refused(format!("the secret cannot be read: {error}")))?;
    let secret = secret.trim_matches(['\r', '\n', ' ', '\t']);
    check_secret(provider, secret).map_err(|why| CommandError::Refused(why.to_owned()))?;
    seal.seal(public_id, secret.as_bytes().to_vec())
        .map_err(|error| CommandError::Refused(error.to_string()))
}
