//! Placement tests: the operator's own mailboxes, the spam filter that is asked, and how long is looked.

use postrider_domain::contacts::address::EmailAddress;
use postrider_engine::placement::{ConfiguredSeed, PlacementSettings, SpamFilter};
use postrider_mail::filters::{Rspamd, Spamd};
use postrider_mail::password::Password;
use postrider_mail::seeds::{Security, SeedMailbox};
use postrider_mail::smtp::TrustedCertificate;
use serde::Deserialize;
use url::Url;

use super::mail::MailMode;
use super::settings::{ConfigError, Settings, setting};

/// Each test mails all of them.
const SEEDS_MAX: usize = 50;
const PROVIDER_MAX: usize = 60;

/// One table of `[[seeds]]`.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct SeedTable {
    provider: String,
    address: String,
    host: String,
    port: Option<u16>,
    security: Option<Security>,
    /// The address, if it is none else.
    user: Option<String>,
    password: Password,
    inbox: Option<String>,
    #[serde(default)]
    spam: Vec<String>,
}

pub(super) fn placement(
    settings: &Settings,
    mail_host: &str,
    mail: &MailMode,
) -> Result<PlacementSettings, ConfigError> {
    let every = seconds(settings, "POSTRIDER_PLACEMENT_EVERY", 60, 5..=3_600)?;
    let within = seconds(settings, "POSTRIDER_PLACEMENT_WITHIN", 1_800, 60..=86_400)?;
    if every > within {
        let problem = "must not be more than POSTRIDER_PLACEMENT_WITHIN";
        return Err(setting("POSTRIDER_PLACEMENT_EVERY", problem));
    }
    Ok(PlacementSettings {
        seeds: seeds(settings.file.get("seeds"))?,
        filter: filter(settings)?,
        every_ms: every * 1_000,
        within_ms: within * 1_000,
        mail_host: mail_host.to_owned(),
        leaves_from_here: matches!(mail, MailMode::Direct),
    })
}

fn seconds(
    settings: &Settings,
    key: &str,
    usual: i64,
    range: std::ops::RangeInclusive<i64>,
) -> Result<i64, ConfigError> {
    let number = settings.parsed(key, usual)?;
    if range.contains(&number) {
        return Ok(number);
    }
    let problem = format!("must be from {} to {} seconds", range.start(), range.end());
    Err(setting(key, problem))
}

fn seeds(tables: Option<&toml::Value>) -> Result<Vec<ConfiguredSeed>, ConfigError> {
    let Some(tables) = tables else {
        return Ok(Vec::new());
    };
    let tables = tables.as_array().ok_or_else(|| {
        setting(
            "seeds",
            "must be tables, each under a heading of its own: [[seeds]]",
        )
    })?;
    if tables.len() > SEEDS_MAX {
        return Err(setting(
            "seeds",
            format!("there may be {SEEDS_MAX} at most"),
        ));
    }
    let mut seeds: Vec<ConfiguredSeed> = Vec::with_capacity(tables.len());
    for (at, table) in tables.iter().enumerate() {
        let key = format!("seeds[{at}]");
        let seed = seed(&key, table)?;
        if seeds.iter().any(|known| known.address == seed.address) {
            return Err(setting(&format!("{key}.address"), "stands there twice"));
        }
        seeds.push(seed);
    }
    Ok(seeds)
}

