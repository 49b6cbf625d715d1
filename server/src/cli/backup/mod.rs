//! `postrider backup`: a copy of all that an installation holds, beside the service that uses it.

mod tar;
mod tree;

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};

use clap::Args;
use postrider_domain::time;
use postrider_engine::objects::Location;
use postrider_engine::sending::{COPY_MARK, JOURNAL};
use postrider_store::db::{Copied, Db};
use serde_json::{Value, json};

use super::command_error::CommandError;
use super::output::Output;
use crate::clock::Clock;
use crate::config::Config;
use crate::installation::data_folder;
use crate::process::mailing::CAPTURED;
use tree::Amount;

const DATABASE: &str = "postrider.db";

const NEXT: &str = "\
A service whose POSTRIDER_DATA is a copy of this has everything. Sends that are unfinished start paused there.";
const NEXT_WITH_DUMP: &str = "\
Keep a dump of the database with it, made with pg_dump before this command ran. A service that starts from both
pauses the sends that are unfinished.";

#[derive(Args)]
pub struct BackupArgs {
    /// A folder that is new or empty, or a new file whose name ends in .tar
    target: PathBuf,
}

#[derive(Debug, thiserror::Error)]
enum BackupError {
    #[error("{path}: {error}")]
    Io { path: PathBuf, error: io::Error },
    #[error(transparent)]
    Command(#[from] CommandError),
}

fn io_error(path: &Path) -> impl FnOnce(io::Error) -> BackupError {
    let path = path.to_owned();
    move |error| BackupError::Io { path, error }
}

impl From<BackupError> for CommandError {
    fn from(error: BackupError) -> Self {
        match error {
            BackupError::Io { .. } => Self::Refused(format!("the backup failed: {error}")),
            BackupError::Command(error) => error,
        }
    }
}

/// What was copied.
struct Contents {
    /// Its bytes, unless it is copied with tools of its own.
    database: Option<u64>,
    folders: Vec<(&'static str, Amount)>,
}

pub async fn run(config: &Config, args: BackupArgs) -> Result<Output, CommandError> {
    let now = Clock::machine().now();
    let target = &args.target;
    check(config, target)?;
    let contents = if target.extension().is_some_and(|end| end == "tar") {
        into_file(config, target, now).await?
    } else {
        into_folder(config, target, now).await?
    };
    Ok(said(target, &contents))
}

fn check(config: &Config, target: &Path) -> Result<(), CommandError> {
    let refused = |message: String| Err(CommandError::Refused(message));
    if !config.data.is_dir() {
        return refused(format!("there is no data folder {}", config.data.display()));
    }
    let is_taken = match fs::read_dir(target) {
        Ok(mut entries) => entries.next().is_some(),
        Err(_) => target.exists(),
    };
    if is_taken {
        return refused(format!(
            "{} is there already and not empty; name a new folder or a new .tar file",
            target.display()
        ));
    }
    // A copy inside what is copied would never end.
    let parent = target
        .ancestors()
        .skip(1)
        .map(|path| {
            if path.as_os_str().is_empty() {
                Path::new(".")
            } else {
                path
            }
        })
        .find_map(|path| path.canonicalize().ok());
    let is_inside = |folder: &PathBuf| {
        let folder = folder.canonicalize().ok();
        folder.is_some_and(|folder| parent.as_ref().is_some_and(|at| at.starts_with(folder)))
    };
    match folders(config).iter().find(|(_, folder)| is_inside(folder)) {
        Some((_, folder)) => refused(format!(
            "{} lies in {}, which is to be copied",
            target.display(),
            folder.display()
        )),
        None => Ok(()),
    }
}

/// What is copied as it is, in this order: after the database, so that every image that a design names is there, and
/// the journal knows no less than the database.
fn folders(config: &Config) -> Vec<(&'static str, PathBuf)> {
    let mut folders = vec![(JOURNAL, config.data.join(JOURNAL))];
    // A bucket is its owner's to keep.
    if let Location::Folder(folder) = &config.objects {
        folders.push(("objects", folder.clone()));
    }
    folders.push((CAPTURED, config.data.join(CAPTURED)));
    folders
}

async fn into_file(config: &Config, file: &Path, now: i64) -> Result<Contents, BackupError> {
    let mut draft = file.as_os_str().to_owned();
    draft.push(".partial");
    let draft = PathBuf::from(draft);
    if draft.exists() {
        let message = format!(
            "{} is left of an earlier try; delete it first",
            draft.display()
        );
        return Err(CommandError::Refused(message).into());
    }
    let contents = into_folder(config, &draft, now).await?;
    let packed = tar::pack(&draft, file, now);
    if packed.is_err() {
        let _ = fs::remove_file(file);
    }
    fs::remove_dir_all(&draft).map_err(io_error(&draft))?;
    packed.map_err(io_error(file))?;
    Ok(contents)
}

async fn into_folder(config: &Config, folder: &Path, now: i64) -> Result<Contents, BackupError> {
    tree::make_folder(folder).map_err(io_error(folder))?;
    let copied = copy(config, folder, now).await;
    match copied {
        // Half a backup is none.
        Err(_) => drop(fs::remove_dir_all(folder)),
        Ok(_) => rustix::fs::sync(),
    }
    copied
}

async fn copy(config: &Config, folder: &Path, now: i64) -> Result<Contents, BackupError> {
    // First of all: no copy of a database without it.
    let marker = format!(
        "Copied at {}. The service starts with every unfinished send paused, and deletes this file.\n",
        time::format(now)
    );
    write_private(&folder.join(COPY_MARK), &marker)?;
    let database = folder.join(DATABASE);
    let database = match Db::copy(&config.database_url, &database).await {
        Ok(Copied::Here) => Some(size(&database)?),
        Ok(Copied::Elsewhere) => None,
        Err(error) => return Err(CommandError::Database(error).into()),
    };
    let secret = data_folder::secret_text(
        &config.data,
        config.secret.as_ref().map(|text| text.as_str()),
    );
    let secret = secret.map_err(|error| CommandError::Open(error.into()))?;
    write_private(&folder.join("secret"), &secret)?;
    // By it a service finds what its earlier life left in the journal.
    let process = config.data.join("process");
    if process.exists() {
        let number = fs::read_to_string(&process).map_err(io_error(&process))?;
        write_private(&folder.join("process"), &number)?;
    }
    let mut copied = Vec::new();
    for (name, from) in folders(config) {
        let amount = tree::copy(&from, &folder.join(name)).map_err(io_error(&from))?;
        copied.push((name, amount));
    }
    Ok(Contents {
        database,
        folders: copied,
    })
}

fn write_private(path: &Path, text: &str) -> Result<(), BackupError> {
    OpenOptions::new()
        .write(true)
        .create_new(true)
        .mode(0o600)
        .open(path)
        .and_then(|mut file| file.write_all(text.as_bytes()))
        .map_err(io_error(path))
}

fn size(path: &Path) -> Result<u64, BackupError> {
    let metadata = fs::metadata(path).map_err(io_error(path))?;
    Ok(metadata.len())
}

fn said(target: &Path, contents: &Contents) -> Output {
    let mut json = json!({ "target": target, "secret": true, "marker": COPY_MARK });
    let mut lines = vec![format!("Copied to {}", target.display())];
    let (database, next) = if let Some(bytes) = contents.database {
        json["database"] = json!({ "file": DATABASE, "bytes": bytes });
        (megabytes(bytes), NEXT)
    } else {
        json["database"] = Value::Null;
        ("not copied: it is PostgreSQL's".to_owned(), NEXT_WITH_DUMP)
    };
    lines.push(format!("  database  {database}"));
    lines.push("  secret".to_owned());
    for (name, amount) in &contents.folders {
        let size = megabytes(amount.bytes);
        lines.push(format!("  {name:<10}{} files, {size}", amount.files));
        json[*name] = json!({ "files": amount.files, "bytes": amount.bytes });
    }
    lines.push(next.to_owned());
    Output::new(lines.join("\n"), json)
}

pub fn megabytes(bytes: u64) -> String {
    format!("{:.1} MB", bytes as f64 / 1e6)
}
