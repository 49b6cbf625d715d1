//! One commit of the runner: runs whose time has come, and what they cause.

use std::collections::hash_map::Entry;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;

use futures_util::future::{join, join3};
use postrider_domain::accounts::credits::Plans;
use postrider_domain::automations::automation::{
    Allowance, Facts, Mailed, Person, RunPosition, step,
};
use postrider_domain::contacts::filter::FieldRef;
use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;
use postrider_store::automations::runs::{self, OpenRun, Stand};
use postrider_store::automations::streams::{self, RunMail};
use postrider_store::automations::timers::{self, Timer};
use postrider_store::automations::walkers::{self, Walker};
use postrider_store::automations::{marks, members};
use postrider_store::db::{DbError, Tx};
use postrider_store::triggers::payloads;
use postrider_store::usage::{self, Account};
use serde_json::{Map, Value};

use super::caused::{Caused, Stepped};
use super::programs::{Loaded, Programs, Walked};
use crate::assets::Entropy;
use crate::credits::account_of;

/// A run that waits for allowance looks again after this long: more may have been granted.
const ALLOWANCE_LOOK_MS: i64 = 15 * 60_000;

pub(super) struct Batch {
    pub brands: Vec<BrandKey>,
    /// Of each brand.
    pub share: usize,
    pub now: i64,
    pub programs: Programs,
    pub plans: Arc<Plans>,
    pub entropy: Entropy,
    pub process: i64,
}

/// What is known of the runs of one brand before they are stepped.
struct Known {
    programs: HashMap<Walked, Option<Arc<Loaded>>>,
    walkers: HashMap<i64, Walker>,
    payloads: HashMap<i64, Map<String, Value>>,
    mails: HashMap<i64, Vec<RunMail>>,
}

impl Batch {
    /// Gives how many timers it took.
    pub(super) async fn run(&self, tx: &Tx) -> Result<usize, DbError> {
        let mut count = 0;
        for brand in &self.brands {
            count += self.walk(tx, *brand).await?;
        }
        Ok(count)
    }

    async fn walk(&self, tx: &Tx, brand: BrandKey) -> Result<usize, DbError> {
        let due = timers::due(tx, brand, self.now, self.share as i64).await?;
        if due.is_empty() {
            return Ok(0);
        }
        // What does not depend on each other is asked together, here and below: that is one journey to the database.
        let (cleared, runs) =
            join(timers::clear(tx, brand, &due), self.take(tx, brand, &due)).await;
        cleared?;
        let (runs, held) = self.sort_out(tx, brand, runs?).await?;
        let (known, account) = join(self.know(tx, brand, &runs), self.account(tx, brand)).await;
        let (known, (account, left)) = (known?, account?);
        let runs = self.without_the_departed(tx, brand, runs, &known).await?;
        let mut allowance = Allowance { left };
        let mut caused = Caused::new(brand, self.now);
        for run in &held {
            caused.stand(hold(run));
        }
        let retry_at = self.retry_at(account.as_ref());
        for run in &runs {
            match known.step(run, self.now, &mut allowance) {
                Some(mut stepped) => {
                    stepped.retry_at = retry_at;
                    caused.take(tx, stepped, &self.entropy);
                }
                None => caused.fail(tx, run),
            }
        }
        let sent = caused.mails();
        caused.write(tx, self.process).await?;
        if let Some(account) = account
            && sent > 0
            && !usage::take_sends(tx, &account, sent).await?
        {
            // Somebody else took them since they were counted: all of it is tried again.
            return Err(DbError::Busy);
        }
        Ok(due.len())
    }

    /// The runs of these timers, but for those that have ended or whose time is another by now.
    async fn take(&self, tx: &Tx, brand: BrandKey, due: &[Timer]) -> Result<Vec<OpenRun>, DbError> {
        let wanted: HashSet<(i64, i64)> = due.iter().map(|each| (each.run, each.due_at)).collect();
        let ids: Vec<i64> = due.iter().map(|timer| timer.run).collect();
        let mut open = runs::open(tx, brand, &ids).await?;
        open.retain(|run| {
            run.wake_at
                .is_some_and(|wake_at| wanted.contains(&(run.id, wake_at)))
        });
        Ok(open)
    }

