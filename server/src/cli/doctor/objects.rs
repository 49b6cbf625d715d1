//! Where images and imports are kept: reached, and the same for all processes.

use std::collections::BTreeSet;
use std::time::Duration;

use postrider_engine::objects::{Location, Mark, ObjectError, Objects};
use postrider_store::processes::ProcessRow;
use tokio::time::timeout;

use super::finding::{Check, Finding};

const PATIENCE: Duration = Duration::from_secs(10);

pub async fn look(location: &Location, alive: &[ProcessRow]) -> Finding {
    let shown = location.to_string();
    let ours = match identity(location).await {
        Ok(Some((_, Some(mark)))) => {
            let advice =
                "Finish the move. Until then the service does not start with these objects.";
            return Finding::problem(Check::Objects, format!("{shown}: {mark}"), advice);
        }
        Ok(ours) => ours.map(|(identity, _)| identity),
        Err(why) => return unreachable(location, &shown, &why),
    };
    let mut stores: BTreeSet<&str> = alive
        .iter()
        .map(|process| process.objects.as_str())
        .collect();
    stores.extend(ours.as_deref());
    if stores.len() > 1 {
        return Finding::problem(
            Check::Objects,
            format!(
                "processes on this database keep files in {} different places",
                stores.len()
            ),
            "Set POSTRIDER_OBJECTS of all to one place that all reach, a shared folder or s3://…: an image that one of \
             them stores is missing in the mails that lead to another.",
        );
    }
    match ours {
        Some(_) => Finding::ok(Check::Objects, shown),
        None => Finding::ok(Check::Objects, format!("{shown}, not used yet")),
    }
}

/// What tells the store from others, and what a move has left there. A folder that is not there is not made.
async fn identity(location: &Location) -> Result<Option<(String, Option<Mark>)>, String> {
    if matches!(location, Location::Folder(folder) if !folder.exists()) {
        return Ok(None);
    }
    let asked = async {
        let objects = Objects::open(location)?;
        match objects.known_identity().await? {
            Some(identity) => Ok(Some((identity, objects.mark().await?))),
            None => Ok(None),
        }
    };
    match timeout(PATIENCE, asked).await {
        Ok(answer) => answer.map_err(|error: ObjectError| error.to_string()),
        Err(_) => Err("no answer".to_owned()),
    }
}

fn unreachable(location: &Location, shown: &str, why: &str) -> Finding {
    let advice = match location {
        Location::Folder(_) => {
            "Check POSTRIDER_OBJECTS, and that the service's user may read and write there."
        }
        Location::Bucket(_) => "Check POSTRIDER_OBJECTS, its endpoint and its keys.",
    };
    Finding::problem(Check::Objects, format!("{shown}: {why}"), advice)
}
