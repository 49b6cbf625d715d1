//! What the form of a graph cannot say. Problems name the exact place, as in `nodes[2].config.domainId`.

use std::collections::{HashMap, HashSet};

use super::conditions::each_field;
use super::graph::{
    FilterConfig, Graph, MAX_SPAN_MS, Node, NodeConfig, NodeType, SendEmailConfig, Sender, Share,
    Span, SplitConfig, WaitConfig,
};
use super::references::References;
use super::trigger_config::TriggerConfig;
use super::ways::branches;
use crate::contacts::address::EmailAddress;
use crate::contacts::field::CoreColumn;
use crate::contacts::filter::{
    Engagement as EngagementField, FieldRef, FilterNode, MAX_CONDITIONS, MAX_LEVELS,
};
use crate::contract::problem::Problem;
use crate::designs::design::{check_line, check_title};

type Checked = Result<(), Problem>;

/// Conditions and waits for dates, over all nodes.
pub const MAX_GRAPH_CONDITIONS: usize = 2_000;

/// Checks what can be seen in the graph alone. What is found only together with the brand's rows are issues and
/// blockers.
pub fn check(graph: &Graph) -> Checked {
    one_trigger(graph)?;
    few_conditions(graph)?;
    for (place, node) in graph.nodes.iter().enumerate() {
        let at = format!("nodes[{place}]");
        check_line(
            &format!("{at}.label"),
            node.label.as_deref().unwrap_or_default(),
        )?;
        check_node(graph, node, &format!("{at}.config"))?;
    }
    check_ways(graph)
}

/// Binds the trigger node to a trigger that is named beside the graph.
pub fn bind(graph: &mut Graph, trigger: Option<&str>) -> Checked {
    let Some(id) = trigger else { return Ok(()) };
    let refuse = |message: &str| Err(Problem::invalid("triggerEventId", message));
    match graph.nodes.first_mut().map(|node| &mut node.config) {
        Some(NodeConfig::Trigger(TriggerConfig::Event { trigger_event_id })) => {
            match trigger_event_id {
                Some(named) if named != id => {
                    refuse("The trigger node names another trigger than `triggerEventId`.")
                }
                _ => {
                    *trigger_event_id = Some(id.to_owned());
                    Ok(())
                }
            }
        }
        Some(NodeConfig::Trigger(TriggerConfig::ManualAudience { .. })) => {
            refuse("A manual-audience automation has no trigger.")
        }
        // Said about `nodes`.
        _ => Ok(()),
    }
}

fn one_trigger(graph: &Graph) -> Checked {
    let is_trigger = |node: &Node| node.kind() == NodeType::Trigger;
    let count = graph.nodes.iter().filter(|node| is_trigger(node)).count();
    let message = match count {
        0 => "A graph needs a node of type `trigger`.",
        1 if graph.nodes.first().is_some_and(is_trigger) => return Ok(()),
        1 => "The trigger node is the first.",
        _ => "A graph has one trigger node.",
    };
    let suggestion = "Let the first node, and no other, be of type `trigger`.";
    Err(Problem::invalid("nodes", message).suggest(suggestion))
}

/// All of them are looked at whenever the graph is checked or walked.
fn few_conditions(graph: &Graph) -> Checked {
    let mut count = 0;
    for node in &graph.nodes {
        each_field(node, &mut |_| count += 1);
    }
    if count <= MAX_GRAPH_CONDITIONS {
        return Ok(());
    }
    let message = format!(
        "The nodes of a graph ask for at most {MAX_GRAPH_CONDITIONS} fields in all; these ask for {count}."
    );
    let suggestion = "Let one automation do less, or ask for the same in fewer places.";
    Err(Problem::invalid("nodes", message).suggest(suggestion))
}

fn check_node(graph: &Graph, node: &Node, at: &str) -> Checked {
    match &node.config {
        NodeConfig::Trigger(_) => Ok(()),
        NodeConfig::SendEmail(config) => check_mail(config, at),
        NodeConfig::Wait(config) => check_wait(config, at),
        NodeConfig::Filter(FilterConfig::Conditions(group)) => {
            let mut count = 0;
            check_conditions(&group.filters, &format!("{at}.filters"), 1, &mut count)
        }
        NodeConfig::Filter(FilterConfig::Engagement { engagement }) => {
            let named = graph
                .nodes
                .iter()
                .find(|node| node.id == engagement.node_id);
            if named.is_none_or(|node| node.kind() != NodeType::SendEmail) {
                let message = "`nodeId` names no `sendEmail` node of this graph.";
                return Err(Problem::invalid(format!("{at}.engagement.nodeId"), message));
            }
            check_span(
                engagement.within,
                &format!("{at}.engagement.within.duration"),
            )
        }
        NodeConfig::Split(config) => check_split(config, at),
    }?;
    check_field_names(node, at)
}

