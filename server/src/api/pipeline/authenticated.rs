//! What is known of a caller once it was looked up.

use postrider_store::brands::BrandIdentity;

use crate::api::callers::Caller;

/// Who calls, and the brand that the key or `X-Brand-Id` names; whether the route takes it is asked
/// later, in its turn.
pub struct Authenticated {
    pub caller: Caller,
    pub brand: Option<BrandIdentity>,
}
