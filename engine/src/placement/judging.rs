//! What is found out about the mail itself, before any mailbox answers.

use std::net::IpAddr;
use std::sync::Arc;

use postrider_content::placement::{FinishedMail, Header, judge};
use postrider_domain::placement::{AuthResult, Authentication, Diagnosis, Filter, Mailing};
use postrider_domain::sending::sending_domain::{Answer, organizational};
use postrider_mail::authentication::{self, Arrival, Judgement};
use postrider_mail::dns::Resolver;
use postrider_mail::filters::{FilterError, Transport, Verdict};
use postrider_mail::message::ReadMessage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use url::Url;

use super::filter::AskedFilter;
use super::settings::PlacementSettings;
use crate::aside::{NotDone, aside};
use crate::sending::{Copy, TestMail};

/// Rules of a filter that are kept, and characters of what each says.
const RULES_MAX: usize = 100;
const RULE_MAX: usize = 200;
/// Characters of a reason.
const REASON_MAX: usize = 300;
const SILENT: &str = "whoever runs this server finds the reason in its log.";

/// What is kept of it, as JSON.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Judged {
    /// Nothing leaves this machine.
    pub is_captured: bool,
    pub authentication: Authentication,
    /// Why SPF, DKIM and DMARC say so.
    pub reasons: [String; 3],
    /// Nothing if none was asked, or none answered.
    pub spam_filter: Option<SpamVerdict>,
    /// Whether the filter itself calls it spam, whatever the score.
    #[serde(default)]
    pub filter_calls_it_spam: bool,
    /// Why the filter that was asked did not answer.
    pub silence: Option<String>,
    pub headers: HeaderFacts,
    pub content: Vec<Diagnosis>,
    pub unchecked: Vec<String>,
    /// Whether a campaign counts opens or clicks, as no copy does.
    #[serde(default)]
    pub is_tracked: bool,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpamVerdict {
    /// `rspamd` or `spamassassin`
    pub filter: String,
    pub score: f64,
    /// From this score on it is spam.
    pub threshold: f64,
    /// What weighs most first.
    pub rules: Vec<SpamRule>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct SpamRule {
    pub name: String,
    /// Above zero it speaks against the mail.
    pub score: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
#[schemars(rename = "PlacementHeaders")]
pub struct HeaderFacts {
    /// Whether mail programs can show a way to unsubscribe.
    pub list_unsubscribe: bool,
    /// Whether one click does it.
    pub one_click: bool,
    /// Whether the mail has a part of plain text.
    pub plain_text: bool,
}

impl Judged {
    pub fn mailing(&self, seeds: i64) -> Mailing {
        match (seeds, self.is_captured) {
            (1.., _) => Mailing::Seeds,
            (_, true) => Mailing::Captured,
            (_, false) => Mailing::NoSeeds,
        }
    }

    pub fn filter(&self) -> Filter {
        match (&self.spam_filter, &self.silence) {
            (Some(verdict), _) => Filter::Answered {
                score: verdict.score,
                threshold: verdict.threshold,
                is_spam: self.filter_calls_it_spam,
            },
            (None, Some(why)) => Filter::Silent(why.clone()),
            (None, None) => Filter::NotConfigured,
        }
    }
}

/// Who judges mails.
#[derive(Clone)]
pub struct Judge {
    pub resolver: Resolver,
    pub settings: Arc<PlacementSettings>,
    pub keeps_mail: bool,
    /// Whether what leaves is signed here.
    pub signs_here: bool,
}

impl Judge {
    pub async fn judge(&self, test: &TestMail, copy: Copy) -> Result<Judged, NotDone> {
        let leaves_from = self.leaves_from().await;
        let ip = match &leaves_from {
            Answer::Found(addresses) => addresses.first().copied(),
            Answer::Nothing | Answer::NoAnswer => None,
        };
        let arrival = Arrival {
            ip,
            helo: &self.settings.mail_host,
            mail_from: copy.return_path(),
        };
        let found = authentication::judge(&self.resolver, copy.bytes(), arrival).await;
        let transport = Transport {
            ip,
            helo: &self.settings.mail_host,
            from: copy.return_path(),
            recipient: copy.recipient(),
        };
        let asked = match &self.settings.filter {
            Some(filter) => Some((filter.kind(), filter.ask(copy.bytes(), transport).await)),
            None => None,
        };
        let filter_calls_it_spam = matches!(&asked, Some((_, Ok(verdict))) if verdict.is_spam);
        let (spam_filter, silence) = asked.map_or((None, None), heard);
        let test = test.clone();
        let content = aside(move || of_content(&test, &copy)).await?;
        Ok(Judged {
            is_captured: self.keeps_mail,
            authentication: Authentication {
                spf: of_address(found.spf.result, &leaves_from),
                dkim: self.of_signature(found.dkim.result),
                dmarc: self.of_signature(of_address(found.dmarc.result, &leaves_from)),
            },
            reasons: [&found.spf, &found.dkim, &found.dmarc].map(reason),
            spam_filter,
            filter_calls_it_spam,
            silence,
            ..content
        })
    }

    /// What a relay signs is not signed yet.
    fn of_signature(&self, result: AuthResult) -> AuthResult {
        if self.signs_here {
            result
        } else {
            AuthResult::Unknown
        }
    }

    /// The addresses that receivers may see: none where nobody here can know them.
    async fn leaves_from(&self) -> Answer<IpAddr> {
        if self.settings.leaves_from_here {
            self.resolver.addresses(&self.settings.mail_host).await
        } else {
            Answer::Nothing
        }
    }
}

/// What hangs on an address that DNS did not tell may be judged another time.
fn of_address(result: AuthResult, leaves_from: &Answer<IpAddr>) -> AuthResult {
    match (result, leaves_from) {
        (AuthResult::Unknown, Answer::NoAnswer) => AuthResult::TempError,
        _ => result,
    }
}

fn shortened(text: &str, most: usize) -> String {
    text.chars().take(most).collect()
}

fn reason(judgement: &Judgement) -> String {
    shortened(&judgement.reason, REASON_MAX)
}

/// What a filter says, or why it says nothing.
fn heard(
    (kind, answer): (AskedFilter, Result<Verdict, FilterError>),
) -> (Option<SpamVerdict>, Option<String>) {
    match answer {
        Ok(verdict) => (Some(kept(kind, verdict)), None),
        Err(error) => {
            tracing::warn!(filter = kind.as_str(), error = %error, "a spam filter did not answer");
            (None, Some(SILENT.to_owned()))
        }
    }
}

fn kept(kind: AskedFilter, verdict: Verdict) -> SpamVerdict {
    let rules = verdict.rules.into_iter().take(RULES_MAX);
    SpamVerdict {
        filter: kind.as_str().to_owned(),
        score: verdict.score,
        threshold: verdict.threshold,
        rules: rules
            .map(|rule| SpamRule {
                name: shortened(&rule.name, RULE_MAX),
                score: rule.score,
                description: rule.description.map(|text| shortened(&text, RULE_MAX)),
            })
            .collect(),
    }
}

/// What headers and rules say; the rest is to be filled in.
fn of_content(test: &TestMail, copy: &Copy) -> Judged {
    let read = ReadMessage::read(copy.bytes()).unwrap_or_default();
    let headers: Vec<Header> = read
        .headers
        .into_iter()
        .map(|(name, value)| Header { name, value })
        .collect();
    let sender = test.sender.as_ref();
    let from_email = sender.map_or("", |sender| sender.from_email.as_str());
    let own_hosts = own_hosts(from_email, &copy.base_url);
    let judgement = judge(&FinishedMail {
        from_email,
        from_name: sender.and_then(|sender| sender.from_name.as_deref()),
        reply_to: sender.and_then(|sender| sender.reply_to.as_deref()),
        headers: &headers,
        subject: &read.subject,
        html: &read.html,
        text: &read.text,
        attachments: &read.attachments,
        bytes: copy.bytes().len(),
        is_marketing: copy.is_marketing,
        postal_address: copy.postal_address.as_deref(),
        own_hosts: &own_hosts,
    });
    let has = |name: &str| {
        let is_it = |header: &&Header| header.name.eq_ignore_ascii_case(name);
        headers
            .iter()
            .find(is_it)
            .is_some_and(|header| !header.value.is_empty())
    };
    Judged {
        headers: HeaderFacts {
            list_unsubscribe: has("List-Unsubscribe"),
            one_click: has("List-Unsubscribe-Post"),
            plain_text: !read.text.trim().is_empty(),
        },
        content: judgement.found,
        unchecked: judgement.unchecked,
        is_tracked: copy.is_tracked,
        ..Judged::default()
    }
}

/// Of the sender's organization, and of this server.
fn own_hosts(from_email: &str, base_url: &str) -> Vec<String> {
    let domain = from_email.rsplit('@').next().unwrap_or_default();
    let host = Url::parse(base_url).ok();
    let host = host.as_ref().and_then(Url::host_str).map(str::to_owned);
    let own = Some(organizational(domain).to_owned()).filter(|own| !own.is_empty());
    own.into_iter().chain(host).collect()
}
