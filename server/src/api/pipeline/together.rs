//! Runs writes that may share a transaction with others of their kind.

use std::sync::Arc;

use postrider_domain::accounts::credits::Metering;
use postrider_store::db::DbError;

use super::respond::Answered;
use super::run::Job;
use crate::api::cx::Cx;
use crate::api::failure::{ApiResult, Failure};
use crate::api::handler::{
    Erased, Group, InTransaction, Joined, Member, Together, Told, WriteSteps,
};
use crate::api::reply::Answer;

impl Job {
    /// What has an idempotency key or a price brings rows of its own, as does what a person changes, and goes alone.
    pub fn with_others<'s>(
        &self,
        steps: &'s WriteSteps,
        prepared: &Erased,
    ) -> Option<(&'s Together, Member)> {
        let together = steps.together.as_ref()?;
        let is_free = matches!(self.metering, Metering::Free | Metering::PerAddress(_));
        if self.claim.is_some() || !is_free || self.cx.signed_in().is_some() {
            return None;
        }
        Some((together, together.member(&self.cx, prepared)?))
    }

    pub async fn commit_together(
        &self,
        together: &Together,
        member: Member,
        run: &InTransaction<Answer>,
    ) -> ApiResult<Answered> {
        let input = Arc::clone(&member.input);
        let joined = together.join(member)?;
        self.cx.app().fault("write.joined");
        let group = match joined {
            Joined::Leads(group) => group,
            Joined::Waits(told) => match told.await {
                Ok(Told::Leads(group)) => group,
                Ok(Told::Answer(answer)) => return answer.map(Answered::fresh),
                Err(_) => return Err(left().into()),
            },
        };
        if group.is_alone() {
            let answered = self.commit(Arc::clone(run), input).await;
            drop(group);
            return answered;
        }
        self.lead(together, group, run).await.map(Answered::fresh)
    }

    async fn lead(
        &self,
        together: &Together,
        group: Group,
        run: &InTransaction<Answer>,
    ) -> ApiResult<Answer> {
        let members = group.members();
        let answers = match self.write_all(together, &members).await {
            Ok(answers) => answers,
            // One of them cannot be written: it alone is to hear that.
            Err(Failure::Database(DbError::Other(_) | DbError::Conflict { .. })) => {
                self.write_each(members, run).await
            }
            Err(failure) => members.iter().map(|_| Err(failure.clone())).collect(),
        };
        group.tell(answers)
    }

    async fn write_all(
        &self,
        together: &Together,
        members: &[(Cx, Erased)],
    ) -> ApiResult<Vec<ApiResult<Answer>>> {
        let (app, together, members) = (self.cx.app(), together.clone(), members.to_vec());
        let work = {
            let app = app.clone();
            move |tx| {
                let (app, members) = (app.clone(), members.clone());
                let writing = together.run(tx, members);
                async move {
                    app.fault("write.claimed");
                    let answers = writing.await?;
                    app.fault("write.settled");
                    Ok::<_, Failure>(answers)
                }
            }
        };
        let answers = self.cx.db().write(work).await?;
        app.fault("write.committed");
        Ok(answers)
    }

    /// One after the other, each in a transaction of its own.
    async fn write_each(
        &self,
        members: Vec<(Cx, Erased)>,
        run: &InTransaction<Answer>,
    ) -> Vec<ApiResult<Answer>> {
        let mut answers = Vec::with_capacity(members.len());
        for (cx, input) in members {
            let job = Self { cx, ..self.clone() };
            let answered = job.commit(Arc::clone(run), input).await;
            answers.push(answered.map(|answered| answered.answer));
        }
        answers
    }
}

/// Whoever wrote for several has ended, and nobody can say what became of it.
fn left() -> DbError {
    DbError::Unavailable("a write with others ended early".to_owned())
}