fn seed(key: &str, table: &toml::Value) -> Result<ConfiguredSeed, ConfigError> {
    let table: SeedTable = table
        .clone()
        .try_into()
        .map_err(|error: toml::de::Error| setting(key, misread(&error)))?;
    let part = |name: &str| format!("{key}.{name}");
    let address = EmailAddress::parse(&table.address)
        .map_err(|_| setting(&part("address"), "is no address of a mailbox"))?;
    let provider = table.provider.trim();
    if provider.is_empty() || provider.chars().count() > PROVIDER_MAX {
        let problem = format!("must be a name of 1 to {PROVIDER_MAX} characters, such as gmail");
        return Err(setting(&part("provider"), problem));
    }
    if table.host.is_empty() || table.host.contains(['/', '@', ' ']) || table.host.contains("://") {
        let problem = "must be the name of an IMAP server, such as imap.example.com";
        return Err(setting(&part("host"), problem));
    }
    let security = table.security.unwrap_or(Security::Tls);
    let usual_port = match security {
        Security::Tls => 993,
        Security::StartTls | Security::Plain => 143,
    };
    let address = address.to_string();
    Ok(ConfiguredSeed {
        provider: provider.to_owned(),
        mailbox: SeedMailbox {
            host: table.host,
            port: table.port.unwrap_or(usual_port),
            security,
            user: table.user.unwrap_or_else(|| address.clone()),
            password: table.password,
            inbox: table.inbox.unwrap_or_else(|| "INBOX".to_owned()),
            spam: table.spam,
        },
        address,
    })
}

/// The library's words name the key. Of a wrong type they show the value, too, and it may be a password.
fn misread(error: &toml::de::Error) -> &str {
    match error.message() {
        words if words.starts_with("invalid type") => {
            "a value has the wrong type: texts stand in quotes"
        }
        words => words,
    }
}

fn filter(settings: &Settings) -> Result<Option<SpamFilter>, ConfigError> {
    const RSPAMD: &str = "POSTRIDER_RSPAMD";
    const SPAMD: &str = "POSTRIDER_SPAMD";
    match (settings.get(RSPAMD), settings.get(SPAMD)) {
        (None, None) => Ok(None),
        (Some(_), Some(_)) => Err(setting(SPAMD, format!("is one too many beside {RSPAMD}"))),
        (Some(url), None) => rspamd(&url).map(Some).ok_or_else(|| {
            let problem =
                "must be a URL such as http://127.0.0.1:11333, or http://:password@host:11333";
            setting(RSPAMD, problem)
        }),
        (None, Some(text)) => spamd(&text)
            .map(Some)
            .ok_or_else(|| setting(SPAMD, "must be host:port, such as 127.0.0.1:783")),
    }
}

/// Its password may stand in the URL, and goes into a header.
fn rspamd(text: &str) -> Option<SpamFilter> {
    let mut url = Url::parse(text).ok()?;
    let password = url.password().map(|text| {
        let decoded = percent_encoding::percent_decode_str(text);
        Password::new(decoded.decode_utf8_lossy())
    });
    url.set_password(None).ok()?;
    url.set_username("").ok()?;
    let trusted = TrustedCertificate::system().ok()?;
    let rspamd = Rspamd::new(&url, password, &trusted).ok()?;
    Some(SpamFilter::Rspamd(rspamd))
}

