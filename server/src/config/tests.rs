use std::num::NonZeroU32;

use postrider_domain::contract::policy::Policy;

use super::settings::Settings;
use super::{Config, ConfigError};

fn read(file: &str) -> Result<Config, ConfigError> {
    Config::from(&Settings {
        file: file.parse().unwrap(),
        environment: |_| None,
    })
}

#[test]
fn nothing_set_is_a_working_configuration() {
    let config = read("").unwrap();
    assert_eq!(config.public_url, "http://127.0.0.1:8080");
    assert_eq!(*config.database_url, "sqlite:./data/postrider.db");
    assert!(config.rate_limits.is_empty());
    assert_eq!(config.audit_days.map(NonZeroU32::get), Some(400));
    let for_ever = read("POSTRIDER_AUDIT_RETENTION_DAYS = 0").unwrap();
    assert_eq!(for_ever.audit_days, None);
}

#[test]
fn limits_and_plans_are_read_and_mistakes_name_their_key() {
    let config = read(
        "POSTRIDER_RATE_LIMITS = 'triggers.write=6000, sends.write=100'\n[plans.tiny]\ncredits = 5\n",
    )
    .unwrap();
    assert_eq!(config.rate_limits[&Policy::TriggersWrite], 6000);
    assert_eq!(config.plans[0].credits, Some(5));
    assert_eq!(config.plans[0].sends, None);
    for (file, key) in [
        (
            "POSTRIDER_RATE_LIMITS = 'nothing.here=1'",
            "POSTRIDER_RATE_LIMITS",
        ),
        ("POSTRIDER_SECRET = 'short'", "POSTRIDER_SECRET"),
        ("POSTRIDER_LISTEN = 'nowhere'", "POSTRIDER_LISTEN"),
        (
            "POSTRIDER_OBJECTS = 's3://files'\nPOSTRIDER_S3_ACCESS_KEY = 'a'\nPOSTRIDER_S3_SECRET_KEY = 'b'\n\
             POSTRIDER_S3_TIMEOUT = '0'",
            "POSTRIDER_S3_TIMEOUT",
        ),
        (
            "POSTRIDER_REDIS_URL = 'localhost:6379'",
            "POSTRIDER_REDIS_URL",
        ),
        (
            "POSTRIDER_REDIS_URL = 'redis://localhost/first'",
            "POSTRIDER_REDIS_URL",
        ),
        (
            "POSTRIDER_ALLOW_PRIVATE = '127.0.0.1:8025,localhost'",
            "POSTRIDER_ALLOW_PRIVATE",
        ),
        (
            "POSTRIDER_TRUSTED_PROXIES = '127.0.0.1,proxy.internal'",
            "POSTRIDER_TRUSTED_PROXIES",
        ),
        (
            "POSTRIDER_CONTENT_URL = 'content.example.com'",
            "POSTRIDER_CONTENT_URL",
        ),
        (
            "POSTRIDER_PUBLIC_URL = 'https://post.example.com'\n\
             POSTRIDER_CONTENT_URL = 'https://POST.example.com:8443/'",
            "POSTRIDER_CONTENT_URL",
        ),
        ("[plans.tiny]\nsends = -1", "plans.tiny.sends"),
    ] {
        let error = read(file).unwrap_err().to_string();
        assert!(error.starts_with(key), "{error}");
    }
}

#[test]
fn content_has_a_host_of_its_own_if_one_is_set() {
    let config = read("POSTRIDER_PUBLIC_URL = 'https://post.example.com'").unwrap();
    let urls = config.content_urls();
    assert_eq!(urls.all().collect::<Vec<_>>(), ["https://post.example.com"]);
    let config = read(
        "POSTRIDER_PUBLIC_URL = 'https://post.example.com'\n\
         POSTRIDER_CONTENT_URL = 'https://content.example.com/'",
    );
    let urls = config.unwrap().content_urls();
    assert_eq!(
        urls.all().collect::<Vec<_>>(),
        ["https://content.example.com", "https://post.example.com"]
    );
}

#[test]
fn a_configuration_shows_no_secret() {
    let config = read(
        "POSTRIDER_SECRET = 'marked-secret-0123456789abcdef0123456789'\n\
         POSTRIDER_DATABASE_URL = 'postgres://rider:marked-database@127.0.0.1/rider'\n\
         POSTRIDER_REDIS_URL = 'redis://rider:marked-redis@127.0.0.1:6379/0'\n\
         POSTRIDER_MAIL = 'smtps://rider:marked-relay@mail.example.com'\n\
         POSTRIDER_METRICS_TOKEN = 'marked-metrics'\n\
         POSTRIDER_OBJECTS = 's3://files/rider'\n\
         POSTRIDER_S3_ENDPOINT = 'http://rider:marked-endpoint@127.0.0.1:9000'\n\
         POSTRIDER_S3_ACCESS_KEY = 'marked-access'\n\
         POSTRIDER_S3_SECRET_KEY = 'marked-key'\n\
         POSTRIDER_AI_URL = 'https://models.example.com/v1'\n\
         POSTRIDER_AI_MODEL = 'writer-2'\n\
         POSTRIDER_AI_KEY = 'marked-model'\n",
    )
    .unwrap();
    for shown in [format!("{config:?}"), format!("{config:#?}")] {
        assert!(!shown.contains("marked"), "{shown}");
        assert!(
            shown.contains("mail.example.com") || shown.contains("Relay"),
            "{shown}"
        );
    }
}

#[test]
fn a_file_that_cannot_be_read_is_not_repeated() {
    let file = tempfile::NamedTempFile::new().unwrap();
    let text = "POSTRIDER_LISTEN = '127.0.0.1:0'\nPOSTRIDER_SECRET = marked-secret-0123456789abcdef0123456789\n";
    std::fs::write(file.path(), text).unwrap();
    let error = Config::load(file.path()).unwrap_err().to_string();
    assert!(error.starts_with("postrider.toml: line 2: "), "{error}");
    assert!(!error.contains("marked"), "{error}");
}
