//! What can be said about an address: alone, by its spelling and by lists ([`judge`]), and with what DNS
//! says about its domain ([`Verdict::with_domain`]).

mod disposable;
mod domain_history;
mod providers;
mod role;
mod trap;
mod typo;
mod verdict;

pub use domain_history::DomainHistory;
pub use verdict::{AddressVerdict, DomainAnswer, Reason, Status};

use crate::contacts::address::EmailAddress;

/// What is known of an address without asking anybody.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    /// The stored form; none if the text is no address.
    pub address: Option<EmailAddress>,
    /// `Valid` says only that nothing speaks against the address so far: whether its domain takes mail is
    /// for [`Verdict::with_domain`] to add.
    pub verdict: AddressVerdict,
}

pub fn judge(text: &str) -> Judgement {
    match EmailAddress::parse(text) {
        Ok(address) => Judgement {
            verdict: AddressVerdict::of(&address),
            address: Some(address),
        },
        Err(_) => Judgement {
            address: None,
            verdict: AddressVerdict::new(Status::Invalid, Some(Reason::InvalidSyntax)),
        },
    }
}

impl AddressVerdict {
    /// [`judge`] for an address that is parsed already.
    pub fn of(address: &EmailAddress) -> Self {
        let (local, domain) = address.as_str().rsplit_once('@').unwrap_or_default();
        let correction = typo::correct(domain);
        let is_disposable = disposable::is_disposable(domain);
        let name = plain(local);
        let is_role = role::is_role(&name);
        // A misspelt provider is often somebody's catch-all as well, and stands in both lists: that it is
        // misspelt helps more.
        let (status, reason) = if trap::is_trap(&name, domain) {
            (Status::Risky, Some(Reason::SpamTrap))
        } else if correction.is_some() {
            (Status::Risky, Some(Reason::Typo))
        } else if is_disposable {
            (Status::Risky, Some(Reason::Disposable))
        } else {
            (Status::Valid, is_role.then_some(Reason::RoleAddress))
        };
        Self {
            did_you_mean: correction.map(|domain| format!("{local}@{domain}")),
            is_disposable,
            is_role,
            ..Self::new(status, reason)
        }
    }
}

/// The part before the `@` without its `+tag` and the separators that people put in or leave out.
fn plain(local: &str) -> String {
    let name = local.split('+').next().unwrap_or_default();
    name.replace(['.', '-', '_'], "")
}

#[cfg(test)]
mod tests;
