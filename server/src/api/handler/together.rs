//! Writes of one kind that came while another of them was under way, in one transaction: many rows cost hardly more than
//! one. Nobody waits for company: whoever finds nothing under way goes at once.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use postrider_domain::contract::problem::Problem;
use postrider_domain::tenant::BrandKey;
use postrider_store::db::{DbError, Tx};
use tokio::sync::oneshot;

use super::erased::{Erased, Pending, of};
use crate::api::cx::{Cx, PathParams};
use crate::api::failure::ApiResult;
use crate::api::reply::{Answer, Output, Reply};

/// So many are written at once at most: a transaction stays short, and what it holds in memory little.
const AT_ONCE: usize = 64;
/// More than this of one organization waiting is refused, as the database does it.
const WAITING: usize = 2048;

type Mark = Arc<dyn Fn(&Erased) -> Option<String> + Send + Sync>;
type Run = Arc<dyn Fn(Tx, Vec<(Cx, Erased)>) -> Pending<Vec<ApiResult<Answer>>> + Send + Sync>;

/// How the inputs of several callers are written in one transaction, and those who wait for theirs. A cheap handle.
#[derive(Clone)]
pub struct Together {
    mark: Mark,
    run: Run,
    queues: Arc<Queues>,
}

/// One caller with its input.
pub struct Member {
    pub cx: Cx,
    pub input: Erased,
    /// What no other member of its transaction has.
    mark: String,
}

/// What somebody who joined is to do.
pub enum Joined {
    /// Write, for itself and for all others of the group.
    Leads(Group),
    Waits(oneshot::Receiver<Told>),
}

/// What those who wait are told.
pub enum Told {
    Answer(ApiResult<Answer>),
    /// Nobody writes any more, and it is the first of those who waited.
    Leads(Group),
}

impl Together {
    pub(super) fn new<P, O, F, Fut>(mark: fn(&P) -> Option<String>, run: F) -> Self
    where
        P: Send + Sync + 'static,
        O: Output,
        F: Fn(Tx, Vec<(Cx, Arc<P>)>) -> Fut + Send + Sync + 'static,
        Fut: Future<Output = ApiResult<Vec<ApiResult<Reply<O>>>>> + Send + 'static,
    {
        let run = Arc::new(run);
        Self {
            mark: Arc::new(move |input| input.downcast_ref::<P>().and_then(mark)),
            run: Arc::new(move |tx, members| {
                let run = Arc::clone(&run);
                Box::pin(async move {
                    let typed = members
                        .into_iter()
                        .map(|(cx, input)| Ok((cx, of::<P>(input)?)));
                    let replies = run(tx, typed.collect::<Result<_, Problem>>()?).await?;
                    let answer = |reply: ApiResult<Reply<O>>| Ok(Answer::from_reply(&reply?)?);
                    Ok(replies.into_iter().map(answer).collect())
                })
            }),
            queues: Arc::default(),
        }
    }

    /// The caller as one who may have company; nothing if it needs a transaction of its own.
    pub fn member(&self, cx: &Cx, input: &Erased) -> Option<Member> {
        let mark = (self.mark)(input)?;
        Some(Member {
            cx: cx.clone(),
            input: Arc::clone(input),
            mark,
        })
    }

    pub fn join(&self, member: Member) -> ApiResult<Joined> {
        let subject = (member.cx.brand_key()?, member.cx.path_params().clone());
        Ok(self.queues.join(subject, member)?)
    }

    /// An answer for each member.
    pub fn run(&self, tx: Tx, members: Vec<(Cx, Erased)>) -> Pending<Vec<ApiResult<Answer>>> {
        (self.run)(tx, members)
    }
}

/// What may be written together: what one path of one brand takes.
type Subject = (BrandKey, PathParams);

struct Waiting {
    member: Member,
    told: oneshot::Sender<Told>,
}

/// Those who wait, by subject. A queue is there while somebody writes.
#[derive(Default)]
struct Queues(Mutex<State>);

#[derive(Default)]
struct State {
    queues: HashMap<Subject, VecDeque<Waiting>>,
    /// How many wait, by organization.
    waiting: HashMap<i64, usize>,
}

impl Queues {
    fn join(self: &Arc<Self>, subject: Subject, member: Member) -> Result<Joined, DbError> {
        let mut state = self.state();
        let org = subject.0.org;
        let waiting = state.waiting.get(&org).copied().unwrap_or(0);
        match state.queues.get_mut(&subject) {
            None => {
                state.queues.insert(subject.clone(), VecDeque::new());
                Ok(Joined::Leads(Group {
                    queues: Arc::clone(self),
                    subject,
                    own: member,
                    others: Vec::new(),
                }))
            }
            Some(_) if waiting >= WAITING => Err(DbError::QueueFull),
            Some(queue) => {
                let (told, answer) = oneshot::channel();
                queue.push_back(Waiting { member, told });
                *state.waiting.entry(org).or_default() += 1;
                Ok(Joined::Waits(answer))
            }
        }
    }

    /// The first of those who wait, and all that can go with it; those behind one that cannot wait for the next group.
    fn next(self: &Arc<Self>, subject: &Subject) -> Option<(Group, oneshot::Sender<Told>)> {
        let mut guard = self.state();
        let state = &mut *guard;
        let queue = state.queues.get_mut(subject)?;
        let Some(Waiting { member: own, told }) = queue.pop_front() else {
            state.queues.remove(subject);
            return None;
        };
        let mut others: Vec<Waiting> = Vec::new();
        while let Some(next) = queue.front()
            && others.len() + 1 < AT_ONCE
            && next.member.mark != own.mark
            && others
                .iter()
                .all(|other| other.member.mark != next.member.mark)
        {
            others.extend(queue.pop_front());
        }
        let left = state.waiting.entry(subject.0.org).or_default();
        *left = left.saturating_sub(others.len() + 1);
        if *left == 0 {
            state.waiting.remove(&subject.0.org);
        }
        let group = Group {
            queues: Arc::clone(self),
            subject: subject.clone(),
            own,
            others,
        };
        Some((group, told))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Those who are written in one transaction, and the right to do it: the next group has it when this one is dropped,
/// however its leader ended.
pub struct Group {
    queues: Arc<Queues>,
    subject: Subject,
    own: Member,
    others: Vec<Waiting>,
}

impl Group {
    pub fn is_alone(&self) -> bool {
        self.others.is_empty()
    }

    /// Those who are written for, whoever leads first.
    pub fn members(&self) -> Vec<(Cx, Erased)> {
        let others = self.others.iter().map(|other| &other.member);
        std::iter::once(&self.own)
            .chain(others)
            .map(|member| (member.cx.clone(), Arc::clone(&member.input)))
            .collect()
    }

    /// Tells the others what became of theirs, in the order of `members`, and gives what became of the leader's own.
    pub fn tell(mut self, answers: Vec<ApiResult<Answer>>) -> ApiResult<Answer> {
        let mut answers = answers.into_iter();
        let own = answers.next().unwrap_or_else(|| Err(unanswered().into()));
        for other in self.others.drain(..) {
            let answer = answers.next().unwrap_or_else(|| Err(unanswered().into()));
            // One that does not listen any more is written all the same.
            let _ = other.told.send(Told::Answer(answer));
        }
        own
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        if let Some((group, told)) = self.queues.next(&self.subject) {
            // One that does not listen any more drops it, and so it goes on.
            let _ = told.send(Told::Leads(group));
        }
    }
}

fn unanswered() -> DbError {
    DbError::Other("a write with others was given no answer".to_owned())
}
