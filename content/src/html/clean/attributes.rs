//! Attributes that have no place in a mail, and addresses in those that have.

use std::borrow::Cow;

use super::super::address::{AddressTreatment, Rules};
use super::super::css;
use super::super::srcset;
use super::super::token::SIZE_MAX;

#[derive(Debug, PartialEq, Eq)]
pub(super) enum Change {
    Keep,
    Remove {
        what: String,
        reason: &'static str,
    },
    /// Another value; what was taken out, if anything was.
    Value {
        new: String,
        stripped: Vec<(String, &'static str)>,
    },
    Dangling(String),
}

const HANDLER: &str = "Mails run no scripts.";
const LOADING: &str = "It would make a mail client send or load something.";
const AMP: &str = "It belongs to the AMP version of a mail.";

const ADDRESSES: [&str; 20] = [
    "action",
    "background",
    "cite",
    "classid",
    "codebase",
    "data",
    "dynsrc",
    "href",
    "icon",
    "longdesc",
    "lowsrc",
    "poster",
    "profile",
    "src",
    "usemap",
    "xlink:href",
    "xml:base",
    "o:href",
    "o:src",
    "archive",
];

/// What becomes of an attribute; `value` is decoded.
pub(super) fn judge(element: &str, name: &str, value: Option<&str>, rules: &Rules) -> Change {
    if let Some(reason) = unwanted(name) {
        return Change::Remove {
            what: name.to_owned(),
            reason,
        };
    }
    let Some(value) = value else {
        return Change::Keep;
    };
    match name {
        "style" => style(value, rules),
        "srcset" | "imagesrcset" => source_set(value, rules),
        _ if is_address(name) => address(element, name, value, rules),
        _ => Change::Keep,
    }
}

pub(in super::super) fn is_address(name: &str) -> bool {
    ADDRESSES.contains(&name) || name.ends_with(":href") || name.ends_with(":src")
}

fn unwanted(name: &str) -> Option<&'static str> {
    match name {
        "srcdoc" | "formaction" | "ping" | "attributionsrc" | "manifest" => Some(LOADING),
        "amp4email" | "⚡4email" | "⚡" => Some(AMP),
        _ if name.len() > 2 && name.starts_with("on") => Some(HANDLER),
        _ => None,
    }
}

fn style(value: &str, rules: &Rules) -> Change {
    let cleaned = css::clean(value, rules);
    let stripped = cleaned
        .stripped
        .into_iter()
        .map(|(what, reason, _)| (what, reason))
        .collect();
    match (cleaned.css, cleaned.dangling) {
        (Some(new), _) => Change::Value { new, stripped },
        (None, Some(address)) => Change::Dangling(address),
        (None, None) => Change::Keep,
    }
}

fn address(element: &str, name: &str, value: &str, rules: &Rules) -> Change {
    match rules.judge(value) {
        AddressTreatment::Keep => Change::Keep,
        AddressTreatment::Dangling => Change::Dangling(value.to_owned()),
        AddressTreatment::Replace(new) => Change::Value {
            new,
            stripped: Vec::new(),
        },
        AddressTreatment::Strip { what, reason } => {
            // A link that leads nowhere is still a link, and looks like one.
            let is_link = name == "href" && matches!(element, "a" | "area");
            let new = if is_link { "#" } else { "" };
            Change::Value {
                new: new.to_owned(),
                stripped: vec![(what, reason)],
            }
        }
    }
}

fn source_set(value: &str, rules: &Rules) -> Change {
    let mut dangling = None;
    let mut stripped = Vec::new();
    let mut added = 0;
    // When it is too large already, the rest does not matter.
    let judge = |candidate: &str, added: usize| match added {
        0..=SIZE_MAX => rules.judge(candidate),
        _ => AddressTreatment::Keep,
    };
    let new = srcset::replace(value, |candidate| match judge(candidate, added) {
        AddressTreatment::Keep => None,
        AddressTreatment::Dangling => {
            dangling = Some(candidate.to_owned());
            None
        }
        AddressTreatment::Replace(full) => {
            added += full.len();
            Some(Cow::Owned(full))
        }
        AddressTreatment::Strip { what, reason } => {
            stripped.push((what, reason));
            Some(Cow::Borrowed(""))
        }
    });
    match (new, dangling) {
        (Some(new), _) => Change::Value { new, stripped },
        (None, Some(address)) => Change::Dangling(address),
        (None, None) => Change::Keep,
    }
}
