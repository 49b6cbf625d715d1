//! The loop that mails. It takes a few recipients at a time, in the commit that settles those before, so that
//! whatever dies, only what was just then between taking and settling can be in doubt.

use std::sync::Arc;
use std::time::Duration;

use postrider_domain::numbers::{Millis, ProcessNo};
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Sleeper};
use postrider_store::delivery::taking::{TakenRecipient, TakenRecipients};
use postrider_store::sends;
use tokio_util::sync::CancellationToken;

use super::books::Books;
use super::context::SendingContext;
use super::flight::{Done, Outcomes, Queue, Ticket, Tried};
use super::letters::LoadError;
use super::order::{Committed, Order};
use super::recovery;
use super::refusals::Refusals;
use super::round::Round;
use super::ticketing::tickets;
use super::unheard;
use super::verdicts::{heard, judge};
use super::worker::Worker;
use super::writing::Writing;
use crate::rounds;
use crate::tasks::Tasks;

/// How long the loop sleeps at most: what waits for a time is found by looking.
const LOOK_AGAIN: Duration = Duration::from_secs(1);
/// After a round that failed, the database is given a moment.
const AFTER_FAILURE: Duration = Duration::from_millis(500);
/// A connection that nobody used for so long is given up.
const IDLE_MS: i64 = 20_000;
/// Recipients that are looked at for those whose receivers take more.
const LOOK_FURTHER: usize = 1_000;
/// How long open transactions get to finish when the process stops.
const DRAIN: Duration = Duration::from_secs(20);

pub struct Dispatcher {
    context: SendingContext,
    queue: Arc<Queue>,
    outcomes: Arc<Outcomes>,
    refusals: Refusals,
    books: Books,
    /// The send that was served last: the next round begins behind it.
    served: i64,
    served_site: i64,
    /// Whether the last round met receivers that take no more: the next looks further for others.
    keeps_back: bool,
    /// Whether somebody may stand in a line, from a time when mail went straight to its receivers.
    has_lines: bool,
    tasks: Tasks,
}

impl Dispatcher {
    /// `batch` is the last that the database has.
    pub fn new(context: SendingContext, batch: i64) -> Self {
        let refusals = match context.sites {
            None => Refusals::default(),
            Some(_) => Refusals::of_many_receivers(),
        };
        Self {
            queue: Arc::new(Queue::with_limits(context.sites.clone())),
            context,
            outcomes: Arc::default(),
            refusals,
            books: Books::since(batch),
            served: 0,
            served_site: 0,
            keeps_back: false,
            has_lines: true,
            tasks: Tasks::until(CancellationToken::new()),
        }
    }

    /// Among the tasks of the process.
    pub async fn run(mut self, tasks: Tasks) {
        let (stop, workers) = (tasks.stop(), CancellationToken::new());
        self.tasks = tasks.others_until(workers.clone());
        for _ in 0..self.context.connections {
            let worker = self.worker().run(workers.clone());
            self.tasks.spawn("mail connection", worker);
        }
        let mut look = tokio::time::interval(LOOK_AGAIN);
        look.set_missed_tick_behavior(tokio::time::MissedTickBehavior::Delay);
        let db = self.context.db.clone();
        while !stop.is_cancelled() {
            // Asked before looking: what is committed after the look wakes the loop.
            let mut woken = std::pin::pin!(db.woken(Sleeper::Mail));
            woken.as_mut().enable();
            self.gather();
            let round = self.round().await;
            rounds::ended("mailing", &round);
            match round {
                // Another one at once, while there is something to take or to settle.
                Ok(true) => continue,
                Ok(false) => {}
                Err(error) => self.recover(&error).await,
            }
            tokio::select! {
                () = stop.cancelled() => {}
                () = woken => {}
                _ = look.tick() => self.look_around().await,
                () = self.outcomes.worth_settling(self.books.under_way()) => {}
            }
        }
        workers.cancel();
        self.finish().await;
    }

    fn worker(&self) -> Worker {
        Worker {
            queue: Arc::clone(&self.queue),
            transport: Arc::clone(&self.context.transport),
            journal: Arc::clone(&self.context.journal),
            clock: Arc::clone(&self.context.clock),
            outcomes: Arc::clone(&self.outcomes),
        }
    }

    fn gather(&mut self) {
        for done in self.outcomes.take() {
            self.note(&done);
        }
    }

    fn note(&mut self, done: &Done) {
        if let Some(sites) = &self.context.sites {
            sites.heard(done.ticket.site, heard(done), done.at);
        }
        let (settlement, stop) = judge(done, &mut self.refusals);
        self.books.note(settlement, done.dot, stop);
    }

    fn now(&self) -> i64 {
        self.context.now()
    }

    /// How many more recipients may be taken.
    fn room(&self) -> usize {
        let window = self
            .refusals
            .window(self.now(), 2 * self.context.connections);
        window.saturating_sub(self.books.under_way())
    }

    /// One commit: settles what is done, takes what there is room for. Whether there is more to do at once.
    async fn round(&mut self) -> Result<bool, DbError> {
        let room = self.room();
        if self.books.is_settled() && room == 0 {
            return Ok(false);
        }
        let done = self.commit(room).await?;
        for send in &done.ended {
            self.refusals.forget(*send);
        }
        if let Some(last) = done.taken.last() {
            self.served = last.send;
        }
        self.served_site = done.lines.last_site;
        self.keeps_back = done.keeps_back;
        self.has_lines = done.lines.any;
        let has_moved = !done.taken.is_empty() || done.has_passed;
        for taken in done.taken {
            self.hand_out(taken, done.expires_at).await;
        }
        Ok((has_moved && self.room() > 0) || !self.books.is_settled())
    }

