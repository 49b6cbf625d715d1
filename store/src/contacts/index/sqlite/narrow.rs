//! Which of a question's contacts the lists can name, so that not all have to be read. They lead to the rows, newest first
//! if so asked, and what they do not answer is asked of the row.

use postrider_domain::contacts::field::FieldValue;
use postrider_domain::contacts::filter::{Comparison, FieldRef, Filter, ResolvedFilter};
use postrider_domain::tenant::BrandKey;

use super::super::lookup::Lookup;
use super::words::{grams_query, word};

/// Each word of a query opens a list: for many hundreds of values it is cheaper to read the contacts.
const MAX_QUERY: usize = 20_000;

pub(in super::super) fn narrow(
    brand: BrandKey,
    filter: Option<&ResolvedFilter>,
    search: &[String],
) -> Lookup {
    let queries = search.iter().map(|part| grams_query(brand, part));
    match queries.collect::<Option<Vec<_>>>().as_deref() {
        None | Some([]) => {}
        Some([query]) => return Lookup::Search(query.clone()),
        Some(queries) => return Lookup::Search(format!("({})", queries.join(") OR ("))),
    }
    match filter.map(|filter| listed(brand, filter)) {
        Some((Some(query), rest)) if query.len() <= MAX_QUERY => Lookup::Values(query, rest),
        _ => Lookup::Contacts,
    }
}

/// A query that finds at least the filter's contacts, if there is one, and what it leaves open.
fn listed(brand: BrandKey, filter: &ResolvedFilter) -> (Option<String>, Option<ResolvedFilter>) {
    let open = || Some(filter.clone());
    match filter {
        Filter::Condition {
            field: FieldRef::Custom { number, .. },
            test: Comparison::OneOf(wanted),
            negated: false,
        } => {
            let (query, is_exact) = one_of(brand, *number, wanted);
            (Some(query), if is_exact { None } else { open() })
        }
        Filter::All(parts) => {
            let (found, rest): (Vec<_>, Vec<_>) =
                parts.iter().map(|part| listed(brand, part)).unzip();
            let found: Vec<String> = found.into_iter().flatten().collect();
            let rest: Vec<ResolvedFilter> = rest.into_iter().flatten().collect();
            let query = (!found.is_empty()).then(|| joined(&found, " AND "));
            (query, (!rest.is_empty()).then_some(Filter::All(rest)))
        }
        Filter::Any(parts) if !parts.is_empty() => {
            let (found, rest): (Vec<_>, Vec<_>) =
                parts.iter().map(|part| listed(brand, part)).unzip();
            let is_exact = rest.iter().all(Option::is_none);
            match found.into_iter().collect::<Option<Vec<String>>>() {
                Some(found) if is_exact => (Some(joined(&found, " OR ")), None),
                Some(found) => (Some(joined(&found, " OR ")), open()),
                None => (None, open()),
            }
        }
        _ => (None, open()),
    }
}

fn one_of(brand: BrandKey, field: i64, wanted: &[FieldValue]) -> (String, bool) {
    let field = field.to_string();
    let words: Vec<_> = wanted
        .iter()
        .map(|value| word(brand, &field, value))
        .collect();
    let is_exact = words.iter().all(|word| word.is_exact);
    let texts: Vec<String> = words.into_iter().map(|word| word.text).collect();
    (joined(&texts, " OR "), is_exact)
}

fn joined(parts: &[String], joint: &str) -> String {
    match parts {
        [part] => part.clone(),
        _ => format!("({})", parts.join(joint)),
    }
}
