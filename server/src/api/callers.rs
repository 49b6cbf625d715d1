//! Who may call a route, and who does.

use std::sync::Arc;

use postrider_domain::accounts::role::Role;
use postrider_domain::accounts::scope::Scopes;
use postrider_store::connections::ConnectionRecord;

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
    Person {
        number: i64,
        role: Role,
    },
    /// What has proved to know the secret of this connection.
    Provider(Arc<ConnectionRecord>),
}

impl Principal {
    /// Whose rate window its calls count in; nobody counts the events of a provider.
    pub fn counted_as(&self) -> Option<i64> {
        match self {
            Self::Key { number, .. } | Self::Person { number, .. } => Some(*number),
            Self::Provider(_) => None,
        }
    }
}

/// A caller that is known, and what it may touch: resolved on every request, never cached.
#[derive(Clone)]
pub struct Caller {
    pub principal: Principal,
    pub org: i64,
    pub plan: String,
    /// The brand that the principal is bound to; `None` for those of the whole organization.
    pub bound_brand: Option<i64>,
}