    /// Those that may go on, and those that a pause keeps back. Whoever was told to stop is canceled here.
    async fn sort_out(
        &self,
        tx: &Tx,
        brand: BrandKey,
        open: Vec<OpenRun>,
    ) -> Result<(Vec<OpenRun>, Vec<OpenRun>), DbError> {
        let automations: Vec<i64> = open.iter().map(|run| run.automation).collect();
        let members: Vec<i64> = open.iter().filter_map(|run| run.audience_run).collect();
        let (stopped, statuses) = join(
            marks::stops(tx, brand, automations),
            marks::audience_runs(tx, brand, members),
        )
        .await;
        let (stopped, statuses) = (stopped?, statuses?);
        let (mut go, mut held, mut canceled) = (Vec::new(), Vec::new(), Vec::new());
        for run in open {
            let status = run.audience_run.and_then(|of| statuses.get(&of));
            let is_stopped = stopped
                .get(&run.automation)
                .is_some_and(|before| run.created_at <= *before);
            match status {
                _ if is_stopped => canceled.push(run.id),
                // What failed as a whole goes no further either.
                Some(SendStatus::Canceled | SendStatus::Failed) => canceled.push(run.id),
                Some(SendStatus::Paused) => held.push(run),
                _ => go.push(run),
            }
        }
        if !canceled.is_empty() {
            members::cancel(tx, brand, &canceled, self.process, self.now).await?;
        }
        Ok((go, held))
    }

    /// Cancels those whose contact was deleted while they were being started; gives the others.
    async fn without_the_departed(
        &self,
        tx: &Tx,
        brand: BrandKey,
        open: Vec<OpenRun>,
        known: &Known,
    ) -> Result<Vec<OpenRun>, DbError> {
        let (gone, there): (Vec<OpenRun>, Vec<OpenRun>) =
            open.into_iter().partition(|run| known.has_lost(run));
        if gone.is_empty() {
            return Ok(there);
        }
        let ids: Vec<i64> = gone.iter().map(|run| run.id).collect();
        members::cancel(tx, brand, &ids, self.process, self.now).await?;
        Ok(there)
    }

    async fn know(&self, tx: &Tx, brand: BrandKey, open: &[OpenRun]) -> Result<Known, DbError> {
        let mut programs = HashMap::new();
        for run in open {
            if let Entry::Vacant(place) = programs.entry(walked(run)) {
                let program = self.programs.get(tx, brand, *place.key(), self.now).await?;
                place.insert(program);
            }
        }
        let needing = |wanted: fn(&Loaded) -> bool| {
            let has = |run: &&OpenRun| {
                let program = programs.get(&walked(run)).and_then(Option::as_ref);
                program.is_some_and(|program| wanted(program))
            };
            open.iter().filter(has).collect::<Vec<_>>()
        };
        let people = needing(|loaded| loaded.program.needs().person);
        let people: HashSet<i64> = people.iter().filter_map(|run| run.contact).collect();
        let payloads = needing(|loaded| loaded.program.needs().payload);
        let payloads: Vec<i64> = payloads.iter().map(|run| run.id).collect();
        let mails = needing(|loaded| loaded.program.needs().mails);
        let mails: Vec<i64> = mails.iter().map(|run| run.id).collect();
        let mut known = Known {
            programs,
            walkers: HashMap::new(),
            payloads: HashMap::new(),
            mails: HashMap::new(),
        };
        let (walkers, payloads, mails) = join3(
            walkers::by_numbers(tx, brand, people.into_iter().collect()),
            payloads::of_runs(tx, brand, &payloads),
            streams::mails_of(tx, brand, &mails),
        )
        .await;
        let walkers = walkers?.into_iter();
        known.walkers = walkers.map(|each| (each.contact, each)).collect();
        for (run, payload) in payloads? {
            let payload = serde_json::from_str(&payload).unwrap_or_default();
            known.payloads.insert(run, payload);
        }
        for mail in mails? {
            known.mails.entry(mail.run).or_default().push(mail);
        }
        Ok(known)
    }

