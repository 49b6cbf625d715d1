//! Who calls with the session of a browser, and whether a page of ours made it call. The session is looked up on every
//! request: whatever has ended or was changed holds at once, on every process.

use std::sync::Arc;

use axum::http::header::{HeaderMap, ORIGIN, USER_AGENT};
use axum::http::{HeaderName, Method};
use postrider_domain::accounts::token::{self, TokenHash};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;
use postrider_store::db::Tx;
use postrider_store::people::found::{self, FoundSession, Named, SessionMembership};
use postrider_store::people::sessions::{SessionOrigin, Sight};

use super::authenticated::Authenticated;
use crate::api::callers::{Caller, Membership, OpenSession, Principal, SignedIn};
use crate::api::facts::Facts;
use crate::api::failure::ApiResult;
use crate::app::home::Home;

static FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");

/// The session that the caller's browser sends; it counts only for pages of ours.
pub fn presented(facts: &Facts) -> Result<TokenHash, Problem> {
    let cookie = facts.app.home.cookie(&facts.headers);
    let cookie = cookie.ok_or_else(no_session)?;
    if !is_ours(&facts.method, &facts.headers, &facts.app.home) {
        return Err(cross_site());
    }
    token::parse(cookie).ok_or_else(ended)
}

/// The session of somebody who need not have one. Nothing is written for another site's page, signed in or not: it could
/// sign a visitor in as somebody else.
pub fn presented_perhaps(facts: &Facts) -> Result<Option<TokenHash>, Problem> {
    let is_ours = is_ours(&facts.method, &facts.headers, &facts.app.home);
    if !is_ours && facts.method != Method::GET {
        return Err(cross_site());
    }
    let cookie = facts.app.home.cookie(&facts.headers);
    Ok(cookie.filter(|_| is_ours).and_then(token::parse))
}

/// Nothing if there is no such session, or it has ended.
pub async fn find(
    tx: &Tx,
    facts: &Facts,
    token: TokenHash,
    named: Named<'_>,
) -> ApiResult<Option<Authenticated>> {
    let now = Millis(facts.now);
    let found = found::find(tx, token, named).await?;
    let Some(found) = found.filter(|found| !found.times.has_ended(now)) else {
        return Ok(None);
    };
    if found.times.is_to_be_seen(now) {
        facts.app.last_seen.note(Sight {
            token,
            origin: origin(facts),
            at: now,
        });
    }
    Ok(Some(authenticated(found, token)))
}

/// From where a request comes, as it is shown to the person.
pub fn origin(facts: &Facts) -> SessionOrigin {
    let browser = facts.headers.get(USER_AGENT);
    SessionOrigin {
        address: facts.address.map(|address| address.to_string()),
        browser: browser.map(|name| String::from_utf8_lossy(name.as_bytes()).into_owned()),
    }
}

/// Whether the browser says that a page of ours made the call. A write needs that; a read only must not be another
/// site's. Where a browser sends no `Sec-Fetch-Site`, as over plain HTTP, its `Origin` says it.
fn is_ours(method: &Method, headers: &HeaderMap, home: &Home) -> bool {
    let text = |name: &HeaderName| {
        let value = headers.get(name)?;
        Some(value.to_str().unwrap_or("(no text)"))
    };
    let is_read = method == Method::GET;
    match text(&FETCH_SITE) {
        Some("same-origin") => true,
        // Typed in, or from a bookmark.
        Some("none") => is_read,
        Some(_) => false,
        None => text(&ORIGIN).map_or(is_read, |origin| home.is_origin(origin)),
    }
}

fn authenticated(found: FoundSession, token: TokenHash) -> Authenticated {
    // One that is on its way out is nobody's any more.
    let membership = found.membership.filter(|own| own.org_deleted_at.is_none());
    let brand = found.brand.filter(|_| membership.is_some());
    let plan = membership.as_ref().map(|own| own.plan.clone());
    let org = membership.as_ref().map(|own| own.org);
    let signed_in = SignedIn {
        person: found.person,
        session: OpenSession {
            public_id: found.public_id,
            token,
            times: found.times,
        },
        membership: membership.map(Membership::from),
    };
    Authenticated {
        caller: Caller {
            principal: Principal::Person(Arc::new(signed_in)),
            org: org.unwrap_or(Caller::NO_ORGANIZATION),
            plan: plan.unwrap_or_default(),
            bound_brand: None,
        },
        brand,
    }
}

impl From<SessionMembership> for Membership {
    fn from(found: SessionMembership) -> Self {
        Self {
            org: found.org,
            org_public_id: found.org_public_id,
            role: found.role,
            limit: found.limit,
            is_suspended: found.suspended_at.is_some(),
        }
    }
}

pub fn no_session() -> Problem {
    let message = "This needs a person who has signed in.";
    Problem::new(Code::AuthenticationRequired, message).suggest("Sign in.")
}

pub fn ended() -> Problem {
    let message = "The session has ended.";
    Problem::new(Code::AuthenticationRequired, message).suggest("Sign in again.")
}

fn cross_site() -> Problem {
    let message = "Another site may have caused this request: no page of ours has made it.";
    Problem::new(Code::CrossSiteRequest, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ours(method: &Method, sent: &[(&'static str, &str)]) -> bool {
        let mut headers = HeaderMap::new();
        for (name, value) in sent {
            headers.append(*name, value.parse().unwrap());
        }
        is_ours(method, &headers, &Home::of("https://mail.example.test"))
    }

    #[test]
    fn a_write_counts_only_if_a_page_of_ours_made_it() {
        const OWN: &str = "https://mail.example.test";
        for (sent, read, write) in [
            (&[("sec-fetch-site", "same-origin")][..], true, true),
            (&[("sec-fetch-site", "none")], true, false),
            (&[("sec-fetch-site", "same-site")], false, false),
            (&[("sec-fetch-site", "cross-site")], false, false),
            (&[("sec-fetch-site", "Same-Origin")], false, false),
            (&[("sec-fetch-site", "")], false, false),
            // Where both are sent, the one that no page can have a say in counts.
            (
                &[("sec-fetch-site", "cross-site"), ("origin", OWN)],
                false,
                false,
            ),
            (&[], true, false),
            (&[("origin", OWN)], true, true),
            (&[("origin", "https://evil.test")], false, false),
            (&[("origin", "http://mail.example.test")], false, false),
            (&[("origin", "null")], false, false),
            (&[("referer", OWN)], true, false),
        ] {
            assert_eq!(ours(&Method::GET, sent), read, "GET {sent:?}");
            for method in [Method::POST, Method::PUT, Method::PATCH, Method::DELETE] {
                assert_eq!(ours(&method, sent), write, "{method} {sent:?}");
            }
        }
    }
}
