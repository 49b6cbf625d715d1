//! The members of an audience become runs, a page at a time.

use postrider_domain::automations::automation::Uses;
use postrider_domain::contract::ids;
use postrider_domain::sending::send::{RecipientState, SendStatus};
use postrider_domain::tenant::BrandKey;
use postrider_store::automations;
use postrider_store::automations::audience_runs::{self, AudienceRunRecord, freezing};
use postrider_store::automations::runs::{self, NewRun};
use postrider_store::contacts::Judging;
use postrider_store::contacts::{self, JudgedMember, Stretch};
use postrider_store::db::Tx;

use crate::assets::Entropy;
use crate::jobs::JobError;
use crate::sending::resolved;

/// The next members of an audience run: each who can be mailed gets a run, in one commit with the place that was come to.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) brand: BrandKey,
    pub(super) audience_run: i64,
    pub(super) size: i64,
    pub(super) now: i64,
}

impl Page {
    pub(super) async fn freeze(self, tx: &Tx, entropy: &Entropy) -> Result<(), JobError> {
        let (brand, number) = (self.brand, self.audience_run);
        // Whoever pauses or cancels it right now waits for this page.
        audience_runs::lock_by_number(tx, brand, number).await?;
        let Some(run) = audience_runs::by_number(tx, brand, number).await? else {
            return Ok(());
        };
        let (SendStatus::Running, Some(bound), false) = (run.status, run.freeze_bound, run.frozen)
        else {
            return Ok(());
        };
        let judged = self.members(tx, &run, bound).await?;
        let planned = RecipientState::Planned.code();
        let eligible = judged.iter().filter(|member| member.state == planned);
        let new = eligible.map(|member| NewRun {
            public_id: ids::lower32(entropy()),
            automation: run.automation,
            version: run.version,
            trigger: None,
            instance: None,
            audience_run: Some(number),
            contact: member.contact,
        });
        let new: Vec<NewRun> = new.collect();
        let (started, is_last) = (new.len(), (judged.len() as i64) < self.size);
        let step = freezing::FreezeStep {
            from: run.frozen_to,
            to: judged.last().map_or(run.frozen_to, |last| last.contact),
            started: started as i64,
            excluded: (judged.len() - started) as i64,
            is_last,
        };
        if !freezing::advance(tx, brand, number, step).await? {
            return Err(JobError::Lost);
        }
        runs::start(tx, brand, new, self.now).await?;
        if is_last {
            audience_runs::end_if_done(tx, brand, number, self.now).await?;
        }
        Ok(())
    }

    async fn members(
        self,
        tx: &Tx,
        run: &AudienceRunRecord,
        bound: i64,
    ) -> Result<Vec<JudgedMember>, JobError> {
        let brand = self.brand;
        let version = automations::version(tx, brand, run.version).await?;
        let version =
            version.ok_or_else(|| JobError::Hopeless("the version is gone".to_owned()))?;
        let judging = judging(&version.uses);
        let at = run.started_at.unwrap_or(self.now);
        let filter = resolved(tx, brand, run.freeze_filter.as_deref(), at).await?;
        let stretch = Stretch {
            after: run.frozen_to,
            bound,
            limit: self.size,
        };
        Ok(contacts::members(tx, brand, filter.as_ref(), stretch, judging).await?)
    }
}

/// People who unsubscribed walk an automation if there is anything in it for them.
pub fn judging(uses: &Uses) -> Judging {
    if uses.is_all_marketing() {
        Judging::Marketing
    } else {
        Judging::Transactional
    }
}