fn check_mail(config: &SendEmailConfig, at: &str) -> Checked {
    if let Some(subject) = &config.subject {
        check_title(&format!("{at}.subject"), subject)?;
    }
    let preview = config.preview_text.as_deref().unwrap_or_default();
    check_line(&format!("{at}.previewText"), preview)?;
    let address = |text: &str, key: &str| {
        let parsed = EmailAddress::parse(text);
        parsed.map_err(|problem| problem.param(format!("{at}.{key}")))
    };
    if let Some(from) = &config.from {
        address(&from.email, "from.email")?;
        let name = from.name.as_deref().unwrap_or_default();
        check_line(&format!("{at}.from.name"), name)?;
    }
    if let Some(reply_to) = &config.reply_to {
        address(reply_to, "replyTo")?;
    }
    Ok(())
}

/// Whether the sender of a node, if it names one, is on this domain.
pub(super) fn is_from(config: &SendEmailConfig, domain: &str) -> bool {
    let is_on =
        |from: &Sender| EmailAddress::parse(&from.email).is_ok_and(|from| from.domain() == domain);
    config.from.as_ref().is_none_or(is_on)
}

/// Refuses senders that are not on the domain of their node, as far as that is known.
pub fn check_senders(graph: &Graph, references: &References) -> Checked {
    for (place, node) in graph.nodes.iter().enumerate() {
        let NodeConfig::SendEmail(config) = &node.config else {
            continue;
        };
        if let Some(domain) = references.domain(config)
            && !is_from(config, &domain.name)
        {
            let message = format!("The address is not on the domain `{}`.", domain.name);
            let param = format!("nodes[{place}].config.from.email");
            return Err(Problem::invalid(param, message));
        }
    }
    Ok(())
}

fn check_wait(config: &WaitConfig, at: &str) -> Checked {
    match config {
        WaitConfig::For(span) => check_span(*span, &format!("{at}.duration")),
        WaitConfig::Until { .. } => Ok(()),
        WaitConfig::UntilTime { until_time, .. } => {
            if is_time_of_day(until_time) {
                return Ok(());
            }
            let message = "`untilTime` is a time of day from `00:00` to `23:59`.";
            Err(Problem::invalid(format!("{at}.untilTime"), message))
        }
    }
}

fn is_time_of_day(text: &str) -> bool {
    let digits = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let below = |text: &str, end: u8| text.parse::<u8>().is_ok_and(|number| number < end);
    text.split_once(':').is_some_and(|(hour, minute)| {
        digits(hour) && digits(minute) && below(hour, 24) && below(minute, 60)
    })
}

fn check_span(span: Span, param: &str) -> Checked {
    if (1..=MAX_SPAN_MS).contains(&span.ms()) {
        return Ok(());
    }
    Err(Problem::invalid(
        param,
        "It is at least one and at most ten years.",
    ))
}

fn check_split(config: &SplitConfig, at: &str) -> Checked {
    let ids: Vec<&str> = match config {
        SplitConfig::Condition { branches, .. } => {
            for (index, branch) in branches.iter().enumerate() {
                let at = format!("{at}.branches[{index}].filters");
                check_conditions(&branch.filters, &at, 1, &mut 0)?;
            }
            branches.iter().map(|branch| branch.id.as_str()).collect()
        }
        SplitConfig::Percentage { branches } => {
            check_shares(branches, at)?;
            branches.iter().map(|branch| branch.id.as_str()).collect()
        }
    };
    let mut seen = HashSet::new();
    if let Some(index) = ids.iter().position(|id| !seen.insert(*id)) {
        let message = format!("Two branches have the id `{}`.", ids[index]);
        return Err(Problem::invalid(
            format!("{at}.branches[{index}].id"),
            message,
        ));
    }
    if let SplitConfig::Condition { else_branch, .. } = config
        && seen.contains(else_branch.as_str())
    {
        let message = "`elseBranch` has an id of its own, unlike those of the branches.";
        return Err(Problem::invalid(format!("{at}.elseBranch"), message));
    }
    Ok(())
}

fn check_shares(branches: &[Share], at: &str) -> Checked {
    /// Thirds are not exact.
    const NEAR: f64 = 0.01;
    for (index, branch) in branches.iter().enumerate() {
        if !(0.0..=100.0).contains(&branch.percentage) {
            let param = format!("{at}.branches[{index}].percentage");
            return Err(Problem::invalid(param, "A percentage is 0 to 100."));
        }
    }
    let sum: f64 = branches.iter().map(|branch| branch.percentage).sum();
    if (sum - 100.0).abs() > NEAR {
        let message = format!("The percentages add up to {sum}, not to 100.");
        return Err(Problem::invalid(format!("{at}.branches"), message));
    }
    Ok(())
}

