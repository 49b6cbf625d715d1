//! Reads a document that somebody sent, and says exactly what is wrong with it.

use std::collections::HashSet;

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::{Problem, excerpt};
use serde::Deserialize;
use serde_json::{Map, Value};

use super::blocks::{Block, Column, Columns, Section};
use super::deserialize::{Besides, from_object, quoted};
use super::values::Id;
use super::{BlockDocument, Body, Document, SCHEMA, addresses, losses};
use crate::html::Rules;
use crate::report::AssetReport;

/// Blocks and columns of one document.
pub const BLOCKS_MAX: usize = 500;
/// Bytes of all texts of one document. Mail clients cut a mail off far below, and cleaning costs time.
const TEXT_MAX: usize = 1024 * 1024;
const COLUMNS: std::ops::RangeInclusive<usize> = 2..=4;

/// Reads a document; `param` is where it stands in the request. What has no place in a mail is taken out of its
/// texts, and told in `report`; addresses are judged by `rules`.
pub fn read(
    value: &Value,
    param: &str,
    rules: &Rules,
    report: &mut AssetReport,
) -> Result<Document, Problem> {
    let document = document(value, rules, report).map_err(|problem| problem.within(param))?;
    if let Body::Html(html) = &document.body {
        html.check(param, rules)?;
    }
    Ok(document)
}

fn document(value: &Value, rules: &Rules, report: &mut AssetReport) -> Result<Document, Problem> {
    let object = object(value)?;
    match object.get("schema") {
        Some(Value::Number(number)) if number.as_u64() == Some(u64::from(SCHEMA)) => {}
        Some(_) => return Err(Problem::invalid("schema", format!("Must be {SCHEMA}."))),
        None => return Err(missing("schema")),
    }
    let body = match word(object, "kind", &["blocks", "html"])? {
        "blocks" => Body::Blocks(Box::new(blocks_document(object, rules, report)?)),
        _ => Body::Html(from_object(object, besides(&["schema", "kind"], ""))?),
    };
    Ok(Document {
        schema: SCHEMA,
        body,
    })
}

fn blocks_document(
    object: &Map<String, Value>,
    rules: &Rules,
    report: &mut AssetReport,
) -> Result<BlockDocument, Problem> {
    let mut document: BlockDocument = from_object(object, besides(&["schema", "kind"], "blocks"))?;
    if object.get("blocks").map_or(0, text_length) > TEXT_MAX {
        let message = format!("The texts of a document have at most {TEXT_MAX} bytes.");
        return Err(Problem::invalid("blocks", message));
    }
    let mut reader = Reader {
        ids: HashSet::new(),
        report,
    };
    document.blocks = reader.blocks(object, Level::Page)?;
    addresses::check(&document, rules)?;
    Ok(document)
}

fn text_length(value: &Value) -> usize {
    match value {
        Value::String(text) => text.len(),
        Value::Array(items) => items.iter().map(text_length).sum(),
        Value::Object(object) => object.values().map(text_length).sum(),
        _ => 0,
    }
}

/// What stands around a block.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Level {
    Page,
    Section,
    Column,
}

/// What must not happen twice, or too often, in one document.
struct Reader<'r> {
    ids: HashSet<String>,
    report: &'r mut AssetReport,
}

