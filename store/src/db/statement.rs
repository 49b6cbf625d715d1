//! A statement: one text, rendered once for each database.

use std::sync::OnceLock;

use super::dialect::{Dialect, render};
use super::kind::Kind;

#[derive(Debug)]
pub struct Statement {
    name: &'static str,
    text: &'static str,
    kind: Kind,
    sqlite: OnceLock<String>,
    postgres: OnceLock<String>,
}

impl Statement {
    /// Called by `statements!`, so that every statement is in its file's `ALL`.
    pub const fn new(name: &'static str, text: &'static str, kind: Kind) -> Self {
        Self {
            name,
            text,
            kind,
            sqlite: OnceLock::new(),
            postgres: OnceLock::new(),
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
        rendered.get_or_init(|| render(self.text, self.kind, dialect))
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

/// Declares a file's statements and their list `ALL`:
///
/// ```
/// postrider_store::statements! {
///     GET = "SELECT name FROM brands WHERE org = $1 AND id = $2";
///     list LIST = "SELECT id FROM brands WHERE org = $1 ORDER BY id";
///     bulk(id: Int, name: Text) RENAME =
///         "UPDATE brands SET name = r.name FROM {rows} AS r WHERE brands.id = r.id";
/// }
/// ```
#[macro_export]
macro_rules! statements {
    (@munch [$($all:ident)*]) => {
        /// Every statement of this file.
        pub static ALL: &[&$crate::db::Statement] = &[$(&$all),*];
    };
    (@munch [$($all:ident)*] $(#[$meta:meta])* $vis:vis list $name:ident = $sql:expr; $($rest:tt)*) => {
        $crate::statements!(@declare [$(#[$meta])* $vis] $name, $sql, $crate::db::Kind::List);
        $crate::statements!(@munch [$($all)* $name] $($rest)*);
    };
    (@munch [$($all:ident)*] $(#[$meta:meta])* $vis:vis
        bulk($($column:tt: $type:ident),+ $(,)?) $name:ident = $sql:expr; $($rest:tt)*) => {
        $crate::statements!(@declare [$(#[$meta])* $vis] $name, $sql, $crate::db::Kind::Bulk(
            &[$((stringify!($column), $crate::db::Column::$type)),+]
        ));
        $crate::statements!(@munch [$($all)* $name] $($rest)*);
    };
    (@munch [$($all:ident)*] $(#[$meta:meta])* $vis:vis $name:ident = $sql:expr; $($rest:tt)*) => {
        $crate::statements!(@declare [$(#[$meta])* $vis] $name, $sql, $crate::db::Kind::Plain);
        $crate::statements!(@munch [$($all)* $name] $($rest)*);
    };
    (@declare [$(#[$meta:meta])* $vis:vis] $name:ident, $sql:expr, $kind:expr) => {
        $(#[$meta])*
        $vis static $name: $crate::db::Statement = $crate::db::Statement::new(
            concat!(module_path!(), "::", stringify!($name)), $sql, $kind,
        );
    };
    (@ $($rest:tt)*) => { compile_error!("a statement is `NAME = \"…\";`, `list NAME = \"…\";` or `bulk(column: Type, …) NAME = \"…\";`"); };
    ($($rest:tt)*) => { $crate::statements!(@munch [] $($rest)*); };
}
