//! Who may call a route, and who does.

use std::sync::Arc;

use postrider_domain::accounts::membership::BrandLimit;
use postrider_domain::accounts::role::{Permission, Role};
use postrider_domain::accounts::scope::Scopes;
use postrider_domain::accounts::session::SessionTimes;
use postrider_domain::accounts::token::TokenHash;
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::policy::Policy;
use postrider_domain::contract::problem::Problem;
use postrider_store::connections::ConnectionRecord;
use postrider_store::people::found::SessionPerson;

/// Who may call a route. Its row says it, and the pipeline looks for nothing else.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Callers {
    /// Programs, with an API key.
    Key,
    /// People, with the session of their browser.
    Person,
    KeyOrPerson,
    /// A provider of events, by its signature under the body.
    Provider,
    /// Nobody is asked who they are.
    Anybody,
}

impl Callers {
    /// Whether the route is part of the public contract: what programs may call with a key.
    pub fn include_keys(self) -> bool {
        matches!(self, Self::Key | Self::KeyOrPerson)
    }
}

/// Who a caller is. Rate limits count by it, and it decides what else is asked: a key has scopes, a person a
/// role, a provider only its connection.
#[derive(Clone)]
pub enum Principal {
    Key {
        number: i64,
        scopes: Scopes,
    },
    /// Somebody who has signed in.
    Person(Arc<SignedIn>),
    /// What has proved to know the secret of this connection.
    Provider(Arc<ConnectionRecord>),
    /// Whoever calls what anybody may call.
    Nobody,
}

/// A person with a session that has not ended.
#[derive(Clone, Debug)]
pub struct SignedIn {
    pub person: SessionPerson,
    pub session: OpenSession,
    /// In the organization that the call is about; nothing if the person does not belong to it, or it is about none.
    pub membership: Option<Membership>,
}

#[derive(Clone, Debug)]
pub struct OpenSession {
    pub public_id: String,
    pub token: TokenHash,
    pub times: SessionTimes,
}

#[derive(Clone, Debug)]
pub struct Membership {
    pub org: i64,
    pub org_public_id: String,
    pub role: Role,
    pub limit: BrandLimit,
    pub is_suspended: bool,
}

impl Membership {
    pub fn require(&self, permission: Permission) -> Result<(), Problem> {
        if self.role.allows(permission) {
            return Ok(());
        }
        let needed = permission.needs().as_str();
        let message = format!("This needs the role `{needed}`; yours is `{}`.", self.role);
        Err(Problem::new(Code::InsufficientRole, message).param(needed))
    }
}

impl Principal {
    /// Whose rate window a call under this policy counts in, and which; nobody counts the events of a provider, and tries
    /// to sign in are counted by themselves.
    pub fn counted_as(&self, policy: Policy) -> Option<(i64, Policy)> {
        match self {
            Self::Key { number, .. } => Some((*number, policy)),
            Self::Person(person) => Some((person.person.id.0, Policy::Session)),
            Self::Provider(_) | Self::Nobody => None,
        }
    }
}

/// A caller that is known, and what it may touch: resolved on every request, never cached.
#[derive(Clone)]
pub struct Caller {
    pub principal: Principal,
    /// [`Self::NO_ORGANIZATION`] where a person calls who belongs to none, or nobody does.
    pub org: i64,
    pub plan: String,
    /// The brand that the principal is bound to; `None` for those of the whole organization.
    pub bound_brand: Option<i64>,
}

impl Caller {
    /// A number that no organization has.
    pub const NO_ORGANIZATION: i64 = 0;

    pub fn nobody() -> Self {
        Self {
            principal: Principal::Nobody,
            org: Self::NO_ORGANIZATION,
            plan: String::new(),
            bound_brand: None,
        }
    }
}
