//! What a caller may do: a key by its scopes, a person by its role, both on their brands; a provider by its
//! connection alone.

use postrider_domain::accounts::scope::{Scope, Scopes};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;
use postrider_domain::numbers::Millis;

use super::authenticate::suspended;
use super::authenticated::Authenticated;
use super::brand;
use crate::api::callers::{Principal, SignedIn};
use crate::api::facts::Facts;
use crate::api::row::{Row, Tenant};

pub fn permitted(row: &Row, facts: &Facts, who: &Authenticated) -> Result<(), Problem> {
    let principal = &who.caller.principal;
    has_access(row, facts.named_brand(), who)?;
    match principal {
        Principal::Person(person) if row.asks_password => has_password(person, Millis(facts.now)),
        _ => Ok(()),
    }
}

/// `named` is the brand that the call names.
fn has_access(row: &Row, named: Option<&str>, who: &Authenticated) -> Result<(), Problem> {
    if row.tenant == Tenant::Person {
        return Ok(());
    }
    match &who.caller.principal {
        Principal::Key { scopes, .. } => has_scopes(scopes, &row.scopes)?,
        // A brand that is not theirs is not there for them, whatever their role is: nobody learns which brands there are.
        Principal::Person(_) if named.is_some() && who.brand.is_none() => {
            return Err(brand::not_found());
        }
        Principal::Person(person) => has_part(person, row)?,
        // Whose events they are was settled with the signature; only rows that anybody may call have nobody for a caller.
        Principal::Provider(_) | Principal::Nobody => return Ok(()),
    }
    brand::check(row.tenant, named, who)
}

/// A session that was left open, or stolen, is not enough for what is dangerous.
fn has_password(person: &SignedIn, now: Millis) -> Result<(), Problem> {
    if !person.session.times.wants_password(now) {
        return Ok(());
    }
    let message = "This asks for the password again: it was given more than 15 minutes ago.";
    Err(Problem::new(Code::PasswordRequired, message))
}

fn has_scopes(scopes: &Scopes, needed: &[Scope]) -> Result<(), Problem> {
    match needed.iter().find(|scope| !scopes.satisfy(**scope)) {
        Some(scope) => Err(Problem::new(
            Code::InsufficientPermissions,
            format!("The key lacks the scope `{}`.", scope.as_str()),
        )
        .param(scope.as_str())),
        None => Ok(()),
    }
}

fn has_part(person: &SignedIn, row: &Row) -> Result<(), Problem> {
    let Some(membership) = &person.membership else {
        let needed = row.permission.needs().as_str();
        let message = "You do not belong to the organization that this session looks at.";
        return Err(Problem::new(Code::InsufficientRole, message)
            .param(needed)
            .suggest("Choose one of yours: the menu at your name."));
    };
    if membership.is_suspended {
        return Err(suspended());
    }
    membership.require(row.permission)
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use postrider_domain::accounts::membership::BrandLimit;
    use postrider_domain::accounts::role::{Permission, Role};
    use postrider_domain::accounts::session::SessionTimes;
    use postrider_domain::accounts::token;
    use postrider_domain::numbers::{Millis, PersonNo};
    use postrider_domain::tenant::BrandKey;
    use postrider_store::brands::BrandIdentity;
    use postrider_store::people::found::SessionPerson;

    use super::*;
    use crate::api::callers::{Caller, Membership, OpenSession};
    use crate::api::routes::contract;

    fn signed_in(role: Role) -> SignedIn {
        SignedIn {
            person: SessionPerson {
                id: PersonNo(1),
                public_id: "person".to_owned(),
                email: "ada@example.test".to_owned(),
                name: None,
                has_second_factor: false,
            },
            session: OpenSession {
                public_id: "session".to_owned(),
                token: token::mint([1; 32]).hash,
                times: SessionTimes {
                    made_at: Millis(1),
                    last_seen_at: Millis(1),
                    password_given_at: Millis(1),
                },
            },
            membership: Some(Membership {
                org: 1,
                org_public_id: "organization".to_owned(),
                role,
                limit: BrandLimit::AllBrands,
                is_suspended: false,
            }),
        }
    }

    fn person(role: Role) -> Authenticated {
        Authenticated {
            caller: Caller {
                principal: Principal::Person(Arc::new(signed_in(role))),
                org: 1,
                plan: String::new(),
                bound_brand: None,
            },
            brand: Some(BrandIdentity {
                key: BrandKey { org: 1, brand: 2 },
                public_id: "brand".to_owned(),
                time_zone: "UTC".to_owned(),
            }),
        }
    }

    #[test]
    fn a_person_may_call_what_their_role_allows_and_is_told_which_would() {
        let rows = contract();
        let mut refused = 0;
        for row in &rows {
            for role in Role::ALL {
                let said = has_access(row, Some("brand"), &person(role));
                if role.allows(row.permission) {
                    assert!(said.is_ok(), "{role} {}", row.name);
                    continue;
                }
                let problem = said.unwrap_err();
                refused += 1;
                assert_eq!(problem.code, Code::InsufficientRole, "{role} {}", row.name);
                let needed = row.permission.needs().as_str();
                assert_eq!(problem.param.as_deref(), Some(needed), "{}", row.name);
            }
        }
        assert!(refused > 0);
    }

    #[test]
    fn a_viewer_reads_and_searches_and_keys_are_for_admins() {
        let row = |name: &str| contract().into_iter().find(|row| row.name == name).unwrap();
        for name in ["contacts.list", "contacts.search", "sends.get"] {
            assert_eq!(row(name).permission, Permission::Read, "{name}");
        }
        for name in ["contacts.upsert", "contacts.export", "sends.create"] {
            assert_eq!(row(name).permission, Permission::Change, "{name}");
        }
        assert_eq!(row("apiKeys.revoke").permission, Permission::Administer);
    }

    #[test]
    fn a_person_names_the_brand_of_a_call_that_has_one() {
        let rows = contract();
        let row = rows.iter().find(|row| row.name == "contacts.list").unwrap();
        let nameless = has_access(row, None, &person(Role::Owner)).unwrap_err();
        assert_eq!(nameless.param.as_deref(), Some("X-Brand-Id"));
        let other = has_access(row, Some("other"), &person(Role::Owner)).unwrap_err();
        assert_eq!(other.code, Code::BrandNotFound);
    }
}