fn spamd(text: &str) -> Option<SpamFilter> {
    let (host, port) = text.rsplit_once(':')?;
    let host = host.trim_start_matches('[').trim_end_matches(']');
    let is_host = !host.is_empty() && !host.contains(['/', '@', ' ']);
    let port = port.parse().ok().filter(|port| *port > 0)?;
    is_host.then(|| {
        SpamFilter::Spamd(Spamd {
            host: host.to_owned(),
            port,
            user: None,
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(file: &str) -> Result<PlacementSettings, String> {
        let settings = Settings {
            file: file.parse().unwrap(),
            environment: |_| None,
        };
        placement(&settings, "mail.firma.test", &MailMode::Direct)
            .map_err(|error| error.to_string())
    }

    const SEED: &str = "[[seeds]]\nprovider = 'gmail'\naddress = 'Seed@Mailbox.test'\nhost = 'imap.mailbox.test'\n\
        password = 'marked-password'\n";

    #[test]
    fn nothing_is_set_by_itself() {
        let read = read("").unwrap();
        assert!(read.seeds.is_empty() && read.filter.is_none() && read.leaves_from_here);
        assert_eq!((read.every_ms, read.within_ms), (60_000, 1_800_000));
    }

    #[test]
    fn a_seed_has_what_most_servers_have_and_keeps_its_password() {
        let read = read(&format!(
            "POSTRIDER_RSPAMD = 'http://:marked-password@127.0.0.1:11333'\n{SEED}"
        ))
        .unwrap();
        let [seed] = read.seeds.as_slice() else {
            panic!("{:?}", read.seeds);
        };
        assert_eq!(seed.mailbox.user, seed.address);
        assert_eq!(
            (seed.mailbox.port, seed.mailbox.security),
            (993, Security::Tls)
        );
        assert_eq!(
            (seed.mailbox.inbox.as_str(), seed.mailbox.spam.len()),
            ("INBOX", 0)
        );
        assert!(matches!(read.filter, Some(SpamFilter::Rspamd(_))));
        assert!(!format!("{read:?}").contains("marked"));
    }

    #[test]
    fn everything_can_be_said() {
        let more = "port = 10143\nsecurity = 'starttls'\nuser = 'ada'\ninbox = 'In'\nspam = ['Junk', 'Bulk']\n";
        let read = read(&format!("POSTRIDER_SPAMD = '[::1]:783'\n{SEED}{more}")).unwrap();
        let mailbox = &read.seeds[0].mailbox;
        assert_eq!(
            (mailbox.port, mailbox.security),
            (10_143, Security::StartTls)
        );
        assert_eq!(
            (mailbox.user.as_str(), mailbox.inbox.as_str()),
            ("ada", "In")
        );
        assert_eq!(mailbox.spam, ["Junk", "Bulk"]);
        assert!(
            matches!(&read.filter, Some(SpamFilter::Spamd(spamd)) if spamd.host == "::1" && spamd.port == 783)
        );
    }

    #[test]
    fn mistakes_name_their_key_and_no_password() {
        for (file, key) in [
            ("seeds = 1".to_owned(), "seeds:"),
            (
                format!("{SEED}{SEED}"),
                "seeds[1].address: stands there twice",
            ),
            (
                SEED.replace("Seed@Mailbox.test", "seed"),
                "seeds[0].address",
            ),
            (SEED.replace("gmail", " "), "seeds[0].provider"),
            (
                SEED.replace("imap.mailbox.test", "imap://x"),
                "seeds[0].host",
            ),
            (
                format!("{SEED}security = 'none'"),
                "seeds[0]: unknown variant",
            ),
            (
                format!("{SEED}folder = 'x'"),
                "seeds[0]: unknown field `folder`",
            ),
            (
                SEED.replace("provider = 'gmail'\n", ""),
                "seeds[0]: missing field `provider`",
            ),
            (
                SEED.replace("'marked-password'", "7"),
                "seeds[0]: a value has the wrong type",
            ),
            (
                "POSTRIDER_PLACEMENT_EVERY = 0".to_owned(),
                "POSTRIDER_PLACEMENT_EVERY",
            ),
            (
                "POSTRIDER_PLACEMENT_WITHIN = 10".to_owned(),
                "POSTRIDER_PLACEMENT_WITHIN",
            ),
            (
                "POSTRIDER_PLACEMENT_EVERY = 120\nPOSTRIDER_PLACEMENT_WITHIN = 60".to_owned(),
                "POSTRIDER_PLACEMENT_EVERY",
            ),
            (
                "POSTRIDER_RSPAMD = 'ftp://x'".to_owned(),
                "POSTRIDER_RSPAMD",
            ),
            ("POSTRIDER_SPAMD = 'x'".to_owned(), "POSTRIDER_SPAMD"),
            (
                "POSTRIDER_RSPAMD = 'http://x'\nPOSTRIDER_SPAMD = 'x:1'".to_owned(),
                "POSTRIDER_SPAMD",
            ),
        ] {
            let error = read(&file).unwrap_err();
            assert!(error.starts_with(key), "{error}");
            assert!(!error.contains("marked"), "{error}");
        }
    }
}
