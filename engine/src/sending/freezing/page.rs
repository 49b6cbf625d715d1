//! One commit of a freeze: a page of the audience, and with the last of them the number that the send is paid for.

use postrider_domain::accounts::credits::{Period, Plans};
use postrider_domain::numbers::{Millis, SendNo};
use postrider_domain::sending::send::{RecipientState, SendStatus, Tally};
use postrider_domain::tenant::BrandKey;
use postrider_store::contacts::{self, Member, MemberPage};
use postrider_store::db::{Sleeper, Tx};
use postrider_store::delivery::change::Change;
use postrider_store::delivery::tallies;
use postrider_store::sends::{self, SendRecord, freezing};
use postrider_store::usage::{self, Account};

use super::audience::{listed, resolved};
use crate::credits::account_of;
use crate::jobs::JobError;

/// The next commit of a freeze.
#[derive(Clone, Copy)]
pub(super) struct Page {
    pub(super) brand: BrandKey,
    pub(super) send: i64,
    /// Who counts.
    pub(super) process: i64,
    /// Members that it takes, at most.
    pub(super) size: i64,
    pub(super) now: i64,
}

impl Page {
    /// Whether there are more.
    pub(super) async fn freeze(self, tx: &Tx, plans: &Plans) -> Result<bool, JobError> {
        let (brand, number) = (self.brand, self.send);
        let Some(send) = sends::by_number(tx, brand, number).await? else {
            return Ok(false);
        };
        let (SendStatus::Running, Some(bound), false) =
            (send.status, send.freeze_bound, send.frozen)
        else {
            return Ok(false);
        };
        let members = self.members(tx, &send, bound).await?;
        let is_last = send.addresses.is_some() || (members.len() as i64) < self.size;
        let step = freezing::FreezeStep {
            from: send.frozen_to,
            to: members
                .iter()
                .map(|member| member.contact)
                .max()
                .unwrap_or(send.frozen_to),
            last_ordinal: members
                .iter()
                .map(|member| member.ordinal)
                .max()
                .unwrap_or(send.last_ordinal),
            is_last,
        };
        if !freezing::advance(tx, brand, number, step).await? {
            return Err(JobError::Lost);
        }
        let by = tally_of(&members)?;
        let change = Change {
            brand,
            send: number,
            cell: None,
            by,
        };
        tallies::add(tx, self.process, vec![change]).await?;
        if is_last {
            self.close(tx, &send, plans).await?;
        }
        tx.wake(Sleeper::Mail);
        Ok(!is_last)
    }

    async fn members(
        self,
        tx: &Tx,
        send: &SendRecord,
        bound: i64,
    ) -> Result<Vec<Member>, JobError> {
        let brand = self.brand;
        if let Some(addresses) = &send.addresses {
            return Ok(contacts::freeze_listed(tx, brand, send.id, listed(addresses)?).await?);
        }
        let at = send.started_at.unwrap_or(self.now);
        let filter = resolved(tx, brand, send.freeze_filter.as_deref(), at).await?;
        let page = MemberPage {
            send: send.id,
            after: send.frozen_to,
            bound,
            last_ordinal: send.last_ordinal,
            limit: self.size,
        };
        Ok(contacts::freeze(tx, brand, filter.as_ref(), page).await?)
    }

    /// The number is known now: it is what is shown, and what the allowance gives.
    async fn close(self, tx: &Tx, send: &SendRecord, plans: &Plans) -> Result<(), JobError> {
        let (brand, month) = (self.brand, send.allowance_month);
        let planned = tallies::read(tx, brand, send.id).await?.planned;
        freezing::set_recipient_count(tx, brand, send.id, planned).await?;
        let Some(account) = account_of(tx, plans, brand.org, self.now).await? else {
            return Ok(());
        };
        let month = month.unwrap_or(account.period.start);
        let account = Account {
            period: Period::at(month),
            // The audience may have grown since it was counted: by then it is on its way.
            sends: None,
            ..account
        };
        if planned > send.allowance {
            usage::take_sends(tx, &account, planned - send.allowance).await?;
        } else {
            usage::return_sends(tx, &account, send.allowance - planned).await?;
        }
        freezing::set_allowance(tx, brand, SendNo(send.id), planned, Millis(month)).await?;
        Ok(())
    }
}

fn tally_of(members: &[Member]) -> Result<Tally, JobError> {
    let mut tally = Tally::default();
    for member in members {
        let state = RecipientState::from_code(member.state)
            .ok_or_else(|| JobError::Failed(format!("a recipient in state {}", member.state)))?;
        match tally.in_state(state) {
            Some(count) => *count += 1,
            None => tally.planned += 1,
        }
    }
    Ok(tally)
}