    /// What mail is charged to, and how many deliveries the plan still gives.
    async fn account(
        &self,
        tx: &Tx,
        brand: BrandKey,
    ) -> Result<(Option<Account>, Option<i64>), DbError> {
        let account = account_of(tx, &self.plans, brand.org, self.now).await?;
        let left = self.left(tx, account.as_ref()).await?;
        Ok((account, left))
    }

    async fn left(&self, tx: &Tx, account: Option<&Account>) -> Result<Option<i64>, DbError> {
        let Some(account) = account else {
            return Ok(Some(0));
        };
        let Some(limit) = account.sends else {
            return Ok(None);
        };
        let used = usage::read(tx, account).await?.sends_used;
        Ok(Some((limit - used).max(0)))
    }

    fn retry_at(&self, account: Option<&Account>) -> i64 {
        let soon = self.now + ALLOWANCE_LOOK_MS;
        account.map_or(soon, |account| {
            soon.min(account.period.end.max(self.now + 1))
        })
    }
}

impl Known {
    /// Whether somebody is needed who is not there any more.
    fn has_lost(&self, run: &OpenRun) -> bool {
        let loaded = self.programs.get(&walked(run)).and_then(Option::as_ref);
        let needs_one = loaded.is_some_and(|loaded| loaded.program.needs().person);
        let is_there = run.contact.is_some_and(|of| self.walkers.contains_key(&of));
        needs_one && !is_there
    }

    /// `None`: its version cannot be walked.
    fn step<'a>(
        &'a self,
        run: &'a OpenRun,
        now: i64,
        allowance: &mut Allowance,
    ) -> Option<Stepped<'a>> {
        let loaded = self.programs.get(&walked(run))?.as_deref()?;
        let walker = run.contact.and_then(|of| self.walkers.get(&of));
        let value_of = |field: &FieldRef| walker.and_then(|walker| walker.value_of(field));
        let person = walker.map(|walker| Person {
            email: &walker.email,
            subscribed: walker.subscribed,
            suppressed: walker.is_suppressed,
            value_of: &value_of,
        });
        let mailed = |mail: &RunMail| {
            Some(Mailed {
                node: loaded.node_of(mail.send)?,
                opened: mail.opened,
                clicked: mail.clicked,
            })
        };
        let mails = self.mails.get(&run.id).into_iter().flatten();
        let mails: Vec<Mailed> = mails.filter_map(mailed).collect();
        let empty = Map::new();
        let facts = Facts {
            now,
            zone: &loaded.zone,
            person: person.as_ref(),
            payload: self.payloads.get(&run.id).unwrap_or(&empty),
            mails: &mails,
            is_test: false,
        };
        let standing = RunPosition {
            node: run.node.and_then(|node| usize::try_from(node).ok()),
            entered_at: run.entered_at.unwrap_or(now),
            window_ends: run.window_ends,
            steps: run.steps,
        };
        let (standing, effects) = step(&loaded.program, standing, &facts, allowance);
        Some(Stepped {
            run,
            loaded,
            position: standing,
            effects,
            walker,
            retry_at: now,
        })
    }
}

fn walked(run: &OpenRun) -> Walked {
    Walked {
        version: run.version,
        audience_run: run.audience_run,
    }
}

/// It stays where it is, without a timer, until its audience run goes on.
fn hold(run: &OpenRun) -> Stand {
    Stand {
        wake_at: None,
        held: true,
        ..Stand::of(run)
    }
}