impl Reader<'_> {
    /// The blocks under the key `blocks`.
    fn blocks(&mut self, outer: &Map<String, Value>, level: Level) -> Result<Vec<Block>, Problem> {
        let mut blocks = Vec::new();
        for (index, value) in list(outer, "blocks")?.iter().enumerate() {
            let block = self.block(value, level);
            blocks.push(block.map_err(|problem| problem.within(&format!("blocks[{index}]")))?);
        }
        Ok(blocks)
    }

    fn block(&mut self, value: &Value, level: Level) -> Result<Block, Problem> {
        let object = object(value)?;
        let kind = word(object, "type", &Block::KINDS)?;
        allowed_at(kind, level)?;
        let block = match kind {
            "section" => Block::Section(self.section(object)?),
            "columns" => Block::Columns(self.columns(object)?),
            "heading" => Block::Heading(leaf(object)?),
            "text" => Block::Text(leaf(object)?),
            "button" => Block::Button(leaf(object)?),
            "image" => Block::Image(leaf(object)?),
            "divider" => Block::Divider(leaf(object)?),
            "spacer" => Block::Spacer(leaf(object)?),
            "list" => Block::List(leaf(object)?),
            "social" => Block::Social(leaf(object)?),
            "productCard" => Block::ProductCard(leaf(object)?),
            "coupon" => Block::Coupon(leaf(object)?),
            "facts" => Block::Facts(leaf(object)?),
            "footer" => Block::Footer(leaf(object)?),
            _ => Block::RawHtml(leaf(object)?),
        };
        match &block {
            Block::List(list) => check_count("items", list.items.len(), 1, 100)?,
            Block::Social(social) => check_count("links", social.links.len(), 1, 15)?,
            Block::Facts(facts) => check_count("rows", facts.rows.len(), 1, 50)?,
            _ => {}
        }
        self.name(block.id())?;
        losses::report(object, &block, self.report);
        Ok(block)
    }

    fn section(&mut self, object: &Map<String, Value>) -> Result<Section, Problem> {
        let mut section: Section = from_object(object, besides(&["type"], "blocks"))?;
        section.blocks = self.blocks(object, Level::Section)?;
        Ok(section)
    }

    fn columns(&mut self, object: &Map<String, Value>) -> Result<Columns, Problem> {
        let mut columns: Columns = from_object(object, besides(&["type"], "columns"))?;
        let values = list(object, "columns")?;
        check_count("columns", values.len(), *COLUMNS.start(), *COLUMNS.end())?;
        for (index, value) in values.iter().enumerate() {
            let column = self.column(value);
            let column = column.map_err(|problem| problem.within(&format!("columns[{index}]")))?;
            columns.columns.push(column);
        }
        let total: u16 = columns
            .columns
            .iter()
            .map(|column| column.width.get())
            .sum();
        if total != 100 {
            let message =
                format!("The widths of the columns must make 100 percent; they make {total}.");
            return Err(Problem::invalid("columns", message));
        }
        Ok(columns)
    }

    fn column(&mut self, value: &Value) -> Result<Column, Problem> {
        let object = object(value)?;
        let mut column: Column = from_object(object, besides(&[], "blocks"))?;
        column.blocks = self.blocks(object, Level::Column)?;
        self.name(&column.id)?;
        Ok(column)
    }

    fn name(&mut self, id: &Id) -> Result<(), Problem> {
        if !self.ids.insert(id.to_string()) {
            return Err(Problem::invalid(
                "id",
                format!("`{id}` names another block already."),
            ));
        }
        if self.ids.len() > BLOCKS_MAX {
            let message = format!("A document has at most {BLOCKS_MAX} blocks.");
            return Err(Problem::new(Code::InvalidRequest, message));
        }
        Ok(())
    }
}

fn allowed_at(kind: &str, level: Level) -> Result<(), Problem> {
    let message = match (kind, level) {
        ("section", Level::Section) => "A section cannot stand in a section.",
        ("section", Level::Column) => "A section cannot stand in a column.",
        ("columns", Level::Column) => "Columns cannot stand in a column.",
        _ => return Ok(()),
    };
    Err(Problem::invalid("type", message))
}

fn leaf<'a, T: Deserialize<'a>>(object: &'a Map<String, Value>) -> Result<T, Problem> {
    from_object(object, besides(&["type"], ""))
}

fn besides(skipped: &'static [&'static str], emptied: &'static str) -> Besides {
    Besides { skipped, emptied }
}

fn object(value: &Value) -> Result<&Map<String, Value>, Problem> {
    value
        .as_object()
        .ok_or_else(|| Problem::new(Code::InvalidRequest, "Must be an object."))
}

fn list<'a>(object: &'a Map<String, Value>, key: &'static str) -> Result<&'a [Value], Problem> {
    match object.get(key) {
        Some(Value::Array(values)) => Ok(values),
        Some(_) => Err(Problem::invalid(key, "Must be a list.")),
        None => Err(missing(key)),
    }
}

/// One of the words that a key takes.
fn word<'a>(
    object: &'a Map<String, Value>,
    key: &'static str,
    words: &[&str],
) -> Result<&'a str, Problem> {
    match object.get(key) {
        Some(Value::String(word)) if words.contains(&word.as_str()) => Ok(word),
        Some(Value::String(word)) => {
            let message = format!("`{}` is not one of {}.", excerpt(word, 40), quoted(words));
            Err(Problem::invalid(key, message))
        }
        Some(_) => Err(Problem::invalid(
            key,
            format!("Must be one of {}.", quoted(words)),
        )),
        None => Err(missing(key)),
    }
}

fn missing(key: &'static str) -> Problem {
    Problem::invalid(key, format!("`{key}` is required."))
}

fn check_count(key: &'static str, count: usize, least: usize, most: usize) -> Result<(), Problem> {
    if (least..=most).contains(&count) {
        return Ok(());
    }
    let message = format!("Must have {least} to {most} items; it has {count}.");
    Err(Problem::invalid(key, message))
}
