//! The rate limit, before anything else is looked at.

use postrider_domain::catalog::Code;
use postrider_domain::policy::Policy;
use postrider_domain::problem::Problem;
use postrider_domain::window::Verdict;

use crate::api::cx::Caller;
use crate::app::App;

/// The verdict that the headers show. A refused call was not counted; its verdict travels with the
/// problem's `retry_after`.
pub async fn admit(
    app: &App,
    caller: &Caller,
    policy: Policy,
    now: i64,
) -> (Verdict, Result<(), Problem>) {
    let verdict = app.limiter.admit(caller.key, policy, now).await;
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
    (verdict, admitted)
}
