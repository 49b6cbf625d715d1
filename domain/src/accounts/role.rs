//! What a person may do in an organization.

use std::fmt;

/// Each may do all that those before it may.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Role {
    Viewer,
    Editor,
    Admin,
    Owner,
}

/// What is asked for, in the four kinds that roles tell apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Permission {
    /// Reads, searches, dry runs, rendering.
    Read,
    /// Contacts, designs, sends, automations, triggers, connections, domains and the brand itself; exports, captured
    /// mail, and whatever costs credits.
    Change,
    /// People, keys, brands, the audit log.
    Administer,
    /// The plan, owners, deleting the organization.
    Own,
}

impl Role {
    /// The least powerful first.
    pub const ALL: [Self; 4] = [Self::Viewer, Self::Editor, Self::Admin, Self::Owner];

    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Viewer => "viewer",
            Self::Editor => "editor",
            Self::Admin => "admin",
            Self::Owner => "owner",
        }
    }

    pub fn parse(text: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.as_str() == text)
    }

    pub fn allows(self, permission: Permission) -> bool {
        self >= permission.needs()
    }

    /// Whether a person with this role may give another to somebody, or take it away: nobody goes above their own.
    pub fn may_grant(self, role: Self) -> bool {
        self.allows(Permission::Administer) && role <= self
    }
}

impl Permission {
    pub const ALL: [Self; 4] = [Self::Read, Self::Change, Self::Administer, Self::Own];

    /// The least powerful role that has it: what a refused caller is told.
    pub fn needs(self) -> Role {
        match self {
            Self::Read => Role::Viewer,
            Self::Change => Role::Editor,
            Self::Administer => Role::Admin,
            Self::Own => Role::Owner,
        }
    }
}

impl fmt::Display for Role {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use Permission::{Administer, Change, Own, Read};
    use Role::{Admin, Editor, Owner, Viewer};

    use super::*;

    #[test]
    fn roles_allow_what_the_table_says() {
        let table = [
            (
                Viewer,
                [
                    (Read, true),
                    (Change, false),
                    (Administer, false),
                    (Own, false),
                ],
            ),
            (
                Editor,
                [
                    (Read, true),
                    (Change, true),
                    (Administer, false),
                    (Own, false),
                ],
            ),
            (
                Admin,
                [
                    (Read, true),
                    (Change, true),
                    (Administer, true),
                    (Own, false),
                ],
            ),
            (
                Owner,
                [
                    (Read, true),
                    (Change, true),
                    (Administer, true),
                    (Own, true),
                ],
            ),
        ];
        assert_eq!(table.map(|(role, _)| role), Role::ALL);
        for (role, row) in table {
            assert_eq!(row.map(|(permission, _)| permission), Permission::ALL);
            for (permission, allowed) in row {
                assert_eq!(role.allows(permission), allowed, "{role} {permission:?}");
            }
        }
    }

    #[test]
    fn the_needed_role_is_the_least_that_is_allowed() {
        for permission in Permission::ALL {
            let least = Role::ALL.into_iter().find(|role| role.allows(permission));
            assert_eq!(least, Some(permission.needs()), "{permission:?}");
        }
    }

    #[test]
    fn nobody_grants_above_their_own_role() {
        for (role, granted) in [
            (Viewer, &[][..]),
            (Editor, &[]),
            (Admin, &[Viewer, Editor, Admin]),
            (Owner, &[Viewer, Editor, Admin, Owner]),
        ] {
            let may: Vec<Role> = Role::ALL
                .into_iter()
                .filter(|other| role.may_grant(*other))
                .collect();
            assert_eq!(may, granted, "{role}");
        }
    }

    #[test]
    fn words_are_read_as_they_are_written() {
        for role in Role::ALL {
            assert_eq!(Role::parse(role.as_str()), Some(role));
            assert_eq!(role.to_string(), role.as_str());
        }
        for text in ["", "Owner", "owner ", "root"] {
            assert_eq!(Role::parse(text), None, "{text}");
        }
    }
}
