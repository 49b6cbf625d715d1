//! Who looks at the records of sending domains.

use std::sync::Arc;

use postrider_domain::sending::sending_domain::RecordTargets;
use postrider_engine::domains::{Lookout, Probe, ReportAddresses};
use postrider_mail::dns::Resolver;

use crate::app::Keys;
use crate::config::Config;
use crate::entropy::bytes;

pub fn lookout(config: &Config, resolver: Resolver, keys: &Keys) -> Lookout {
    let targets = RecordTargets {
        mail_host: config.mail_host.clone(),
        spf: config.spf.clone(),
    };
    let (allowed, key) = (config.allow_private.clone(), keys.probe.clone());
    let url = config.content_urls().current;
    let probe = Probe::new(allowed, key, &url, Arc::new(bytes));
    let reports = config.takes_reports().then(|| ReportAddresses {
        tokens: Arc::clone(&keys.track),
        host: config.mail_host.clone(),
    });
    Lookout::new(resolver, targets, probe, reports)
}
