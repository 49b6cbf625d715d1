//! Tables that lay things out, and tables of data.

use std::collections::BTreeMap;

use super::super::found::Found;
use super::super::page::{Element, Page};
use super::super::watch::Watch;

#[derive(Default)]
struct Parts {
    headers: usize,
    /// What only tables of data have.
    labels: usize,
    rows: usize,
    cells: usize,
}

/// The tables that are shown, with what each of them is made of.
fn tables(page: &Page, watch: &Watch<'_>) -> BTreeMap<usize, Parts> {
    let mut tables: BTreeMap<usize, Parts> = BTreeMap::new();
    for (at, element) in watch.over(page.elements.iter().enumerate()) {
        if element.style.hidden {
            continue;
        }
        if element.name == "table" {
            tables.entry(at).or_default();
        }
        let Some(parts) = element.table.and_then(|table| tables.get_mut(&table)) else {
            continue;
        };
        match element.name.as_str() {
            "th" => parts.headers += 1,
            "thead" | "caption" => parts.labels += 1,
            "tr" => parts.rows += 1,
            "td" => parts.cells += 1,
            _ => {}
        }
    }
    tables
}

/// Whether a table looks like one of data: it says so, or draws lines between its many cells.
fn is_data(table: &Element, parts: &Parts) -> bool {
    let role = table.attribute("role").unwrap_or_default().trim();
    let border = table.attribute("border").unwrap_or_default().trim();
    let has_lines = border.parse::<u32>().is_ok_and(|border| border > 0);
    matches!(role, "table" | "grid")
        || parts.headers + parts.labels > 0
        || (has_lines && parts.rows > 1 && parts.cells > parts.rows)
}

pub fn layout(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let tables = tables(page, watch);
    let layouts: Vec<usize> = tables
        .iter()
        .filter(|(at, parts)| !is_data(page.element(**at), parts))
        .map(|(at, _)| *at)
        .collect();
    if layouts.is_empty() {
        return None;
    }
    let wrong = layouts
        .into_iter()
        .filter(|at| !page.element(*at).is_presentation());
    Some(wrong.map(Found::at).collect())
}

pub fn data(page: &Page, watch: &Watch<'_>) -> Option<Vec<Found>> {
    let tables = tables(page, watch);
    let mut found = Vec::new();
    let mut has_any = false;
    for (at, parts) in tables {
        let table = page.element(at);
        if !is_data(table, &parts) {
            continue;
        }
        has_any = true;
        if table.is_presentation() {
            found.push(Found::at(at).note("its role hides that it is one"));
        } else if parts.headers == 0 {
            found.push(Found::at(at).note("it has no `th`"));
        }
    }
    has_any.then_some(found)
}
