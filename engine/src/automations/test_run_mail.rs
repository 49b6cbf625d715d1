//! The mails of a test run: each is one of those that the organization may have in a day.

use jiff::tz::TimeZone;
use postrider_domain::automations::automation::{Graph, NodeConfig};
use postrider_domain::designs::merge::show_dates;
use postrider_domain::numbers::{Millis, RunNo};
use postrider_store::automations::VersionRecord;
use postrider_store::automations::test_runs::{self, TestRun};
use postrider_store::{emails, test_mails, triggers};

use crate::failure::Failure;
use crate::jobs::{JobError, Turn};
use crate::sending::{TestAllowance, TestMail, TestedNode};

/// So that nobody takes a test for the real thing.
const PREFIX: &str = "[Test] ";

/// Whether the mail of a node may leave.
pub(super) enum Entered {
    /// It may have left from here on.
    Yes,
    /// The run was canceled.
    Canceled,
    /// The organization has had all of its day, as this says.
    UsedUp(String),
}

/// Takes a mail from the day's allowance and writes down that it may have left, in one commit.
pub(super) async fn enter(
    turn: &Turn,
    run: i64,
    place: i64,
    allowance: TestAllowance,
    mail: &TestMail,
) -> Result<Entered, JobError> {
    let (brand, now, mail) = (turn.job.brand, Millis(turn.now()), mail.clone());
    let entering = turn.piece(move |tx| {
        let mail = mail.clone();
        async move {
            match allowance.take(&tx, &mail, now).await {
                Ok(()) => {}
                Err(Failure::Problem(problem)) => return Ok(Entered::UsedUp(problem.message)),
                Err(Failure::Database(error)) => return Err(error.into()),
            }
            if test_runs::enter(&tx, brand, RunNo(run), place, now).await? {
                return Ok(Entered::Yes);
            }
            test_mails::give_back(&tx, brand, mail.number).await?;
            Ok(Entered::Canceled)
        }
    });
    entering.await
}

/// The mail of a node. `None`: its design is gone.
pub(super) async fn prepare(
    turn: &Turn,
    test_run: &TestRun,
    version: &VersionRecord,
    zone: &TimeZone,
    node: &str,
) -> Result<Option<TestMail>, JobError> {
    let brand = turn.job.brand;
    let mut named = version.uses.emails.iter();
    let Some(design) = named.find(|design| design.node == node) else {
        return Ok(None);
    };
    let (email, design_version) = (design.email, design.version);
    let trigger = version.uses.trigger;
    let read = turn.db.read(move |tx| async move {
        let found = emails::by_number(&tx, brand, email).await?;
        let trigger = match trigger {
            Some(trigger) => triggers::by_number(&tx, brand, trigger).await?,
            None => None,
        };
        Ok::<_, JobError>(found.map(|found| (found, trigger, tx.number())))
    });
    let Some((record, trigger, number)) = read.await? else {
        return Ok(None);
    };
    let mut payload = serde_json::from_str(&test_run.payload).unwrap_or_default();
    if let Some(trigger) = trigger {
        show_dates(&mut payload, trigger.contract.date_keys(), zone);
    }
    let config = send_config(&version.graph, node);
    let (subject, preview_text) = config.unwrap_or_default();
    let subject = subject.or(record.subject).unwrap_or(record.title);
    Ok(Some(TestMail {
        brand,
        number,
        email,
        version: design_version,
        to: test_run.address.clone(),
        subject: format!("{PREFIX}{subject}"),
        preview_text,
        payload,
        sender: None,
        run: Some(TestedNode {
            automation: test_run.automation,
            run: test_run.id,
            node: node.to_owned(),
        }),
    }))
}

/// What a node says about its mail: subject and preview.
fn send_config(graph: &str, id: &str) -> Option<(Option<String>, Option<String>)> {
    let graph: Graph = serde_json::from_str(graph).ok()?;
    let node = graph.nodes.into_iter().find(|node| node.id == id)?;
    match node.config {
        NodeConfig::SendEmail(config) => Some((config.subject, config.preview_text)),
        _ => None,
    }
}
