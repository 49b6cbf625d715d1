//! The order of a page of contacts, and where the next page begins.
//!
//! No value comes after every value, and before them in the other direction; contacts with the same
//! value stand in the order of their row numbers.

use postrider_domain::contacts::field::{CoreColumn, FieldType};
use postrider_domain::contacts::filter::FieldRef;
use postrider_domain::contract::cursor::Position;

use super::column::{Column, Kind};
use super::sql::Sql;
use crate::db::{Cell, DbError, FromCell, Value};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortKey {
    /// The row number, which grows with the time of creation.
    Number,
    Core(CoreColumn),
    Custom {
        number: i64,
        field_type: FieldType,
    },
}

impl SortKey {
    /// Whether a position is one of this order. A field may have been deleted and made again with
    /// another type since a page was read.
    pub fn takes(self, after: &[Position]) -> bool {
        match (Order::new(self, Direction::Ascending).column, after) {
            (None, [Position::Int(_)]) | (Some(_), [Position::Null, Position::Int(_)]) => true,
            (Some(column), [value, Position::Int(_)]) => fitting(column.kind, value).is_ok(),
            _ => false,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    Ascending,
    Descending,
}

pub(super) struct Order {
    column: Option<Column>,
    direction: Direction,
}

impl Order {
    pub(super) fn new(sort: SortKey, direction: Direction) -> Self {
        let field = match sort {
            SortKey::Number | SortKey::Core(CoreColumn::CreatedAt) => None,
            SortKey::Core(column) => Some(FieldRef::Core(column)),
            SortKey::Custom { number, field_type } => Some(FieldRef::Custom { number, field_type }),
        };
        Self {
            column: field.map(Column::of),
            direction,
        }
    }

    pub(super) fn is_by_number(&self) -> bool {
        self.column.is_none()
    }

    /// What the page selects besides the contact, for `position_of`.
    pub(super) fn push_selected(&self, sql: &mut Sql) {
        if let Some(column) = &self.column {
            sql.push(", ").push(&ordered(column));
        }
    }

    /// `number` is the row number in the table that is read first, whose order then needs no sorting.
    pub(super) fn push_order(&self, sql: &mut Sql, number: &str) {
        let word = match self.direction {
            Direction::Ascending => "ASC",
            Direction::Descending => "DESC",
        };
        sql.push(" ORDER BY ");
        if let Some(column) = &self.column {
            if column.may_be_null {
                sql.push(&format!("({}) IS NULL {word}, ", column.value));
            }
            sql.push(&format!("{} {word}, ", ordered(column)));
        }
        sql.push(&format!("{number} {word}"));
    }

    /// The condition that a contact comes after the one at this position.
    pub(super) fn push_after(
        &self,
        sql: &mut Sql,
        after: &[Position],
        number: &str,
    ) -> Result<(), DbError> {
        let beyond = match self.direction {
            Direction::Ascending => " > ",
            Direction::Descending => " < ",
        };
        match (&self.column, after) {
            (None, [Position::Int(id)]) => {
                sql.push(number).push(beyond).bind(*id);
            }
            (Some(column), [Position::Null, Position::Int(id)]) => {
                let is_null = format!("({}) IS NULL", column.value);
                sql.push(&format!("({is_null} AND contacts.id{beyond}"))
                    .bind(*id)
                    .push(")");
                if self.direction == Direction::Descending {
                    sql.push(&format!(" OR NOT {is_null}"));
                }
            }
            (Some(column), [value, Position::Int(id)]) => {
                sql.push(&format!("({}, contacts.id){beyond}(", ordered(column)));
                sql.bind(fitting(column.kind, value)?)
                    .push(", ")
                    .bind(*id)
                    .push(")");
                if column.may_be_null && self.direction == Direction::Ascending {
                    sql.push(&format!(" OR ({}) IS NULL", column.value));
                }
            }
            _ => return Err(misfit()),
        }
        Ok(())
    }

    /// Where a contact stands that has this value in the column of `push_selected`.
    pub(super) fn position_of(&self, id: i64, value: Position) -> Result<Vec<Position>, DbError> {
        let Some(column) = &self.column else {
            return Err(misfit());
        };
        let value = match (column.kind, value) {
            (Kind::Float, Position::Int(whole)) => Position::Float(whole as f64),
            // SQLite has no boolean of its own.
            (Kind::Bool, Position::Int(flag @ (0 | 1))) => Position::Bool(flag == 1),
            (_, value) => value,
        };
        if value != Position::Null {
            fitting(column.kind, &value)?;
        }
        Ok(vec![value, Position::Int(id)])
    }
}

/// As the database gave it: what it is meant as depends on the column.
impl FromCell for Position {
    fn from_cell(cell: Cell<'_>) -> Result<Self, &'static str> {
        Ok(match cell {
            Cell::Null => Self::Null,
            Cell::Bool(flag) => Self::Bool(flag),
            Cell::Int(number) => Self::Int(number),
            Cell::Float(number) => Self::Float(number),
            Cell::Text(text) => Self::Text(text.to_owned()),
            Cell::Blob(_) => return Err("a value to sort by"),
        })
    }
}

/// The address is in the order of its bytes by itself, and an index serves it.
fn ordered(column: &Column) -> String {
    match column.kind {
        Kind::Text { .. } if column.may_be_null => format!("{{bytewise}}({})", column.compared()),
        _ => column.value.clone(),
    }
}

fn fitting(kind: Kind, value: &Position) -> Result<Value, DbError> {
    match (kind, value) {
        (Kind::Text { .. }, Position::Text(text)) => Ok(text.into()),
        (Kind::Int, Position::Int(number)) => Ok((*number).into()),
        (Kind::Float, Position::Float(number)) => Ok((*number).into()),
        (Kind::Bool, Position::Bool(flag)) => Ok((*flag).into()),
        _ => Err(misfit()),
    }
}

fn misfit() -> DbError {
    DbError::Other("the position is not one of this order".into())
}
