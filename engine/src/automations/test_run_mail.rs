//! The mails of a test run: each is one of those that the organization may have in a day.

use std::sync::Arc;

use jiff::tz::TimeZone;
use postrider_domain::automations::automation::{Graph, NodeConfig, SendEmailConfig};
use postrider_domain::designs::merge::show_dates;
use postrider_domain::numbers::{Millis, RunNo};
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::VersionRecord;
use postrider_store::automations::test_runs::{self, TestRun};
use postrider_store::db::{DbError, Tx};
use postrider_store::{domains, emails, test_mails, triggers};

use super::node_sender::node_from;
use crate::failure::Failure;
use crate::jobs::{JobError, Turn};
use crate::sending::{TestAllowance, TestMail, TestSender, TestedNode, from_own_sender};

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

/// The mail of a node, and why it does not come from the node's domain, if it does not.
pub(super) struct PreparedMail {
    pub mail: TestMail,
    pub own_sender: Option<String>,
}

/// `None`: its design is gone.
pub(super) async fn prepare(
    turn: &Turn,
    test_run: &TestRun,
    version: &VersionRecord,
    zone: &TimeZone,
    node: &str,
) -> Result<Option<PreparedMail>, JobError> {
    let brand = turn.job.brand;
    let mut named = version.uses.emails.iter();
    let Some(used) = named.find(|used| used.node == node).cloned() else {
        return Ok(None);
    };
    let config = Arc::new(send_config(&version.graph, node).unwrap_or_default());
    let (email, design_version, known) = (used.email, used.version, Arc::clone(&config));
    let trigger = version.uses.trigger;
    let read = turn.db.read(move |tx| {
        let config = Arc::clone(&known);
        async move {
            let Some(found) = emails::by_number(&tx, brand, email).await? else {
                return Ok(None);
            };
            let sender = sender(&tx, brand, &config, used.domain).await?;
            let trigger = match trigger {
                Some(trigger) => triggers::by_number(&tx, brand, trigger).await?,
                None => None,
            };
            Ok::<_, JobError>(Some((found, sender, trigger, tx.number())))
        }
    });
    let Some((record, sender, trigger, number)) = read.await? else {
        return Ok(None);
    };
    let mut payload = serde_json::from_str(&test_run.payload).unwrap_or_default();
    if let Some(trigger) = trigger {
        show_dates(&mut payload, trigger.contract.date_keys(), zone);
    }
    let subject = config.subject.clone().or(record.subject);
    let own_line = config.preview_text.clone();
    let (sender, own_sender) = match sender {
        Ok(sender) => (Some(sender), None),
        Err(why) => (None, Some(from_own_sender(&why))),
    };
    let mail = TestMail {
        brand,
        number,
        email,
        version: design_version,
        to: test_run.address.clone(),
        subject: format!("{PREFIX}{}", subject.unwrap_or(record.title)),
        preview_text: own_line.filter(|text| !text.trim().is_empty()),
        payload,
        sender,
        run: Some(TestedNode {
            automation: test_run.automation,
            run: test_run.id,
            node: node.to_owned(),
        }),
    };
    Ok(Some(PreparedMail { mail, own_sender }))
}

/// The one that the node's mail will come from, if its domain is ready; else why not.
async fn sender(
    tx: &Tx,
    brand: BrandKey,
    config: &SendEmailConfig,
    domain: Option<i64>,
) -> Result<Result<TestSender, String>, DbError> {
    let Some(number) = domain else {
        return Ok(Err("The node names no domain.".to_owned()));
    };
    let Some(domain) = domains::by_number(tx, brand, number).await? else {
        return Ok(Err("The node's domain is not there any more.".to_owned()));
    };
    if !domain.is_sendable() {
        let why = format!("The domain `{}` is not verified for sending.", domain.name);
        return Ok(Err(why));
    }
    let (from_email, from_name) = node_from(tx, brand, config, &domain).await?;
    Ok(Ok(TestSender {
        domain: domain.id,
        from_email,
        from_name,
        reply_to: config.reply_to.clone().or(domain.default_reply_to),
    }))
}

/// What a node says about its mail.
fn send_config(graph: &str, id: &str) -> Option<SendEmailConfig> {
    let graph: Graph = serde_json::from_str(graph).ok()?;
    let node = graph.nodes.into_iter().find(|node| node.id == id)?;
    match node.config {
        NodeConfig::SendEmail(config) => Some(config),
        _ => None,
    }
}
