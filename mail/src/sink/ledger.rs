//! What the sink remembers: a few bytes a message, and more only if asked.

use std::collections::{HashMap, HashSet, VecDeque};

use super::behaviour::{Behaviour, Fault, Point, Who};
use super::hash::{Unhashed, hash};
use super::options::SinkOptions;
use super::profile::{Doors, Profile, Receiver, RecipientAnswer};
use super::received::Received;
use super::recipient::Addressee;
use super::report::{Pair, ProfileReport, Report, Signatures};
use super::scan::Headers;
use crate::receiving::unstuffed;
use postrider_domain::contacts::mailbox::domain_of;

const EXAMPLES: usize = 10;

/// A message that has come in whole.
pub(super) struct ReceivedMessage<'a> {
    pub from: &'a str,
    pub to: &'a [Addressee],
    /// As it came over the wire.
    pub data: &'a [u8],
    pub at: Option<i64>,
    pub answered: Answered,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Answered {
    Yes,
    No,
}

pub(super) struct Ledger {
    pub report: Report,
    pub behaviour: Behaviour,
    pub doors: Doors,
    /// By the domain, lower case.
    profiles: HashMap<String, Profile>,
    seed: u64,
    /// Hashes of pairs: of a million, two agree by chance once in thirty million runs.
    seen: HashSet<u64, Unhashed>,
    /// How often a recipient was put off.
    tries: HashMap<u64, u32, Unhashed>,
    keep_messages: usize,
    messages: VecDeque<Received>,
    pairs: Option<Vec<Pair>>,
}

impl Ledger {
    pub(super) fn new(options: &SinkOptions) -> Self {
        Self {
            report: Report::default(),
            behaviour: options.behaviour.clone(),
            doors: Doors::default(),
            profiles: options
                .profiles
                .iter()
                .map(|(domain, profile)| (domain.to_lowercase(), profile.clone()))
                .collect(),
            seed: options.seed,
            seen: HashSet::default(),
            tries: HashMap::default(),
            keep_messages: options.keep_messages,
            messages: VecDeque::new(),
            pairs: options.keep_pairs.then(Vec::new),
        }
    }

    /// What goes wrong here, if anything does.
    pub(super) fn decide(&mut self, point: Point, recipient: u64) -> Option<Fault> {
        let who = Who {
            seed: self.seed,
            recipient,
            tries: self.tries.get(&recipient).copied().unwrap_or_default(),
        };
        self.behaviour.decide(point, &who)
    }

    /// Who plays for this address, if anybody does.
    pub(super) fn profile_of(&self, address: &str) -> Option<Profile> {
        if self.profiles.is_empty() {
            return self.behaviour.profile.clone();
        }
        let domain = domain_of(address).to_lowercase();
        let profile = self.profiles.get(&domain);
        profile.or(self.behaviour.profile.as_ref()).cloned()
    }

    pub(super) fn profile_report(&mut self, receiver: Receiver) -> &mut ProfileReport {
        let profiles = &mut self.report.profiles;
        profiles.entry(receiver.to_string()).or_default()
    }

    /// What the provider of this recipient says to it.
    pub(super) fn judge(&mut self, to: &Addressee, now: i64) -> RecipientAnswer {
        let Some(profile) = self.profile_of(&to.address) else {
            return RecipientAnswer::Taken;
        };
        let reports = &mut self.report.profiles;
        let report = reports.entry(profile.receiver.to_string()).or_default();
        let judged = self.doors.judge(&profile, self.seed, to, now, report);
        match judged {
            RecipientAnswer::Taken => {}
            RecipientAnswer::TurnedAway(_) => self.report.refused += 1,
            RecipientAnswer::PutOff(_) | RecipientAnswer::Throttled(_) => self.report.deferred += 1,
        }
        judged
    }

    /// A recipient that was put off, and may be judged otherwise when it comes again.
    pub(super) fn put_off(&mut self, recipient: u64) {
        *self.tries.entry(recipient).or_default() += 1;
    }

    pub(super) fn take(&mut self, message: &ReceivedMessage<'_>) {
        let headers = Headers::read(message.data);
        self.check(&headers);
        let report = &mut self.report;
        report.bytes += message.data.len() as u64;
        report.first_at = report.first_at.or(message.at);
        report.last_at = message.at.or(report.last_at);
        for recipient in message.to {
            match message.answered {
                Answered::Yes => self.report.accepted += 1,
                Answered::No => self.report.dropped += 1,
            }
            self.count(recipient, headers.message_id);
        }
        if self.keep_messages > 0 {
            self.keep(message);
        }
    }

    fn count(&mut self, recipient: &Addressee, message_id: &[u8]) {
        let pair = || Pair {
            recipient: recipient.address.clone(),
            message_id: String::from_utf8_lossy(message_id).into_owned(),
        };
        if self.seen.insert(hash(&(recipient.hash, message_id))) {
            self.report.distinct += 1;
        } else {
            self.report.duplicates += 1;
            if self.report.duplicate_examples.len() < EXAMPLES {
                self.report.duplicate_examples.push(pair());
            }
        }
        if let Some(pairs) = &mut self.pairs {
            pairs.push(pair());
        }
    }

    fn check(&mut self, headers: &Headers<'_>) {
        let checks = &mut self.report.headers;
        checks.messages += 1;
        checks.without_message_id += u64::from(headers.message_id.is_empty());
        checks.without_date += u64::from(!headers.date);
        checks.without_unsubscribe += u64::from(!headers.unsubscribe);
        checks.without_one_click += u64::from(!headers.one_click);
        checks.without_signature += u64::from(headers.signatures == 0);
    }

    fn keep(&mut self, message: &ReceivedMessage<'_>) {
        if self.messages.len() == self.keep_messages {
            self.messages.pop_front();
        }
        self.messages.push_back(Received {
            from: message.from.to_owned(),
            to: message.to.iter().map(|to| to.address.clone()).collect(),
            message: unstuffed(message.data),
        });
    }

    pub(super) fn signatures(
        &mut self,
        found: impl IntoIterator<Item = (&'static str, Signatures)>,
    ) {
        for (algorithm, found) in found {
            let known = self.report.dkim.entry(algorithm.to_owned()).or_default();
            known.pass += found.pass;
            known.fail += found.fail;
            known.unknown += found.unknown;
        }
    }

    pub(super) fn messages(&self) -> Vec<Received> {
        self.messages.iter().cloned().collect()
    }

    pub(super) fn pairs(&self) -> Vec<Pair> {
        self.pairs.clone().unwrap_or_default()
    }
}