fn check_conditions(nodes: &[FilterNode], at: &str, level: usize, count: &mut usize) -> Checked {
    if level > MAX_LEVELS {
        return Err(Problem::invalid(
            at,
            "Filters are nested at most 5 levels deep.",
        ));
    }
    if nodes.is_empty() {
        return Err(Problem::invalid(at, "At least one condition is needed."));
    }
    for (index, node) in nodes.iter().enumerate() {
        match node {
            FilterNode::Group(group) => {
                let at = format!("{at}[{index}].filters");
                check_conditions(&group.filters, &at, level + 1, count)?;
            }
            FilterNode::Condition(_) if *count == MAX_CONDITIONS => {
                let message = "A filter has at most 100 conditions.";
                return Err(Problem::invalid(format!("{at}[{index}]"), message));
            }
            FilterNode::Condition(_) => *count += 1,
        }
    }
    Ok(())
}

/// Whether each name can be one at all; whether there is such a field is asked when it is published.
fn check_field_names(node: &Node, at: &str) -> Checked {
    let wrong = match &node.config {
        NodeConfig::Wait(WaitConfig::Until { until }) if !is_field_name(&until.field) => {
            Some((format!("{at}.until.field"), until.field.as_str()))
        }
        NodeConfig::Filter(FilterConfig::Conditions(group)) => {
            wrong_name(&group.filters, &format!("{at}.filters"))
        }
        NodeConfig::Split(SplitConfig::Condition { branches, .. }) => {
            let mut branches = branches.iter().enumerate();
            branches.find_map(|(index, branch)| {
                wrong_name(&branch.filters, &format!("{at}.branches[{index}].filters"))
            })
        }
        _ => None,
    };
    let Some((param, name)) = wrong else {
        return Ok(());
    };
    Err(Problem::invalid(param, format!("There is no field `{name}`.")).suggest(
        "Use `payload.<path>`, `contact.<column>`, `contact.customFields.<name>` or an `engagement.` field.",
    ))
}

/// The first name of these that cannot be one, and where it stands.
fn wrong_name<'n>(nodes: &'n [FilterNode], at: &str) -> Option<(String, &'n str)> {
    let mut nodes = nodes.iter().enumerate();
    nodes.find_map(|(index, node)| match node {
        FilterNode::Condition(condition) if is_field_name(&condition.field) => None,
        FilterNode::Condition(condition) => {
            Some((format!("{at}[{index}].field"), condition.field.as_str()))
        }
        FilterNode::Group(group) => wrong_name(&group.filters, &format!("{at}[{index}].filters")),
    })
}

fn is_field_name(name: &str) -> bool {
    let has_rest = |rest: &str| !rest.is_empty();
    let is_column = |column: &str| {
        CoreColumn::parse(column).is_some() || FieldRef::custom_name(column).is_some_and(has_rest)
    };
    name.strip_prefix("payload.").is_some_and(has_rest)
        || name.strip_prefix("contact.").is_some_and(is_column)
        || EngagementField::ALL
            .iter()
            .any(|field| field.as_str() == name)
}

/// Only splits and engagement filters have several ways out, one for each branch; others have one. Connections that
/// lead nowhere, back to where they start or to the trigger are left out: each is an issue of its own.
fn check_ways(graph: &Graph) -> Checked {
    let mut nodes: HashMap<&str, &Node> = HashMap::new();
    for node in &graph.nodes {
        nodes.entry(&node.id).or_insert(node);
    }
    let mut taken = HashSet::new();
    for (index, way) in graph.connections.iter().enumerate() {
        let at = format!("connections[{index}]");
        let (from, to) = (nodes.get(way.from.as_str()), nodes.get(way.to.as_str()));
        let (Some(node), Some(next)) = (from, to) else {
            continue;
        };
        if way.from == way.to || next.kind() == NodeType::Trigger {
            continue;
        }
        match (branches(node), &way.branch) {
            (None, Some(_)) => {
                let message = format!("`{}` has no branches: leave `branch` out.", node.id);
                return Err(Problem::invalid(format!("{at}.branch"), message));
            }
            (Some(names), branch)
                if !branch.as_deref().is_some_and(|name| names.contains(&name)) =>
            {
                let message = format!("`branch` is one of `{}`.", names.join("`, `"));
                return Err(Problem::invalid(format!("{at}.branch"), message));
            }
            _ => {}
        }
        if !taken.insert((way.from.as_str(), way.branch.as_deref())) {
            let message = match &way.branch {
                None => format!("`{}` has one way out.", node.id),
                Some(branch) => format!("The branch `{branch}` of `{}` has one way out.", node.id),
            };
            return Err(Problem::invalid(at, message));
        }
    }
    Ok(())
}
