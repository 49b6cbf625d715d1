//! Who moves a send, and where it stands then.

use postrider_domain::sending::send::SendStatus;
use postrider_domain::tenant::BrandKey;

use crate::credits::Payer;

/// Who cancels a send.
pub struct Canceler {
    pub brand: BrandKey,
    /// Gets back what the send does not use of the allowance.
    pub payer: Payer,
    /// The process that counts.
    pub process: i64,
    pub now: i64,
}

/// A send that stands elsewhere now.
pub struct MovedSend {
    pub public_id: String,
    pub status: SendStatus,
    /// The one it left.
    pub previous_status: SendStatus,
}
