//! The background work on a prompt.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use postrider_domain::accounts::credits::Plans;
use postrider_domain::turns::Asker;
use postrider_media::fetch::Fetcher;
use postrider_store::db::{DbError, Tx};
use postrider_store::generations::{self, GenerationRecord};
use postrider_store::jobs::Claimed;
use postrider_store::{organizations, usage};

use super::brief::{Gathered, gather};
use super::draft::{Draft, NoDraft, make, propose};
use super::ending::{Ending, texts_of};
use super::errand::{Errand, Progress, READ, WRITTEN};
use super::maker::Maker;
use super::pages;
use super::request::Request;
use crate::assets;
use crate::credits::{account, configured_plan};
use crate::designs::Workshop;
use crate::failure::Failure;
use crate::jobs::{JobError, Pending, Turn, TurnEnd, Work};

pub const KIND: &str = "generate";
/// How soon one finds out that nobody waits any more.
const LOOK_AGAIN: Duration = Duration::from_secs(1);

/// How often it is written down how far it is.
const TELL_AGAIN: Duration = Duration::from_secs(1);

/// Told at what may be the last line of this process; the tests end it there.
pub type Moment = Arc<dyn Fn(&'static str) + Send + Sync>;

pub struct GenerationJob {
    workshop: Arc<Workshop>,
    maker: Arc<dyn Maker>,
    /// Fetches the pages that designs are about.
    fetcher: Fetcher,
    /// What a model's work is charged by, and what bounds the images that are kept.
    plans: Arc<Plans>,
    moment: Moment,
}

impl Work for GenerationJob {
    fn kind(&self) -> &'static str {
        KIND
    }

    fn at_once(&self) -> usize {
        self.maker.room().all
    }

    fn at_once_of_one(&self) -> usize {
        self.maker.room().each
    }

    fn run(&self, turn: Turn) -> Pending<'_, Result<TurnEnd, JobError>> {
        Box::pin(self.generate(turn))
    }

    fn give_up(&self, tx: Tx, job: Claimed, now: i64) -> Pending<'_, Result<(), DbError>> {
        Box::pin(async move {
            let why = "This could not be made, though it was tried several times. Nothing was charged; ask again.";
            let running = generations::running(&tx, job.brand, job.subject).await?;
            match running {
                Some(generation) => fail(&tx, &job, &generation, (why, now)).await,
                None => Ok(()),
            }
        })
    }
}

impl GenerationJob {
    pub fn new(
        workshop: Arc<Workshop>,
        maker: Arc<dyn Maker>,
        plans: Arc<Plans>,
        moment: Moment,
    ) -> Self {
        Self {
            fetcher: pages::fetcher(workshop.allow_private.clone()),
            workshop,
            maker,
            plans,
            moment,
        }
    }

    async fn generate(&self, turn: Turn) -> Result<TurnEnd, JobError> {
        let (brand, generation) = (turn.job.brand, turn.job.subject);
        let library = self.workshop.library.clone();
        let gathered = turn.db.read(move |tx| {
            let library = library.clone();
            async move { gather(&tx, &library, brand, generation).await }
        });
        let Some(gathered) = Box::pin(gathered).await? else {
            return forget(&turn).await;
        };
        let drafted = tokio::select! {
            () = turn.stopped() => return Ok(TurnEnd::Interrupted),
            () = unwanted(&turn) => return forget(&turn).await,
            drafted = self.draft(&turn, &gathered) => drafted,
        };
        match drafted {
            Ok(draft) => Box::pin(self.complete(&turn, gathered, draft)).await,
            Err(NoDraft::Refused(why)) => refuse(&turn, gathered.generation, why).await,
            Err(NoDraft::Broken(error)) => Err(error),
            Err(NoDraft::Later(wait)) => Ok(TurnEnd::Retry {
                at: turn.now() + wait.as_millis() as i64,
            }),
        }
    }

    async fn draft(&self, turn: &Turn, gathered: &Gathered) -> Result<Draft, NoDraft> {
        tell(turn, READ).await?;
        let errand = Errand {
            asker: Asker::Organization(turn.job.brand.org),
            claims: turn.job.attempts,
            progress: Progress::default(),
        };
        let progress = errand.progress.clone();
        let proposed = tokio::select! {
            proposed = propose(&*self.maker, &self.fetcher, gathered, errand) => proposed?,
            never = report(turn, &progress) => match never {},
        };
        tell(turn, WRITTEN).await?;
        make(&self.workshop, gathered, proposed).await
    }

