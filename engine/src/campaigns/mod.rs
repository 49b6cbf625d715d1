//! Campaigns as callers ask for them: accepted or counted, tested in one inbox, paused, resumed and canceled. Mailing
//! what was accepted is `sending`.

mod accepting;
mod ahead;
mod campaign;
mod control;
mod counting;
mod mails;
mod moved;
mod named;
mod resolving;
mod send_state;
mod testing;
mod warnings;

pub use accepting::{Accepted, AcceptedSend, accept, nobody};
pub use ahead::{CountedCampaign, count_ahead};
pub use campaign::{AddressedTo, Campaign, CampaignContext, EVERYBODY};
pub use control::{cancel, pause, resume};
pub use counting::{Exclusions, count};
pub use moved::{Canceler, MovedSend};
pub use named::{Named, lost_stream};
pub use resolving::no_such_audience;
pub(crate) use resolving::{no_such_domain, ready, require_ready, version};
pub use send_state::SendState;
pub use testing::{CampaignTest, PreparedTest, test_mail};
pub use warnings::{SendWarning, SendWarningCode, SendWarningLevel};
