//! `postrider objects move`: all objects into another place, from a folder into a bucket or back.

use clap::{Args, Subcommand};
use postrider_engine::objects::{Location, Move, MoveError, Objects, Tally};
use postrider_store::db::Db;
use serde_json::json;

use super::backup::megabytes;
use super::command_error::CommandError;
use super::doctor;
use super::output::{Output, Progress};
use crate::clock::Clock;
use crate::config::{Config, Format};
use crate::entropy::lower32;
use crate::installation::data_folder::{self, DataFolderError, Lock};
use crate::installation::{self, OpenError};
use crate::process::upkeep;

#[derive(Subcommand)]
pub enum ObjectsCommand {
    /// Move all of them to another place; a move that was broken off goes on when it is called again
    Move(MoveArgs),
}

#[derive(Args)]
pub struct MoveArgs {
    /// A folder, or `s3://bucket/prefix` with the settings that buckets have
    #[arg(long)]
    pub to: String,
    /// Copy alone, beside a running service, so that the move itself takes less time
    #[arg(long)]
    keep: bool,
}

/// Whether the originals stay.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Originals {
    Kept,
    Deleted,
}

/// What keeps services away while objects leave.
struct Alone<'c> {
    config: &'c Config,
    clock: Clock,
    db: Db,
    _lock: Lock,
}

pub async fn move_to(
    config: &Config,
    to: Location,
    args: &MoveArgs,
    format: Format,
) -> Result<Output, CommandError> {
    if !config.data.is_dir() {
        let message = format!("there is no data folder {}", config.data.display());
        return Err(CommandError::Refused(message));
    }
    let alone = if args.keep {
        None
    } else {
        Some(Alone::with(config).await?)
    };
    let from = opened(config, config.objects.clone())?;
    let to = opened(config, to)?;
    let places = (from.1.to_string(), to.1.to_string());
    let mut progress = Progress::new(format);
    let moved = carry(from, to, alone.as_ref(), &mut progress).await;
    drop(progress);
    let originals = if args.keep {
        Originals::Kept
    } else {
        Originals::Deleted
    };
    Ok(said(&places, &moved?, originals))
}

fn opened(config: &Config, place: Location) -> Result<(Objects, Location), CommandError> {
    let objects = Objects::open(&place).map_err(|error| broken_off(error.into()))?;
    // A mark says where a folder is, to somebody who may stand elsewhere.
    let place = match place {
        Location::Folder(folder) => Location::Folder(folder.canonicalize().unwrap_or(folder)),
        bucket @ Location::Bucket(_) => bucket,
    };
    Ok((objects.with_floor(config.min_free), place))
}

async fn carry(
    from: (Objects, Location),
    to: (Objects, Location),
    alone: Option<&Alone<'_>>,
    progress: &mut Progress,
) -> Result<Tally, CommandError> {
    let mut show = |tally: &Tally| progress.show(&line(tally));
    let moving = Move::begin(from, to, lower32).await;
    let mut moving = moving.map_err(broken_off)?;
    let copied = moving.copy(&mut show).await.map_err(broken_off)?;
    let Some(alone) = alone else {
        return Ok(copied);
    };
    moving.close().await.map_err(broken_off)?;
    // From here on no service starts. One that was faster is seen now, and so is what it has brought.
    let copied = match alone.require().await {
        Ok(()) => moving.copy(&mut show).await.map_err(broken_off),
        Err(in_use) => Err(in_use),
    };
    if let Err(failure) = copied {
        moving.reopen().await.map_err(broken_off)?;
        return Err(failure);
    }
    moving.finish(&mut show).await.map_err(broken_off)
}

impl<'c> Alone<'c> {
    async fn with(config: &'c Config) -> Result<Self, CommandError> {
        let lock = data_folder::lock(&config.data).map_err(|error| match error {
            DataFolderError::Locked(folder) => {
                in_use(&format!("a service works in {}", folder.display()))
            }
            other => CommandError::Open(OpenError::Folder(other)),
        })?;
        let clock = Clock::machine();
        let db = installation::open(config, &clock).await?.db;
        // Who lives was written by the clock of the database.
        upkeep::agree_on_time(&db, &clock).await;
        let alone = Self {
            db,
            config,
            clock,
            _lock: lock,
        };
        alone.require().await?;
        Ok(alone)
    }

    /// The lock speaks for this folder; processes with others tell the database that they live.
    async fn require(&self) -> Result<(), CommandError> {
        let ours = data_folder::identity(&self.config.data).map_err(OpenError::Folder)?;
        let alive = doctor::alive(&self.db, self.clock.now()).await?;
        let others = alive
            .iter()
            .filter(|process| process.id != ours.number)
            .count();
        match others {
            0 => Ok(()),
            1 => Err(in_use("another process works on this database")),
            many => Err(in_use(&format!(
                "{many} other processes work on this database"
            ))),
        }
    }
}

fn in_use(who: &str) -> CommandError {
    CommandError::Refused(format!(
        "{who}, or did seconds ago: stop it first; to copy beside it, add `--keep`"
    ))
}

fn broken_off(error: MoveError) -> CommandError {
    CommandError::Refused(match error {
        MoveError::SamePlace(..) | MoveError::Taken(_) | MoveError::NotWhole(..) => {
            error.to_string()
        }
        error => format!("{error}. Call this again, and it goes on from here"),
    })
}

fn line(tally: &Tally) -> String {
    let size = megabytes(tally.bytes);
    match tally.deleted {
        0 => format!("{} of {} copied, {size}", tally.compared, tally.objects),
        gone => format!("all copied, {size}; {gone} of {} deleted", tally.objects),
    }
}

fn said((from, to): &(String, String), tally: &Tally, originals: Originals) -> Output {
    let size = megabytes(tally.bytes);
    let Tally {
        compared, copied, ..
    } = tally;
    let amount = format!("{compared} objects, {size}; {copied} of them had to be sent");
    let text = match originals {
        Originals::Kept => format!(
            "Copied from {from} to {to}: {amount}\n\
             Now stop the service, call this again without `--keep`, and set POSTRIDER_OBJECTS to {to}"
        ),
        Originals::Deleted => format!(
            "Moved from {from} to {to}: {amount}\n\
             Set POSTRIDER_OBJECTS to {to} before a service starts"
        ),
    };
    let json = json!({
        "from": from, "to": to, "objects": compared, "bytes": tally.bytes, "copied": copied,
        "deleted": tally.deleted,
    });
    Output::new(text, json)
}