    /// Version, words, status and charge are one commit.
    async fn complete(
        &self,
        turn: &Turn,
        gathered: Gathered,
        draft: Draft,
    ) -> Result<TurnEnd, JobError> {
        let last = Arc::new(LastPiece {
            plans: Arc::clone(&self.plans),
            moment: Arc::clone(&self.moment),
            job: turn.job.clone(),
            now: turn.now(),
            generation: gathered.generation,
            request: gathered.request,
            draft,
        });
        let piece = Arc::clone(&last);
        let is_kept = turn
            .last_piece(move |tx| {
                let piece = Arc::clone(&piece);
                async move { Ok(piece.write(&tx).await?) }
            })
            .await;
        (self.moment)("generate.completed");
        // What came of a commit that broke off, nobody knows: a sweep deletes what has no row.
        if matches!(is_kept, Ok(false)) {
            self.workshop.library.discard(&last.draft.made.taken).await;
        }
        is_kept.map(|_| TurnEnd::Finished)
    }
}

struct LastPiece {
    plans: Arc<Plans>,
    moment: Moment,
    job: Claimed,
    now: i64,
    generation: GenerationRecord,
    request: Request,
    draft: Draft,
}

impl LastPiece {
    /// Whether the version is there now.
    async fn write(&self, tx: &Tx) -> Result<bool, DbError> {
        let Draft { proposal, made } = &self.draft;
        let ending = Ending {
            brand: self.job.brand,
            generation: &self.generation,
            now: self.now,
        };
        let Some(email) = ending.begin(tx).await? else {
            return Ok(false);
        };
        match self.pay(tx).await {
            Ok(()) => {}
            Err(Failure::Problem(problem)) => {
                ending.fail(tx, &problem.message).await?;
                return Ok(false);
            }
            Err(Failure::Database(error)) => return Err(error),
        }
        let texts = texts_of(email, &self.request, proposal.clone());
        ending
            .complete(tx, &texts, &made.content, &proposal.message)
            .await?;
        (self.moment)("generate.charged");
        Ok(true)
    }

    /// Keeps the images, if the plan has room for them, and charges for what a model did.
    async fn pay(&self, tx: &Tx) -> Result<(), Failure> {
        let Draft { proposal, made } = &self.draft;
        let brand = self.job.brand;
        let Some(organization) = organizations::get(tx, brand.org).await? else {
            return Ok(());
        };
        let plan = configured_plan(&self.plans, &organization.plan)?;
        assets::keep(tx, brand, plan, &made.taken, self.now).await?;
        let account = account(brand.org, plan, self.now);
        Ok(usage::overdraw(tx, &account, proposal.credits).await?)
    }
}

async fn refuse(
    turn: &Turn,
    generation: GenerationRecord,
    why: String,
) -> Result<TurnEnd, JobError> {
    let (job, now) = (turn.job.clone(), turn.now());
    let said = Arc::new((generation, why));
    turn.last_piece(move |tx| {
        let (job, said) = (job.clone(), Arc::clone(&said));
        async move { Ok(fail(&tx, &job, &said.0, (&said.1, now)).await?) }
    })
    .await?;
    Ok(TurnEnd::Finished)
}

async fn fail(
    tx: &Tx,
    job: &Claimed,
    generation: &GenerationRecord,
    (why, now): (&str, i64),
) -> Result<(), DbError> {
    let ending = Ending {
        brand: job.brand,
        generation,
        now,
    };
    match ending.begin(tx).await? {
        Some(_) => ending.fail(tx, why).await,
        None => Ok(()),
    }
}

/// How far it is. No piece of the job: whoever takes over begins anew.
async fn tell(turn: &Turn, percent: i64) -> Result<(), NoDraft> {
    let (brand, generation, now) = (turn.job.brand, turn.job.subject, turn.now());
    let told = turn.db.write(move |tx| async move {
        generations::progress(&tx, brand, generation, percent, now).await
    });
    told.await
        .map(drop)
        .map_err(|error: DbError| NoDraft::Broken(error.into()))
}

/// Says how far it is while it goes on. What cannot be written down is not worth stopping for.
async fn report(turn: &Turn, progress: &Progress) -> Infallible {
    let mut told = READ;
    loop {
        tokio::time::sleep(TELL_AGAIN).await;
        let percent = progress.percent();
        if percent > told && tell(turn, percent).await.is_ok() {
            told = percent;
        }
    }
}

/// Ends when the author has stopped it, or deleted the design. A database that does not answer says nothing about that.
async fn unwanted(turn: &Turn) {
    let (brand, generation) = (turn.job.brand, turn.job.subject);
    loop {
        tokio::time::sleep(LOOK_AGAIN).await;
        let running = turn
            .db
            .read(move |tx| async move { generations::running(&tx, brand, generation).await });
        if matches!(running.await, Ok(None)) {
            return;
        }
    }
}

/// Nobody waits for it.
async fn forget(turn: &Turn) -> Result<TurnEnd, JobError> {
    turn.last_piece(|_| async { Ok(()) }).await?;
    Ok(TurnEnd::Finished)
}
