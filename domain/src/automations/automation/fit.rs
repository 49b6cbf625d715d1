//! Whether a version and the contract of its trigger fit each other. Both sides change, so it is asked again and again.

use std::collections::HashSet;

use super::uses::Uses;
use crate::contacts::field::{CoreColumn, KnownFields};
use crate::contacts::filter::Declared;

/// Something that a version looks for and that nobody gives.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Misfit {
    pub node: Option<String>,
    pub name: String,
    pub message: String,
}

/// Merge tags without a fallback that neither the trigger declares nor a contact has: a mail would have a hole.
pub fn unfit_tags(declared: &[Declared<'_>], uses: &Uses, known: &KnownFields) -> Vec<Misfit> {
    let keys: HashSet<&str> = declared.iter().map(|field| field.key).collect();
    let is_given = |name: &str| {
        keys.contains(name) || CoreColumn::of_tag(name).is_some() || known.get(name).is_some()
    };
    let holes = uses.tags.iter().filter(|tag| !is_given(&tag.name));
    let misfit = holes.map(|tag| Misfit {
        node: Some(tag.node.clone()),
        name: tag.name.clone(),
        message: format!(
            "The merge tag `{{{{ {} }}}}` has no fallback, and neither the trigger declares it nor does a contact field provide it.",
            tag.name
        ),
    });
    misfit.collect()
}

/// All that does not fit: those tags, and keys of the payload and fields of contacts that conditions and waits look at.
pub fn misfits(declared: &[Declared<'_>], uses: &Uses, known: &KnownFields) -> Vec<Misfit> {
    let mut found = unfit_tags(declared, uses, known);
    let declared: HashSet<&str> = declared.iter().map(|field| field.key).collect();
    let is_declared = |path: &str| {
        let first = path.split('.').next().unwrap_or(path);
        declared.contains(path) || declared.contains(first)
    };
    // Without a trigger nobody has said what there will be.
    let keys = uses.payload_keys.iter().filter(|_| uses.trigger.is_some());
    found.extend(
        keys.filter(|key| !is_declared(&key.name))
            .map(|key| Misfit {
                node: Some(key.node.clone()),
                name: key.name.clone(),
                message: format!("The trigger does not declare `payload.{}`.", key.name),
            }),
    );
    let fields = uses.fields.iter().filter(|name| known.get(name).is_none());
    found.extend(fields.map(|name| Misfit {
        node: None,
        name: name.clone(),
        message: format!("There is no field `contact.customFields.{name}`."),
    }));
    found
}
