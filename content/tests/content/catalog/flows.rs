//! Every flow becomes an automation that can be published.

use std::collections::{HashMap, HashSet};

use postrider_content::catalog::{self, Flow};
use postrider_domain::automations::automation::blockers::blockers;
use postrider_domain::automations::automation::issues::issues;
use postrider_domain::automations::automation::{
    Design, DesignVersion, Graph, NamedDomain, NamedTrigger, Purpose, References, SendEmailConfig,
    read, warnings,
};
use postrider_domain::automations::trigger::{Contract, Enforcement};
use postrider_domain::designs::design::{EmailStatus, UsedTag};
use postrider_domain::designs::merge::{is_reserved, tags};

use super::templates::rendered;

const TRIGGER: &str = "started";
const DOMAIN: &str = "domain";

/// The graph of a flow whose designs have the ids of their nodes.
fn graph(flow: &Flow) -> Graph {
    flow.graph(Some(TRIGGER), |node, mail| SendEmailConfig {
        email_id: Some(node.to_owned()),
        email_version_id: Some(node.to_owned()),
        domain_id: Some(DOMAIN.to_owned()),
        subject: mail.subject().map(ToOwned::to_owned),
        ..SendEmailConfig::default()
    })
}

/// What is there once a flow was used: its trigger, its designs, its fields.
fn references(flow: &Flow) -> References {
    let mut references = References::default();
    for (number, (node, mail)) in (1..).zip(flow.mails()) {
        let template = mail.template().unwrap();
        let design = Design {
            number,
            public_id: node.id.clone(),
            kind: template.automation_type(),
            status: EmailStatus::Ready,
            preview_text: Some(template.preview_text().to_owned()),
        };
        let version = DesignVersion {
            number,
            design: design.clone(),
            preview_text: None,
            tags: used(&rendered(template).text),
            has_placeholder: false,
        };
        references.designs.insert(node.id.clone(), design);
        references.versions.insert(node.id.clone(), version);
    }
    let domain = NamedDomain {
        number: 1,
        name: "mail.example".to_owned(),
        sendable: true,
    };
    references.domains.insert(DOMAIN.to_owned(), domain);
    let fields = flow.trigger.fields.iter();
    references.trigger = Some(NamedTrigger {
        number: 1,
        declared: fields
            .map(|field| (field.key.clone(), field.kind.field_type()))
            .collect(),
    });
    references.known = (1..)
        .zip(&flow.contact_fields)
        .map(|(number, field)| (&*field.name, number, field.kind.field_type().unwrap()))
        .collect();
    references
}

fn used(text: &str) -> Vec<UsedTag> {
    tags(text)
        .map(|tag| UsedTag {
            name: tag.name.into_owned(),
            fallback: tag.fallback.is_some(),
        })
        .collect()
}

#[test]
fn every_flow_can_be_published() {
    for flow in catalog::flows() {
        let (graph, references) = (graph(flow), references(flow));
        assert_eq!(read::check(&graph), Ok(()), "{}", flow.slug);
        assert_eq!(issues(&graph, &references), [], "{}", flow.slug);
        let found = blockers(&graph, &references, Purpose::Publish);
        assert_eq!(found, [], "{}", flow.slug);
        assert_eq!(warnings(&graph, &references), [], "{}", flow.slug);
        let again = serde_json::to_value(&graph).unwrap();
        let again: Graph = serde_json::from_value(again).unwrap();
        assert_eq!(again, graph, "{}", flow.slug);
    }
}

#[test]
fn triggers_can_be_made_and_bring_what_the_mails_ask_for() {
    for flow in catalog::flows() {
        let fields = flow.trigger.fields.clone();
        let contract = Contract::check(fields, Enforcement::Warn);
        assert!(contract.is_ok(), "{}: {contract:?}", flow.slug);
        let declared: HashSet<&str> = flow
            .trigger
            .fields
            .iter()
            .map(|field| field.key.as_str())
            .collect();
        let mut asked = HashSet::new();
        for (_, mail) in flow.mails() {
            let template = mail.template().unwrap();
            let text = &rendered(template).text;
            for text in [text, mail.subject().unwrap(), template.preview_text()] {
                asked.extend(tags(text).map(|tag| tag.name.into_owned()));
            }
        }
        let missing: Vec<&String> = asked
            .iter()
            .filter(|tag| !is_reserved(tag) && !declared.contains(tag.as_str()))
            .collect();
        assert!(missing.is_empty(), "{}: {missing:?}", flow.slug);
    }
}

#[test]
fn days_are_counted_along_the_longest_way() {
    let days: HashMap<&str, Vec<i64>> = catalog::flows()
        .iter()
        .map(|flow| {
            let days = flow.mails().map(|(node, _)| flow.day_of(&node.id));
            (flow.slug, days.collect())
        })
        .collect();
    assert_eq!(days["welcome"], [0, 1, 6, 3]);
    assert_eq!(days["abandoned-cart"], [0, 1, 3]);
    assert_eq!(days["failed-payment"], [0, 3, 10]);
    for flow in catalog::flows() {
        let count = flow.mails().count();
        assert!((3..=6).contains(&count), "{}: {count}", flow.slug);
        let last = days[flow.slug].iter().copied().max().unwrap();
        assert_eq!(flow.span_days(), last, "{}", flow.slug);
    }
}

#[test]
fn flows_are_described() {
    for flow in catalog::flows() {
        let asks: HashSet<&String> = flow.asks.iter().collect();
        assert_eq!(asks.len(), 6, "{}", flow.slug);
        let length = flow.description.chars().count();
        assert!((40..=160).contains(&length), "{}: {length}", flow.slug);
        assert!(!flow.trigger.description.is_empty(), "{}", flow.slug);
        let subjects: HashSet<_> = flow.mails().map(|(_, mail)| mail.subject()).collect();
        assert_eq!(
            subjects.len(),
            flow.mails().count(),
            "{}: one subject twice",
            flow.slug
        );
        assert_eq!(catalog::flow(flow.slug), Some(flow));
    }
    assert_eq!(catalog::flow("nothing"), None);
}
