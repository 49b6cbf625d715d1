//! What a process does. One does everything; several on one database may share it out.

use std::fmt;
use std::str::FromStr;

use postrider_engine::jobs::WORKER;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProcessRole {
    /// `/v1`, the pages about it, and where providers post their events.
    Api,
    /// Mailing, background jobs, housekeeping.
    Worker,
    /// What the links and images in mails lead to.
    Track,
    /// Mail that comes back.
    Inbound,
}

impl ProcessRole {
    const ALL: [Self; 4] = [Self::Api, Self::Worker, Self::Track, Self::Inbound];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Api => "api",
            Self::Worker => WORKER,
            Self::Track => "track",
            Self::Inbound => "inbound",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProcessRoles(Vec<ProcessRole>);

impl Default for ProcessRoles {
    fn default() -> Self {
        Self(ProcessRole::ALL.to_vec())
    }
}

impl ProcessRoles {
    pub fn have(&self, role: ProcessRole) -> bool {
        self.0.contains(&role)
    }
}

impl fmt::Display for ProcessRoles {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<&str> = self.0.iter().map(|role| role.as_str()).collect();
        out.write_str(&names.join(","))
    }
}

impl FromStr for ProcessRoles {
    type Err = String;

    /// `api,worker`
    fn from_str(text: &str) -> Result<Self, String> {
        let names: Vec<&str> = text
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        let all = ProcessRole::ALL.map(ProcessRole::as_str).join(", ");
        if let Some(unknown) = names
            .iter()
            .find(|name| !ProcessRole::ALL.iter().any(|role| role.as_str() == **name))
        {
            return Err(format!("there is no role `{unknown}`; there are {all}"));
        }
        let has = |role: &ProcessRole| names.contains(&role.as_str());
        let roles: Vec<ProcessRole> = ProcessRole::ALL.into_iter().filter(has).collect();
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
        let roles: ProcessRoles = " track, api".parse().unwrap();
        assert_eq!(roles.to_string(), "api,track");
        assert!(!roles.have(ProcessRole::Worker));
        let error = "api,mailer".parse::<ProcessRoles>().unwrap_err();
        assert!(
            error.contains("`mailer`") && error.contains("worker"),
            "{error}"
        );
        assert!(",".parse::<ProcessRoles>().is_err());
        assert_eq!(
            ProcessRoles::default().to_string(),
            "api,worker,track,inbound"
        );
    }
}
