//! What a key may do.

/// A scope as granted to a key. `Transactional` is reserved: no route asks for it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scope {
    Contacts,
    Emails,
    Automations,
    Audiences,
    Domains,
    Sends,
    Transactional,
    All,
}

impl Scope {
    pub const ALL: [Self; 8] = [
        Self::Contacts,
        Self::Emails,
        Self::Automations,
        Self::Audiences,
        Self::Domains,
        Self::Sends,
        Self::Transactional,
        Self::All,
    ];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Contacts => "contacts",
            Self::Emails => "emails",
            Self::Automations => "automations",
            Self::Audiences => "audiences",
            Self::Domains => "domains",
            Self::Sends => "sends",
            Self::Transactional => "transactional",
            Self::All => "all",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|scope| scope.as_str() == text)
    }

    /// The coarse scopes satisfy the granular ones that were split off from them.
    pub fn satisfies(self, needed: Self) -> bool {
        self == needed
            || match self {
                Self::All => true,
                Self::Contacts => needed == Self::Audiences,
                Self::Emails => matches!(needed, Self::Domains | Self::Sends),
                _ => false,
            }
    }
}

/// The scopes of one key.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scopes(Vec<Scope>);

impl Scopes {
    pub fn all() -> Self {
        Self(vec![Scope::All])
    }

    /// From the stored and typed form, a comma list; `Err` names the first word that is no scope.
    pub fn parse(list: &str) -> Result<Self, String> {
        let mut scopes = Vec::new();
        for word in list.split(',').map(str::trim) {
            let scope = Scope::parse(word).ok_or_else(|| word.to_owned())?;
            if !scopes.contains(&scope) {
                scopes.push(scope);
            }
        }
        Ok(Self(scopes))
    }

    pub fn satisfy(&self, needed: Scope) -> bool {
        self.0.iter().any(|scope| scope.satisfies(needed))
    }

    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|scope| scope.as_str()).collect()
    }

    pub fn to_list(&self) -> String {
        self.names().join(",")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn implication_follows_the_table() {
        let satisfied = |granted: Scope| -> Vec<&str> {
            Scope::ALL
                .iter()
                .filter(|needed| granted.satisfies(**needed))
                .map(|s| s.as_str())
                .collect()
        };
        assert_eq!(satisfied(Scope::Contacts), ["contacts", "audiences"]);
        assert_eq!(satisfied(Scope::Emails), ["emails", "domains", "sends"]);
        assert_eq!(satisfied(Scope::Automations), ["automations"]);
        assert_eq!(satisfied(Scope::Audiences), ["audiences"]);
        assert_eq!(satisfied(Scope::Domains), ["domains"]);
        assert_eq!(satisfied(Scope::Sends), ["sends"]);
        assert_eq!(satisfied(Scope::Transactional), ["transactional"]);
        assert_eq!(satisfied(Scope::All).len(), Scope::ALL.len());
    }

    #[test]
    fn a_list_is_parsed_once_each_and_names_what_is_unknown() {
        assert_eq!(
            Scopes::parse("contacts, sends,contacts").unwrap().to_list(),
            "contacts,sends"
        );
        assert_eq!(
            Scopes::parse("contacts,everything").unwrap_err(),
            "everything"
        );
    }
}
