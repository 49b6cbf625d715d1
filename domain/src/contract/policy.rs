//! Rate-limit policies: which calls share a window, and how many it holds.

macro_rules! policies {
    ($($policy:ident = $name:literal, $per_minute:literal;)*) => {
        /// Calls of one key under one policy share a rolling window; those of a person share `session`, whatever they call.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Policy { $($policy),* }

        impl Policy {
            pub const ALL: &'static [Policy] = &[$(Policy::$policy),*];

            pub const fn as_str(self) -> &'static str {
                match self { $(Policy::$policy => $name),* }
            }

            /// The contract's number; an operator can configure another.
            pub const fn per_minute(self) -> u32 {
                match self { $(Policy::$policy => $per_minute),* }
            }
        }
    };
}

policies! {
    TriggersRead = "triggers.read", 100;
    TriggersWrite = "triggers.write", 60;
    AutomationsRead = "automations.read", 100;
    AutomationsWrite = "automations.write", 60;
    AutomationRunsRead = "automation.runs.read", 100;
    AutomationRunsWrite = "automation.runs.write", 60;
    EmailsRead = "emails.read", 100;
    EmailsGenerate = "emails.generate", 20;
    EmailsEdit = "emails.edit", 20;
    SendsRead = "sends.read", 100;
    SendsWrite = "sends.write", 10;
    SendsControl = "sends.control", 60;
    ContactsRead = "contacts.read", 100;
    ContactsWriteSingle = "contacts.write_single", 100;
    ContactsWriteBatch = "contacts.write_batch", 10;
    AudiencesRead = "audiences.read", 100;
    AudiencesWrite = "audiences.write", 60;
    DomainsRead = "domains.read", 100;
    DomainsWrite = "domains.write", 20;
    AnalyticsRead = "analytics.read", 100;
    BrandRead = "brand.read", 100;
    BrandWrite = "brand.write", 60;
    UsageRead = "usage.read", 100;
    FieldsRead = "fields.read", 100;
    FieldsWrite = "fields.write", 100;
    TemplatesRead = "templates.read", 100;
    ContentGenerate = "content.generate", 20;
    ContentTransform = "content.transform", 20;
    MetaRead = "meta.read", 100;
    KeysWrite = "keys.write", 20;
    Session = "session", 300;
}

impl Policy {
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL
            .iter()
            .copied()
            .find(|policy| policy.as_str() == name)
    }
}