    async fn commit(&mut self, room: usize) -> Result<Committed, DbError> {
        let (batch, stops, dots) = self.books.batch();
        let count = batch.settlements.len();
        let last = self.books.last_batch();
        let number = last + i64::from(count > 0);
        let now = self.now();
        let order = Order {
            owner: self.context.process,
            life: self.context.life,
            settled: last,
            number: (count > 0).then_some(number),
            now,
            expires_at: now + self.context.claim_ms(),
            room,
            after: self.served,
            after_site: self.served_site,
            look: if self.keeps_back { LOOK_FURTHER } else { room },
            walks_lines: self.context.sites.is_some() || self.has_lines,
            sites: self.context.sites.clone(),
            keeps_mail: self.context.transport.keeps_mail(),
            limits: self.refusals.limits(|send| self.books.has_open(send)),
        };
        self.books.ask(count);
        let done = Round::new(order, batch, stops)
            .commit(&self.context.db)
            .await?;
        if done.went_back {
            let (db, process) = (&self.context.db, self.context.process);
            recovery::pause_everything(db, ProcessNo(process), last, Millis(now)).await?;
            return Ok(done);
        }
        self.books.settled(count, number);
        if count > 0
            && let Err(error) = self.context.journal.settled(number, &dots)
        {
            tracing::error!(error = %error, "the journal cannot be written");
        }
        Ok(done)
    }

    /// Makes the mails of what was taken, off the threads that wait for the network.
    async fn hand_out(&mut self, taken: TakenRecipients, expires_at: i64) {
        self.books.open(&taken);
        let (brand, send, now) = (taken.brand, taken.send, self.now());
        let sites = self.context.sites.as_deref();
        let tickets = tickets(taken, sites, expires_at, now);
        let letter = match self.context.letters.get(brand, send, now).await {
            Ok(letter) => letter,
            Err(error) => return self.put_back(brand, send, tickets, &error).await,
        };
        let writing = Writing {
            letter,
            tokens: Arc::clone(&self.context.tokens),
            queue: Arc::clone(&self.queue),
            outcomes: Arc::clone(&self.outcomes),
            now,
        };
        for part in writing.split(tickets) {
            self.tasks.spawn_blocking("writing mails", part);
        }
    }

    async fn put_back(
        &mut self,
        brand: BrandKey,
        send: i64,
        tickets: Vec<(TakenRecipient, Ticket)>,
        error: &LoadError,
    ) {
        let at = self.now();
        for (_, ticket) in tickets {
            self.note(&Done {
                ticket,
                attempt: Tried::HeldBack,
                at,
                dot: None,
            });
        }
        let db = &self.context.db;
        let known = db.read(move |tx| async move { sends::by_number(&tx, brand, send).await });
        let id = known.await.ok().flatten().map(|send| send.public_id);
        tracing::error!(error = %error, send.id = id, "the letter of a send cannot be made");
        if let LoadError::Unusable(why) = error {
            let paused =
                super::pausing::pause(&self.context.db, brand, send, why.clone(), at).await;
            if let Err(error) = paused {
                tracing::warn!(error = %error, send.id = id, "a send whose letter cannot be made was not paused; the next round tries again");
            }
        }
    }

    /// A commit failed, and it is not known whether it came through. What was settled is settled again, which
    /// changes nothing; what it took without our knowing was not mailed, and is given back.
    async fn recover(&mut self, error: &DbError) {
        tracing::warn!(error = %error, "mailing waits for the database");
        tokio::time::sleep(AFTER_FAILURE).await;
        if let Err(error) = unheard::give_back(&self.context, &self.books.claims()).await {
            tracing::debug!(error = %error, "mailing still waits for the database");
        }
    }

    /// What no signal tells: sends that may go on, ended, or were left behind by others.
    async fn look_around(&mut self) {
        self.context
            .transport
            .close_idle(self.now() - IDLE_MS)
            .await;
        if let Some(sites) = &self.context.sites {
            sites.tidy(self.now());
        }
        self.has_lines = true;
        if let Err(error) = unheard::give_back(&self.context, &self.books.claims()).await {
            tracing::debug!(error = %error, "claims that no mailing knows of could not be given back; the next round tries again");
        }
        let (db, process) = (&self.context.db, self.context.process);
        let away = self.now() - self.context.takeover_ms;
        let looked =
            super::round::look_around(db, ProcessNo(process), Millis(away), Millis(self.now()))
                .await;
        rounds::ended("mailing_look", &looked);
        match looked {
            Ok(resumed) => {
                for send in resumed {
                    self.refusals.try_again(send);
                }
            }
            Err(error) => {
                tracing::debug!(error = %error, "sends that may go on or end were not looked for; the next round tries again");
            }
        }
    }

    /// Gives back what nobody began, waits for what is open, and settles it all.
    async fn finish(mut self) {
        self.tasks.close();
        let drained = tokio::time::timeout(DRAIN, self.tasks.wait()).await;
        if drained.is_err() {
            tracing::warn!("stopped before all mail transactions had ended; the journal has them");
        }
        let at = self.now();
        for ready in self.queue.drain() {
            self.note(&Done {
                ticket: ready.ticket,
                attempt: Tried::Untouched,
                at,
                dot: None,
            });
        }
        self.gather();
        while !self.books.is_settled() {
            if let Err(error) = self.commit(0).await {
                tracing::warn!(error = %error, "the journal settles the rest at the next start");
                break;
            }
        }
        self.context.transport.close_idle(i64::MAX).await;
    }
}
