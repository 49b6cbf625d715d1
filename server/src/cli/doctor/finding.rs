//! What the doctor says about one thing.

/// How a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Health {
    Ok,
    /// Mail goes out, but something will hurt.
    Warning,
    /// Something does not work.
    Problem,
}

impl Health {
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Ok => "ok",
            Self::Warning => "warning",
            Self::Problem => "problem",
        }
    }
}

/// What belongs together in the report.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Group {
    Installation,
    Outgoing,
    Links,
    Returning,
    Domains,
}

impl Group {
    pub const ALL: [Self; 5] = [
        Self::Installation,
        Self::Outgoing,
        Self::Links,
        Self::Returning,
        Self::Domains,
    ];

    pub fn title(self) -> &'static str {
        match self {
            Self::Installation => "Installation",
            Self::Outgoing => "Outgoing mail",
            Self::Links => "Links in mails",
            Self::Returning => "What comes back",
            Self::Domains => "Sending domains",
        }
    }
}

/// What was looked at. The names are fixed: people script them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Check {
    Settings,
    DataFolder,
    Disk,
    OpenFiles,
    Database,
    Secret,
    Clock,
    Processes,
    Objects,
    Redis,
    Model,
    ImageModel,
    Ffmpeg,
    Embeddings,
    Browser,
    Metrics,
    Resolver,
    Delivery,
    HostName,
    ReverseName,
    PublicUrl,
    ContentUrl,
    Inbound,
    /// One of a brand's, named by the finding.
    Domain,
    /// What receivers report about domains.
    Reports,
    /// One of the mailboxes of placement tests, named by the finding.
    Seeds,
    SpamFilter,
}

impl Check {
    /// For scripts.
    pub fn key(self) -> &'static str {
        match self {
            Self::Settings => "settings",
            Self::DataFolder => "data_folder",
            Self::Disk => "disk",
            Self::OpenFiles => "open_files",
            Self::Database => "database",
            Self::Secret => "secret",
            Self::Clock => "clock",
            Self::Processes => "processes",
            Self::Objects => "objects",
            Self::Redis => "redis",
            Self::Model => "model",
            Self::ImageModel => "image_model",
            Self::Ffmpeg => "ffmpeg",
            Self::Embeddings => "embeddings",
            Self::Browser => "browser",
            Self::Metrics => "metrics",
            Self::Resolver => "resolver",
            Self::Delivery => "delivery",
            Self::HostName => "host_name",
            Self::ReverseName => "reverse_name",
            Self::PublicUrl => "public_url",
            Self::ContentUrl => "content_url",
            Self::Inbound => "inbound",
            Self::Domain => "domain",
            Self::Reports => "reports",
            Self::Seeds => "seeds",
            Self::SpamFilter => "spam_filter",
        }
    }

    /// For people.
    pub fn label(self) -> &'static str {
        match self {
            Self::DataFolder => "data folder",
            Self::OpenFiles => "open files",
            Self::HostName => "host name",
            Self::ReverseName => "reverse name",
            Self::PublicUrl => "public URL",
            Self::ContentUrl => "content URL",
            Self::Redis => "Redis",
            Self::ImageModel => "image model",
            Self::SpamFilter => "spam filter",
            Self::Inbound => "bounces",
            other => other.key(),
        }
    }

    pub fn group(self) -> Group {
        match self {
            Self::Settings
            | Self::DataFolder
            | Self::Disk
            | Self::OpenFiles
            | Self::Database
            | Self::Secret
            | Self::Clock
            | Self::Processes
            | Self::Objects
            | Self::Redis
            | Self::Model
            | Self::ImageModel
            | Self::Ffmpeg
            | Self::Embeddings
            | Self::Browser
            | Self::Metrics => Group::Installation,
            Self::Resolver
            | Self::Delivery
            | Self::HostName
            | Self::ReverseName
            | Self::Seeds
            | Self::SpamFilter => Group::Outgoing,
            Self::PublicUrl | Self::ContentUrl => Group::Links,
            Self::Inbound | Self::Reports => Group::Returning,
            Self::Domain => Group::Domains,
        }
    }
}

/// `seen` and `advice` may have several lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub check: Check,
    /// Which one, where there are several.
    pub subject: Option<String>,
    pub health: Health,
    pub seen: String,
    /// What to do; whatever is not well has some.
    pub advice: Option<String>,
}

impl Finding {
    pub fn ok(check: Check, seen: impl Into<String>) -> Self {
        Self {
            check,
            subject: None,
            health: Health::Ok,
            seen: seen.into(),
            advice: None,
        }
    }

    pub fn warning(check: Check, seen: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            health: Health::Warning,
            advice: Some(advice.into()),
            ..Self::ok(check, seen)
        }
    }

    pub fn problem(check: Check, seen: impl Into<String>, advice: impl Into<String>) -> Self {
        Self {
            health: Health::Problem,
            ..Self::warning(check, seen, advice)
        }
    }

    pub fn about(self, subject: impl Into<String>) -> Self {
        Self {
            subject: Some(subject.into()),
            ..self
        }
    }
}
