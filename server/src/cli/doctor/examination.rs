//! The whole examination: what is looked at, in which order, and what is looked at side by side.

use std::path::Path;

use postrider_mail::dns::Resolver;

use super::database::{self, Opened};
use super::finding::{Check, Finding};
use super::report::{Paint, report};
use super::{
    browser, clock, descriptors, direct, domains, embeddings, ffmpeg, folder, host, inbound,
    metrics, model, objects, placement, processes, redis, relay, resolver, web,
};
use crate::app::Keys;
use crate::cli::output::{Output, is_terminal};
use crate::clock::Clock;
use crate::config::{Config, MailMode};
use crate::process::lookout::lookout;

pub async fn run(settings: &Path) -> Output {
    let findings = match Config::load(settings) {
        Ok(config) => Box::pin(examine(&config, settings)).await,
        Err(error) => vec![Finding::problem(
            Check::Settings,
            error.to_string(),
            "Mend this setting in the environment or in the file: the service does not start with it.",
        )],
    };
    let paint = if is_terminal() {
        Paint::Colours
    } else {
        Paint::Plain
    };
    report(&findings, paint)
}

async fn examine(config: &Config, settings: &Path) -> Vec<Finding> {
    let clock = Clock::machine();
    let mut findings = vec![readable(settings)];
    findings.extend(folder::look(&config.data));
    findings.push(descriptors::look(config));
    let (found, opened) = database::look(config, &clock).await;
    findings.extend(found);
    let resolver = match Resolver::new(config.dns) {
        Ok(resolver) => resolver,
        Err(error) => {
            let advice = "Set POSTRIDER_DNS to the address of a name server, such as 127.0.0.1:53.";
            findings.push(Finding::problem(Check::Resolver, error.to_string(), advice));
            return findings;
        }
    };
    let (beside, network, domains) = tokio::join!(
        beside(config, opened.as_ref(), &clock),
        network(config, &resolver, &clock),
        sending_domains(config, opened.as_ref(), &resolver),
    );
    findings.extend(beside);
    findings.extend(network);
    findings.extend(domains);
    if let Some(opened) = opened {
        opened.db.close().await;
    }
    findings
}

fn readable(settings: &Path) -> Finding {
    let seen = if settings.exists() {
        format!("the environment, then {}", settings.display())
    } else {
        "the environment alone".to_owned()
    };
    Finding::ok(Check::Settings, seen)
}

/// What the database tells, and what stands next to it.
async fn beside(config: &Config, opened: Option<&Opened>, clock: &Clock) -> Vec<Finding> {
    let db = opened.map(|opened| &opened.db);
    let mut findings = vec![clock::look(db, clock).await];
    let mut alive = Vec::new();
    if let Some(db) = db {
        let found = processes::alive(db, clock.now()).await;
        findings.push(processes::look(&found));
        alive = found.unwrap_or_default();
    }
    findings.push(objects::look(&config.objects, &alive).await);
    if let Some(client) = &config.redis {
        findings.push(redis::look(client).await);
    }
    if let Some(model) = &config.model {
        findings.push(model::look(model).await);
    }
    if let Some(model) = &config.image_model {
        findings.push(model::look_at_images(model).await);
    }
    findings.push(ffmpeg::look(config).await);
    findings.push(embeddings::look(config.embeddings.as_deref()));
    findings.push(browser::look(&config.browser).await);
    findings.push(metrics::look(config));
    findings
}

async fn network(config: &Config, resolver: &Resolver, clock: &Clock) -> Vec<Finding> {
    let (dns, out, web, back, tests) = tokio::join!(
        resolver::look(config, resolver),
        outgoing(config, resolver),
        web(config, resolver, clock),
        async {
            match config.mail {
                MailMode::Capture => None,
                MailMode::Relay(_) | MailMode::Direct => {
                    Some(inbound::look(config, resolver).await)
                }
            }
        },
        placement::look(&config.placement),
    );
    let mut findings = vec![dns];
    findings.extend(out);
    findings.extend(web);
    findings.extend(back);
    findings.extend(tests);
    findings
}

async fn web(config: &Config, resolver: &Resolver, clock: &Clock) -> Vec<Finding> {
    let mut findings = Vec::new();
    for address in web::Address::all(config) {
        findings.push(address.look(config, resolver, clock.now()).await);
    }
    findings
}

async fn outgoing(config: &Config, resolver: &Resolver) -> Vec<Finding> {
    let delivery = async {
        match &config.mail {
            MailMode::Capture => Finding::ok(
                Check::Delivery,
                "nothing leaves: mail is kept to be looked at (`postrider inbox`)",
            ),
            MailMode::Relay(url) => relay::look(url, &config.mail_host).await,
            MailMode::Direct => direct::look(config, resolver).await,
        }
    };
    if config.mail == MailMode::Capture {
        return vec![delivery.await];
    }
    let (delivery, host) = tokio::join!(delivery, host::look(config, resolver));
    let mut findings = vec![delivery];
    findings.extend(host);
    findings
}

async fn sending_domains(
    config: &Config,
    opened: Option<&Opened>,
    resolver: &Resolver,
) -> Vec<Finding> {
    let Some(opened) = opened else {
        return Vec::new();
    };
    let keys = Keys::derive(&opened.secret);
    let lookout = lookout(config, resolver.clone(), &keys);
    domains::look(config, &opened.db, &lookout).await
}
