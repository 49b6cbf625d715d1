//! Rows by name. A struct says beside each of its fields which column it comes from; a statement that gives such
//! structs writes `{columns}` where its list of columns belongs. So there is one list, and a column more moves nothing.

use super::cell::{Cell, FromCell};
use super::error::DbError;
use super::row::Row;

/// What one row of an answer is read into; `record!` writes this.
pub trait Record: Sized {
    /// How many columns it is read from.
    const WIDTH: usize;

    /// Adds the columns in the order in which `read` takes them.
    fn columns(into: &mut Vec<&'static str>);

    fn read(cells: &mut Cells<'_>) -> Result<Self, DbError>;
}

/// The one column of a statement that names it itself.
impl<T: FromCell> Record for (T,) {
    const WIDTH: usize = 1;

    fn columns(_: &mut Vec<&'static str>) {}

    fn read(cells: &mut Cells<'_>) -> Result<Self, DbError> {
        cells.next("the only one").map(|value| (value,))
    }
}

/// A row of a LEFT JOIN: nothing where its first column is null.
impl<R: Record> Record for Option<R> {
    const WIDTH: usize = R::WIDTH;

    fn columns(into: &mut Vec<&'static str>) {
        R::columns(into);
    }

    fn read(cells: &mut Cells<'_>) -> Result<Self, DbError> {
        if cells.row.cell(cells.at)? == Cell::Null {
            cells.at += R::WIDTH;
            return Ok(None);
        }
        R::read(cells).map(Some)
    }
}

/// The values of one row, taken one after the other.
pub struct Cells<'a> {
    row: &'a Row,
    at: usize,
}

impl Cells<'_> {
    pub fn next<T: FromCell>(&mut self, column: &'static str) -> Result<T, DbError> {
        let cell = self.row.cell(self.at)?;
        self.at += 1;
        T::from_cell(cell).map_err(|wanted| {
            // Kinds only: a value may be personal data, and errors end in the log.
            let found = cell.kind();
            DbError::Other(format!("column {column} is {found}, not {wanted}"))
        })
    }
}

pub(super) fn read<R: Record>(row: &Row) -> Result<R, DbError> {
    R::read(&mut Cells { row, at: 0 })
}

/// The list that stands for `{columns}`.
pub(super) fn columns_of<R: Record>() -> String {
    let mut columns = Vec::with_capacity(R::WIDTH);
    R::columns(&mut columns);
    columns.join(", ")
}

/// Declares a struct that rows are read into. Behind each field stands its column, or `..` if the field is such a
/// struct itself, whose columns then stand in this place:
///
/// ```
/// use postrider_store::{record, statements};
///
/// record! {
///     pub struct Brand {
///         pub name: String = "b.name",
///         pub owner: Option<Owner> = ..,
///     }
/// }
/// record! {
///     pub struct Owner {
///         pub id: i64 = "o.id",
///         pub name: String = "o.name",
///     }
/// }
/// statements! {
///     GET -> Brand = "SELECT {columns} FROM brands AS b LEFT JOIN organizations AS o ON o.id = b.org WHERE b.id = $1";
/// }
/// ```
#[macro_export]
macro_rules! record {
    ($(#[$meta:meta])* $vis:vis struct $name:ident {
        $($(#[$field_meta:meta])* $field_vis:vis $field:ident: $type:ty = $column:tt),+ $(,)?
    }) => {
        $(#[$meta])*
        $vis struct $name {
            $($(#[$field_meta])* $field_vis $field: $type,)+
        }

        impl $crate::db::Record for $name {
            const WIDTH: usize = 0 $(+ $crate::record!(@width $column $type))+;

            fn columns(into: &mut Vec<&'static str>) {
                $($crate::record!(@column into $column $type);)+
            }

            fn read(cells: &mut $crate::db::Cells<'_>) -> Result<Self, $crate::db::DbError> {
                Ok(Self {
                    $($field: $crate::record!(@read cells $column $type),)+
                })
            }
        }
    };
    (@width .. $type:ty) => { <$type as $crate::db::Record>::WIDTH };
    (@width $column:literal $type:ty) => { 1 };
    (@column $into:ident .. $type:ty) => { <$type as $crate::db::Record>::columns($into) };
    (@column $into:ident $column:literal $type:ty) => { $into.push($column) };
    (@read $cells:ident .. $type:ty) => { <$type as $crate::db::Record>::read($cells)? };
    (@read $cells:ident $column:literal $type:ty) => { $cells.next($column)? };
}
