//! The rate limit, before anything else is looked at.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::contract::window::RateDecision;

use crate::api::callers::Caller;
use crate::api::facts::Facts;
use crate::api::row::Row;

/// The verdict that the headers show; none where nobody counts. A refused call was not counted; its verdict
/// travels with the problem's `retry_after`.
pub async fn admit(
    facts: &Facts,
    caller: &Caller,
    row: &Row,
) -> (Option<RateDecision>, Result<(), Problem>) {
    let Some(policy) = row.policy else {
        return (None, Ok(()));
    };
    let limiter = &facts.app.limiter;
    let Some((number, policy)) = caller.principal.counted_as(policy) else {
        return (Some(limiter.untouched(policy, facts.now)), Ok(()));
    };
    let verdict = limiter.admit(number, policy, facts.now).await;
    let admitted = if verdict.admitted {
        Ok(())
    } else {
        Err(Problem::new(
            Code::RateLimited,
            format!(
                "More than {} calls of `{}` in a minute.",
                verdict.limit,
                policy.as_str()
            ),
        )
        .retry_after(verdict.retry_after))
    };
    (Some(verdict), admitted)
}
