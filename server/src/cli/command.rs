//! The commands there are, and who carries out each.

use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;

use clap::{Parser, Subcommand};

use super::admin::{Admin, PlanCommand, UserCommand};
use super::backup::{self, BackupArgs};
use super::command_error::CommandError;
use super::connection::ConnectionCommand;
use super::fence::FenceArgs;
use super::inbox::{self, InboxCommand};
use super::key::KeyCommand;
use super::objects::{self, ObjectsCommand};
use super::output::{Output, print_error};
use super::serve::{self, ServeArgs};
use super::sink::{self, SinkArgs};
use super::tenants::{BrandCommand, OrgCommand};
use super::{doctor, fence, jsx};
use crate::api::openapi::{self, WrittenFor};
use crate::api::routes;
use crate::app::Keys;
use crate::clock::Clock;
use crate::config::{Config, Format};
use crate::entropy;
use crate::installation;

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
    Serve(ServeArgs),
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
    Connection(ConnectionCommand),
    /// The mails that capture mode has kept
    #[command(subcommand)]
    Inbox(InboxCommand),
    /// An SMTP server that counts and checks what it gets, and misbehaves on request
    Sink(Box<SinkArgs>),
    /// Look at everything that sending needs, and say what to do
    Doctor,
    /// Copy database, journal, secret, images and kept mails, beside a running service
    Backup(BackupArgs),
    /// Images and files that are being imported: where they are kept
    #[command(subcommand)]
    Objects(ObjectsCommand),
    /// Print the OpenAPI document
    #[command(hide = true)]
    Openapi {
        /// With the rows that the dashboard alone calls
        #[arg(long)]
        dashboard: bool,
    },
    /// Render a JSX template from standard input; the service starts this for itself
    #[command(hide = true)]
    Jsx,
    /// Run a program on a file of a stranger, behind a fence; the service starts this for itself
    #[command(hide = true)]
    Fence(FenceArgs),
}

pub fn main() -> ExitCode {
    // Whatever is stored, imported files included, is for this user alone.
    rustix::process::umask(rustix::fs::Mode::RWXG | rustix::fs::Mode::RWXO);
    // A huge page is taken whole for the first bytes in it: at rest, that is twice the memory, and no request is the faster
    // for it. A kernel that cannot be told so has none.
    #[cfg(target_os = "linux")]
    let _ = rustix::thread::disable_transparent_huge_pages(true);
    let cli = Cli::parse();
    if let Command::Jsx = cli.command {
        return jsx::run();
    }
    if let Command::Fence(args) = &cli.command {
        return fence::run(args);
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
        Command::Objects(ObjectsCommand::Move(args)) => {
            let to = Config::place(&cli.config, &args.to)?;
            Box::pin(objects::move_to(&config, to, &args, format)).await
        }
        Command::Openapi { dashboard } => {
            let (rows, reader) = if dashboard {
                (
                    [routes::contract(), routes::app()].concat(),
                    WrittenFor::App,
                )
            } else {
                (routes::contract(), WrittenFor::Program)
            };
            let document = openapi::document(rows.iter(), reader, &config.public_url);
            Ok(Output::document(document))
        }
        command => Box::pin(administer(&config, command)).await,
    }
}

/// Commands that work on the database, beside a running server or without one.
async fn administer(config: &Config, command: Command) -> Result<Output, CommandError> {
    let clock = Clock::machine();
    let installation = installation::open(config, &clock).await?;
    let keys = Keys::derive(&installation.secret);
    let admin = Admin {
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
