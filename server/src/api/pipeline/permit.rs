//! What a caller may do: a key by its scopes and brand, a provider by its connection alone.

use postrider_domain::catalog::Code;
use postrider_domain::problem::Problem;
use postrider_domain::scope::{Scope, Scopes};

use super::authenticate::Authenticated;
use super::brand;
use crate::api::callers::Principal;
use crate::api::facts::Facts;
use crate::api::row::Row;

pub fn permitted(facts: &Facts, row: &Row, who: &Authenticated) -> Result<(), Problem> {
    match &who.caller.principal {
        Principal::Key { scopes, .. } => {
            has_scope(scopes, row.scope)?;
            brand::check(row.tenant, facts.named_brand(), who)
        }
        // Whose events they are was settled with the signature.
        Principal::Provider(_) => Ok(()),
    }
}

fn has_scope(scopes: &Scopes, scope: Option<Scope>) -> Result<(), Problem> {
    match scope {
        Some(scope) if !scopes.satisfy(scope) => Err(Problem::new(
            Code::InsufficientPermissions,
            format!("The key lacks the scope `{}`.", scope.as_str()),
        )
        .param(scope.as_str())),
        _ => Ok(()),
    }
}
