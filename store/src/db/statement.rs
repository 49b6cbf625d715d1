//! A statement: one text, rendered once for each database.

use std::marker::PhantomData;
use std::ops::Deref;
use std::sync::OnceLock;

use super::dialect::Dialect;
use super::kind::Kind;
use super::record::{Record, columns_of};
use super::render::{one_row, render};

#[derive(Debug)]
pub struct Statement {
    name: &'static str,
    text: &'static str,
    kind: Kind,
    /// What stands for `{columns}`.
    columns: fn() -> String,
    sqlite: OnceLock<String>,
    postgres: OnceLock<String>,
    /// PostgreSQL's text of a bulk statement for one row.
    postgres_one: OnceLock<String>,
}

impl Statement {
    /// Called by `statements!`, so that every statement is in its file's `ALL`.
    pub const fn new(name: &'static str, text: &'static str, kind: Kind) -> Self {
        Self::with_columns(name, text, kind, String::new)
    }

    const fn with_columns(
        name: &'static str,
        text: &'static str,
        kind: Kind,
        columns: fn() -> String,
    ) -> Self {
        Self {
            name,
            text,
            kind,
            columns,
            sqlite: OnceLock::new(),
            postgres: OnceLock::new(),
            postgres_one: OnceLock::new(),
        }
    }

    /// `module::NAME`, for messages.
    pub fn name(&self) -> &'static str {
        self.name
    }

    pub fn kind(&self) -> Kind {
        self.kind
    }

    /// The text as the database gets it.
    pub fn sql(&self, dialect: Dialect) -> &str {
        let rendered = match dialect {
            Dialect::Sqlite => &self.sqlite,
            Dialect::Postgres => &self.postgres,
        };
        rendered.get_or_init(|| render(&self.text(), self.kind, dialect))
    }

    /// A bulk statement as PostgreSQL gets it for a single row, with its columns as the parameters: arrays would be made and
    /// taken apart again.
    pub(super) fn sql_for_one(&self) -> &str {
        let text = || match self.kind {
            Kind::Bulk(columns) => self.text().replace("{rows}", &one_row(columns)),
            Kind::Plain | Kind::List => self.text(),
        };
        self.postgres_one
            .get_or_init(|| render(&text(), Kind::Plain, Dialect::Postgres))
    }

    fn text(&self) -> String {
        self.text.replace("{columns}", &(self.columns)())
    }

    /// How many parameters the text has.
    pub fn parameters(&self) -> usize {
        let sql = self.sql(Dialect::Postgres);
        let numbers = sql.split('$').skip(1).filter_map(|after| {
            let digits = after
                .find(|c: char| !c.is_ascii_digit())
                .unwrap_or(after.len());
            after[..digits].parse().ok()
        });
        numbers.max().unwrap_or(0)
    }
}

/// A statement whose answer is rows: `R` is what one of them is read into.
#[derive(Debug)]
pub struct Query<R> {
    statement: Statement,
    row: PhantomData<fn() -> R>,
}

impl<R: Record> Query<R> {
    /// Called by `statements!`.
    pub const fn new(name: &'static str, text: &'static str, kind: Kind) -> Self {
        Self {
            statement: Statement::with_columns(name, text, kind, columns_of::<R>),
            row: PhantomData,
        }
    }

    /// For the list of a file's statements.
    pub const fn statement(&self) -> &Statement {
        &self.statement
    }
}

impl<R> Deref for Query<R> {
    type Target = Statement;

    fn deref(&self) -> &Statement {
        &self.statement
    }
}

/// Declares a file's statements and their list `ALL`. Behind the arrow stands what a row of the answer is read into:
/// a `record!`, whose columns stand for `{columns}`, or a tuple of one if there is one column.
///
/// ```
/// postrider_store::statements! {
///     FORGET = "DELETE FROM brands WHERE org = $1 AND id = $2";
///     NAME -> (String,) = "SELECT name FROM brands WHERE org = $1 AND id = $2";
///     list NUMBERS -> (i64,) = "SELECT id FROM brands WHERE org = $1 ORDER BY id";
///     bulk(id: Int, name: Text) RENAME =
///         "UPDATE brands SET name = r.name FROM {rows} AS r WHERE brands.id = r.id";
/// }
/// ```
#[macro_export]
macro_rules! statements {
    (@munch [$($all:expr,)*]) => {
        /// Every statement of this file.
        pub static ALL: &[&$crate::db::Statement] = &[$($all),*];
    };
    (@munch [$($all:expr,)*] $(#[$meta:meta])* $vis:vis list $name:ident $(-> $row:ty)? = $sql:expr; $($rest:tt)*) => {
        $crate::statements!(@declare [$(#[$meta])* $vis] $name $($row)?, $sql, $crate::db::Kind::List);
        $crate::statements!(@munch [$($all,)* $crate::statements!(@listed $name $($row)?),] $($rest)*);
    };
    (@munch [$($all:expr,)*] $(#[$meta:meta])* $vis:vis
        bulk($($column:tt: $type:ident),+ $(,)?) $name:ident $(-> $row:ty)? = $sql:expr; $($rest:tt)*) => {
        $crate::statements!(@declare [$(#[$meta])* $vis] $name $($row)?, $sql, $crate::db::Kind::Bulk(
            &[$((stringify!($column), $crate::db::Column::$type)),+]
        ));
        $crate::statements!(@munch [$($all,)* $crate::statements!(@listed $name $($row)?),] $($rest)*);
    };
    (@munch [$($all:expr,)*] $(#[$meta:meta])* $vis:vis $name:ident $(-> $row:ty)? = $sql:expr; $($rest:tt)*) => {
        $crate::statements!(@declare [$(#[$meta])* $vis] $name $($row)?, $sql, $crate::db::Kind::Plain);
        $crate::statements!(@munch [$($all,)* $crate::statements!(@listed $name $($row)?),] $($rest)*);
    };
    (@declare [$(#[$meta:meta])* $vis:vis] $name:ident, $sql:expr, $kind:expr) => {
        $(#[$meta])*
        $vis static $name: $crate::db::Statement = $crate::db::Statement::new(
            concat!(module_path!(), "::", stringify!($name)), $sql, $kind,
        );
    };
    (@declare [$(#[$meta:meta])* $vis:vis] $name:ident $row:ty, $sql:expr, $kind:expr) => {
        $(#[$meta])*
        $vis static $name: $crate::db::Query<$row> = $crate::db::Query::new(
            concat!(module_path!(), "::", stringify!($name)), $sql, $kind,
        );
    };
    (@listed $name:ident) => { &$name };
    (@listed $name:ident $row:ty) => { $name.statement() };
    (@ $($rest:tt)*) => { compile_error!("a statement is `NAME = \"…\";`, `list NAME = \"…\";` or `bulk(column: Type, …) NAME = \"…\";`, each with `-> Row` behind its name if it gives rows"); };
    ($($rest:tt)*) => { $crate::statements!(@munch [] $($rest)*); };
}
