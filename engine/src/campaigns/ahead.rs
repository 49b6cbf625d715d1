//! Counts who would get a campaign before the transaction that accepts it opens: looking at a million contacts would
//! hold every other writer.

use std::sync::Arc;

use postrider_domain::sending::send::Tally;
use postrider_store::contacts::Judging;
use postrider_store::db::{Db, DbError};

use super::campaign::{AddressedTo, Campaign, CampaignContext};
use super::counting::{count, take_addresses};
use super::resolving::resolve;
use crate::failure::Failure;

/// A campaign, ready for the transaction that accepts it.
pub struct CountedCampaign {
    pub campaign: Arc<Campaign>,
    /// Nothing if the campaign cannot be sent, which the transaction says in its turn, or if it goes to addresses, which
    /// become contacts there.
    pub counted: Option<Tally>,
}

pub async fn count_ahead(
    db: &Db,
    context: &Arc<CampaignContext>,
    campaign: Campaign,
) -> Result<CountedCampaign, Failure> {
    let campaign = Arc::new(campaign);
    let counted = match campaign.addressed_to {
        AddressedTo::Addresses(_) if campaign.dry_run => rehearse(db, context, &campaign).await?,
        AddressedTo::Addresses(_) => None,
        AddressedTo::Everybody | AddressedTo::Audience(_) => look(db, context, &campaign).await?,
    };
    Ok(CountedCampaign { campaign, counted })
}

async fn look(
    db: &Db,
    context: &Arc<CampaignContext>,
    campaign: &Arc<Campaign>,
) -> Result<Option<Tally>, Failure> {
    let (context, campaign) = (Arc::clone(context), Arc::clone(campaign));
    db.read_heavy(move |tx| {
        let (context, campaign) = (Arc::clone(&context), Arc::clone(&campaign));
        async move {
            match resolve(&tx, &context, &campaign).await {
                Ok(resolved) => {
                    let (brand, audience) = (&context.brand, resolved.audience.as_ref());
                    let tally = count(&tx, brand, audience, Judging::Marketing, context.now);
                    Ok(Some(tally.await?))
                }
                Err(Failure::Problem(_)) => Ok(None),
                Err(failure) => Err(failure),
            }
        }
    })
    .await
}

/// Why a rehearsal is rolled back.
enum Rehearsed {
    Counted(Tally),
    Failed(Failure),
}

impl From<DbError> for Rehearsed {
    fn from(error: DbError) -> Self {
        Self::Failed(error.into())
    }
}

impl From<Failure> for Rehearsed {
    fn from(failure: Failure) -> Self {
        Self::Failed(failure)
    }
}

/// Does with the addresses what a send would do, and takes it back.
async fn rehearse(
    db: &Db,
    context: &Arc<CampaignContext>,
    campaign: &Arc<Campaign>,
) -> Result<Option<Tally>, Failure> {
    let (context, campaign) = (Arc::clone(context), Arc::clone(campaign));
    let rehearsed = db.write(move |tx| {
        let (context, campaign) = (Arc::clone(&context), Arc::clone(&campaign));
        async move {
            let AddressedTo::Addresses(addresses) = &campaign.addressed_to else {
                return Ok(());
            };
            resolve(&tx, &context, &campaign).await?;
            let tally = take_addresses(&tx, context.contacts(), addresses).await?;
            Err(Rehearsed::Counted(tally))
        }
    });
    match rehearsed.await {
        Err(Rehearsed::Counted(tally)) => Ok(Some(tally)),
        Ok(()) | Err(Rehearsed::Failed(Failure::Problem(_))) => Ok(None),
        Err(Rehearsed::Failed(failure)) => Err(failure),
    }
}
