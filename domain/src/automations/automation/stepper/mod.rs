//! One run through a program: where it stands and what is known go in, where it stands then and what is to be
//! done come out. Nothing here waits, writes or sends.

use super::facts::{Allowance, Facts};
use super::graph::{ENGAGED, EngagementEvent, NOT_ENGAGED};
use super::paths::Target;
use super::program::{Action, Program, ProgramNode};
use super::split::{self, Condition, Split};
use super::uses::DesignKind;
use super::wait::Wait;
use crate::contacts::field::FieldValue;
use crate::contacts::filter::{GraphField, matches};

/// Where a run stands; its row keeps just this.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunPosition {
    /// The place of the node in the version's list; nothing before the first step.
    pub node: Option<usize>,
    pub entered_at: i64,
    /// When the sleep ends in which it is, fixed when it began.
    pub window_ends: Option<i64>,
    /// Nodes that it has left behind, whatever became of them; the trigger is not counted.
    pub steps: i64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Effect {
    /// The run is done with a node. The first of a run has the order 1, the trigger being 0.
    Left {
        node: usize,
        how: Left,
        branch: Option<String>,
        entered_at: i64,
        error: Option<(&'static str, String)>,
    },
    /// Stands right before the `Left { Completed }` of its node.
    Send {
        node: usize,
    },
    /// Until then, or until somebody opens or clicks the mail of the node it awaits.
    Sleep {
        until: i64,
        awaits: Option<usize>,
    },
    /// It stays at its node until there is allowance again.
    WaitForAllowance,
    End(Ending),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Left {
    Completed,
    Skipped,
    Failed,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    Completed,
    Failed { code: &'static str, message: String },
}

/// Walks until the run sleeps or ends; the last effect says which. A run that is woken too early, or again,
/// gets the same sleep once more. One that has ended is not to be stepped.
pub fn step(
    program: &Program,
    position: RunPosition,
    facts: &Facts<'_>,
    allowance: &mut Allowance,
) -> (RunPosition, Vec<Effect>) {
    let mut walk = Walk {
        program,
        facts,
        allowance,
        position,
        sent: Vec::new(),
        effects: Vec::new(),
    };
    let last = walk.run();
    walk.effects.push(last);
    (walk.position, walk.effects)
}

struct Walk<'a> {
    program: &'a Program,
    facts: &'a Facts<'a>,
    allowance: &'a mut Allowance,
    position: RunPosition,
    /// Mails of this very walk, which the facts cannot know yet.
    sent: Vec<usize>,
    effects: Vec<Effect>,
}

/// What becomes of a visit to a node.
enum Visit {
    /// It stays where it is.
    Stay(Effect),
    Pass(Way),
    Skip(&'static str, String),
    /// A filter whose conditions do not hold.
    Stop,
    Fail(&'static str, String),
}

/// Which way out of a node.
enum Way {
    Only,
    /// Of a split: there must be one.
    Split(String),
    /// Of a filter with two ways: if one leads nowhere, the run ends there.
    Answer(&'static str),
}

impl Walk<'_> {
    fn run(&mut self) -> Effect {
        if self.position.node.is_none() {
            self.enter(self.program.start());
        }
        loop {
            let place = self.position.node.unwrap_or_default();
            let Some(node) = self.program.get(place) else {
                return failed(
                    "GRAPH_INVALID",
                    "The run stands at a node that is not there.",
                );
            };
            let way = match self.visit(place, node) {
                Visit::Stay(effect) => return effect,
                Visit::Pass(way) => {
                    if !matches!(node.action, Action::Pass) {
                        let branch = match &way {
                            Way::Only => matches!(node.action, Action::Filter(_)).then_some("true"),
                            Way::Split(branch) => Some(branch.as_str()),
                            Way::Answer(branch) => Some(*branch),
                        };
                        self.leave(Left::Completed, branch, None);
                    }
                    way
                }
                Visit::Skip(code, message) => {
                    self.leave(Left::Skipped, None, Some((code, message)));
                    Way::Only
                }
                Visit::Stop => return self.stop(place),
                Visit::Fail(code, message) => {
                    self.leave(Left::Failed, None, Some((code, message.clone())));
                    return failed(code, message);
                }
            };
            match self.follow(place, &way) {
                Ok(next) => self.enter(next),
                Err(end) => return end,
            }
        }
    }

    fn visit(&mut self, place: usize, node: &ProgramNode) -> Visit {
        match &node.action {
            Action::Pass => Visit::Pass(Way::Only),
            Action::Send => self.send(place, node),
            Action::Wait(wait) => self.wait(wait),
            Action::Filter(condition) if self.holds(condition) => Visit::Pass(Way::Only),
            Action::Filter(_) => Visit::Stop,
            Action::Engagement {
                mail,
                event,
                within,
            } => self.engagement(*mail, *event, *within),
            Action::Split(split) => Visit::Pass(Way::Split(self.split(split, node))),
            Action::Broken(message) => Visit::Fail("NODE_INVALID", message.clone()),
        }
    }

    fn send(&mut self, place: usize, node: &ProgramNode) -> Visit {
        let Some(design) = node.design else {
            return Visit::Fail("NODE_INVALID", "The node names no design to send.".into());
        };
        match self.facts.person {
            None if self.facts.is_test => {}
            None => {
                return Visit::Fail("CONTACT_NOT_FOUND", "The contact was deleted.".into());
            }
            Some(person) if person.suppressed => {
                let message = "The recipient is suppressed.";
                return Visit::Skip("RECIPIENT_SUPPRESSED", message.into());
            }
            Some(person) if !person.subscribed && design == DesignKind::Automation => {
                let message = "The recipient has unsubscribed.";
                return Visit::Skip("RECIPIENT_UNSUBSCRIBED", message.into());
            }
            Some(_) => {}
        }
        if !self.facts.is_test && !self.allowance.take() {
            return Visit::Stay(Effect::WaitForAllowance);
        }
        self.sent.push(place);
        self.effects.push(Effect::Send { node: place });
        Visit::Pass(Way::Only)
    }

    fn wait(&mut self, wait: &Wait) -> Visit {
        let fixed = self.position.window_ends;
        match fixed.or_else(|| wait.ends(self.position.entered_at, self.facts)) {
            Some(until) if until > self.facts.now && !self.facts.is_test => self.sleep(until, None),
            _ => Visit::Pass(Way::Only),
        }
    }

    fn engagement(&mut self, mail: usize, event: EngagementEvent, within: i64) -> Visit {
        let mailed = self.facts.mails.iter().find(|mailed| mailed.node == mail);
        let engaged = mailed.is_some_and(|mailed| match event {
            EngagementEvent::Opened => mailed.opened,
            EngagementEvent::Clicked => mailed.clicked,
        });
        if engaged {
            return Visit::Pass(Way::Answer(ENGAGED));
        }
        // Whoever sleeps here already was mailed.
        let was_mailed =
            mailed.is_some() || self.sent.contains(&mail) || self.position.window_ends.is_some();
        let entered_at = self.position.entered_at;
        let until = self.position.window_ends;
        let until = until.unwrap_or_else(|| entered_at.saturating_add(within));
        if was_mailed && until > self.facts.now && !self.facts.is_test {
            return self.sleep(until, Some(mail));
        }
        Visit::Pass(Way::Answer(NOT_ENGAGED))
    }

    fn split(&self, split: &Split, node: &ProgramNode) -> String {
        match split {
            Split::Condition {
                branches,
                otherwise,
            } => {
                let first = branches.iter().find(|(_, condition)| self.holds(condition));
                first.map_or(otherwise, |(branch, _)| branch).clone()
            }
            Split::Percentage(shares) => {
                let address = self.facts.person.map_or("", |person| person.email);
                let bucket = split::bucket(self.program.automation(), &node.id, address);
                split::branch_of(shares, bucket)
                    .unwrap_or_default()
                    .to_owned()
            }
        }
    }

    fn holds(&self, condition: &Condition) -> bool {
        let facts = self.facts;
        matches(&condition.resolve(facts.now, facts.zone), &|field| {
            value_of(field, facts)
        })
    }

    /// The whole rest of the run is not going to happen, and its log says so.
    fn stop(&mut self, place: usize) -> Effect {
        self.leave(Left::Completed, Some("false"), None);
        let stood = self.position;
        for node in self.program.behind(place) {
            self.position.node = Some(node);
            self.position.entered_at = self.facts.now;
            self.leave(Left::Skipped, None, None);
        }
        self.position = RunPosition {
            steps: self.position.steps,
            ..stood
        };
        Effect::End(Ending::Completed)
    }

    fn follow(&self, place: usize, way: &Way) -> Result<usize, Effect> {
        let edges = self.program.edges(place);
        let labelled = |label: &str| {
            edges
                .iter()
                .find(|edge| edge.branch.as_deref() == Some(label))
        };
        let edge = match way {
            Way::Only => edges.first(),
            Way::Answer(branch) => labelled(branch),
            Way::Split(branch) => Some(labelled(branch).ok_or_else(|| {
                let message = format!("The branch `{branch}` leads nowhere.");
                failed("BRANCH_NOT_CONNECTED", message)
            })?),
        };
        match edge.map(|edge| edge.to) {
            None => Err(Effect::End(Ending::Completed)),
            Some(Target::Node(next)) => Ok(next),
            Some(Target::Back) => Err(failed("GRAPH_CYCLE", "The graph leads back to itself.")),
            Some(Target::Nowhere) => Err(failed(
                "GRAPH_INVALID",
                "The graph leads to a node that is not there.",
            )),
        }
    }

    const fn enter(&mut self, node: usize) {
        self.position = RunPosition {
            node: Some(node),
            entered_at: self.facts.now,
            window_ends: None,
            steps: self.position.steps,
        };
    }

    fn leave(&mut self, how: Left, branch: Option<&str>, error: Option<(&'static str, String)>) {
        self.position.steps += 1;
        self.effects.push(Effect::Left {
            node: self.position.node.unwrap_or_default(),
            how,
            branch: branch.map(ToOwned::to_owned),
            entered_at: self.position.entered_at,
            error,
        });
    }

    const fn sleep(&mut self, until: i64, awaits: Option<usize>) -> Visit {
        self.position.window_ends = Some(until);
        Visit::Stay(Effect::Sleep { until, awaits })
    }
}

fn value_of(field: &GraphField, facts: &Facts<'_>) -> Option<FieldValue> {
    match field {
        GraphField::Contact(field) => (facts.person?.value_of)(field),
        GraphField::Payload(field) => field.value_in(facts.payload, facts.zone),
    }
}

fn failed(code: &'static str, message: impl Into<String>) -> Effect {
    let message = message.into();
    Effect::End(Ending::Failed { code, message })
}

#[cfg(test)]
mod tests;
