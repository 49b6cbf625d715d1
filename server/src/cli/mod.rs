//! The command line. Names and JSON shapes are fixed: people script them.

mod admin;
mod backup;
mod connection;
mod doctor;
mod inbox;
mod jsx;
mod key;
mod output;
mod serve;
mod sink;
mod terminal;

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, Parser, Subcommand};
use postrider_domain::accounts::role::Role;
use postrider_engine::accounts::AccountError;
use postrider_store::db::DbError;

use crate::api::{openapi, routes};
use crate::app::Keys;
use crate::clock::Clock;
use crate::config::{Config, ConfigError, Format};
use crate::entropy;
use crate::installation::{self, OpenError};
use output::{Output, print_error};

/// Email marketing and automation on your own machine.
#[derive(Parser)]
#[command(name = "postrider", version, propagate_version = true)]
struct Cli {
    /// Settings file; the environment (`POSTRIDER_…`) goes before it
    #[arg(long, global = true, default_value = "postrider.toml")]
    config: PathBuf,
    /// Print JSON instead of text
    #[arg(long, global = true)]
    json: bool,
    #[command(subcommand)]
    command: Command,
}

impl Cli {
    fn format(&self) -> Format {
        if self.json {
            Format::Json
        } else {
            Format::Text
        }
    }
}

#[derive(Subcommand)]
enum Command {
    /// Run the service
    Serve(serve::ServeArgs),
    /// Bring the database up to date (serve does it too)
    Migrate,
    /// Organizations
    #[command(subcommand)]
    Org(OrgCommand),
    /// Brands of an organization
    #[command(subcommand)]
    Brand(BrandCommand),
    /// People who may sign in
    #[command(subcommand)]
    User(UserCommand),
    /// API keys
    #[command(subcommand)]
    Key(KeyCommand),
    /// The plan of an organization
    #[command(subcommand)]
    Plan(PlanCommand),
    /// Accounts with other services whose events arrive here
    #[command(subcommand)]
    Connection(connection::ConnectionCommand),
    /// The mails that capture mode has kept
    #[command(subcommand)]
    Inbox(inbox::InboxCommand),
    /// An SMTP server that counts and checks what it gets, and misbehaves on request
    Sink(Box<sink::SinkArgs>),
    /// Look at everything that sending needs, and say what to do
    Doctor,
    /// Copy database, journal, secret, images and kept mails, beside a running service
    Backup(backup::BackupArgs),
    /// Print the OpenAPI document
    #[command(hide = true)]
    Openapi,
    /// Render a JSX template from standard input; the service starts this for itself
    #[command(hide = true)]
    Jsx,
}

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

/// Why a command failed, in words for the terminal.
#[derive(Debug, thiserror::Error)]
pub enum CommandError {
    #[error(transparent)]
    Config(#[from] ConfigError),
    #[error(transparent)]
    Open(#[from] OpenError),
    #[error(transparent)]
    Start(#[from] crate::process::start_error::StartError),
    #[error("the database: {0}")]
    Database(#[from] DbError),
    #[error("{0}")]
    Refused(String),
}

impl From<AccountError> for CommandError {
    fn from(error: AccountError) -> Self {
        match error {
            AccountError::Database(error) => Self::Database(error),
            AccountError::NoOrganization(_) => {
                Self::Refused(format!("{error}; see `postrider org list`"))
            }
            error => Self::Refused(error.to_string()),
        }
    }
}

pub fn main() -> ExitCode {
    // Whatever is stored, imported files included, is for this user alone.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    let cli = Cli::parse();
    if let Command::Jsx = cli.command {
        return jsx::run();
    }
    let format = cli.format();
    let runtime = match tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
    {
        Ok(runtime) => runtime,
        Err(error) => {
            print_error(&format!("cannot start the runtime: {error}"));
            return ExitCode::FAILURE;
        }
    };
    match runtime.block_on(run(cli)) {
        Ok(output) => output.print(format),
        Err(error) => {
            print_error(&error.to_string());
            ExitCode::FAILURE
        }
    }
}

async fn run(cli: Cli) -> Result<Output, CommandError> {
    if let Command::Doctor = cli.command {
        return Ok(doctor::run(&cli.config).await);
    }
    let config = Config::load(&cli.config)?;
    let format = cli.format();
    match cli.command {
        Command::Serve(args) => Box::pin(serve::serve(config, args, format)).await,
        Command::Inbox(command) => inbox::run(&config, command, format),
        Command::Sink(args) => sink::run(*args, format).await,
        Command::Backup(args) => backup::run(&config, args).await,
        Command::Openapi => Ok(Output::document(openapi::document(
            routes::contract().iter(),
            &config.public_url,
        ))),
        command => Box::pin(administer(&config, command)).await,
    }
}

/// Commands that work on the database, beside a running server or without one.
async fn administer(config: &Config, command: Command) -> Result<Output, CommandError> {
    let clock = Clock::machine();
    let installation = installation::open(config, &clock).await?;
    let keys = Keys::derive(&installation.secret);
    let admin = admin::Admin {
        db: installation.db,
        config,
        entropy: Arc::new(entropy::bytes),
        now: clock.now(),
    };
    match command {
        Command::Org(command) => admin.org(command).await,
        Command::Brand(command) => admin.brand(command).await,
        Command::User(command) => admin.user(command).await,
        Command::Key(command) => admin.key(command).await,
        Command::Plan(command) => admin.plan(command).await,
        Command::Connection(command) => admin.connection(command, &keys.connections).await,
        // Opening has migrated already.
        _ => Ok(Output::line("The database is up to date.")),
    }
}
