//! What a process does. One does everything; several on one database may share it out.

use std::fmt;
use std::str::FromStr;

use postrider_engine::domains::PROBE_PATH;
use postrider_engine::jobs::WORKER;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// `/v1`, the pages about it, and where providers post their events.
    Api,
    /// Mailing, background jobs, housekeeping.
    Worker,
    /// What the links and images in mails lead to.
    Track,
    /// Mail that comes back.
    Inbound,
}

impl Role {
    const ALL: [Self; 4] = [Self::Api, Self::Worker, Self::Track, Self::Inbound];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Worker => WORKER,
            Self::Track => "track",
            Self::Inbound => "inbound",
        }
    }

    /// Whose a path is; `None` is for what every process answers.
    pub fn of_path(path: &str) -> Option<Self> {
        const EVERYWHERE: [&str; 3] = ["/healthz", "/readyz", "/metrics"];
        const TRACK: [&str; 7] = [
            "/o/",
            "/c/",
            "/view/",
            "/unsubscribe/",
            "/assets/",
            "/icons/",
            PROBE_PATH,
        ];
        if EVERYWHERE.contains(&path) {
            None
        } else if TRACK.iter().any(|start| path.starts_with(start)) {
            Some(Self::Track)
        } else {
            Some(Self::Api)
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Roles(Vec<Role>);

impl Default for Roles {
    fn default() -> Self {
        Self(Role::ALL.to_vec())
    }
}

impl Roles {
    pub fn have(&self, role: Role) -> bool {
        self.0.contains(&role)
    }
}

impl fmt::Display for Roles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|role| role.as_str()).collect();
        out.write_str(&names.join(","))
    }
}

impl FromStr for Roles {
    type Err = String;

    /// `api,worker`
    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<&str> = text
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        let all = Role::ALL.map(Role::as_str).join(", ");
        if let Some(unknown) = names
            .iter()
            .find(|name| !Role::ALL.iter().any(|role| role.as_str() == **name))
        {
            return Err(format!("there is no role `{unknown}`; there are {all}"));
        }
        let has = |role: &Role| names.contains(&role.as_str());
        let roles: Vec<Role> = Role::ALL.into_iter().filter(has).collect();
        if roles.is_empty() {
            return Err(format!("names no role; there are {all}"));
        }
        Ok(Self(roles))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn roles_are_read_in_any_order_and_unknown_ones_are_named() {
        let roles: Roles = " track, api".parse().unwrap();
        assert_eq!(roles.to_string(), "api,track");
        assert!(!roles.have(Role::Worker));
        let error = "api,mailer".parse::<Roles>().unwrap_err();
        assert!(
            error.contains("`mailer`") && error.contains("worker"),
            "{error}"
        );
        assert!(",".parse::<Roles>().is_err());
        assert_eq!(Roles::default().to_string(), "api,worker,track,inbound");
    }

    #[test]
    fn every_path_has_its_role() {
        for (path, role) in [
            ("/healthz", None),
            ("/v1/contacts", Some(Role::Api)),
            ("/", Some(Role::Api)),
            ("/docs/errors", Some(Role::Api)),
            ("/api/integrations/stripe/webhook/id", Some(Role::Api)),
            ("/o/token.gif", Some(Role::Track)),
            ("/unsubscribe/token", Some(Role::Track)),
            ("/assets/image.png", Some(Role::Track)),
        ] {
            assert_eq!(Role::of_path(path), role, "{path}");
        }
    }
}
