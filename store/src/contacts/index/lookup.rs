//! The table that is read first when contacts are asked for.

use postrider_domain::contacts::filter::ResolvedFilter;

use super::super::sql::Sql;

/// How many characters both databases look up in a text: a part that is shorter is in no list.
pub(super) const GRAM: usize = 3;

#[derive(Clone, Debug, PartialEq)]
pub(in super::super) enum Lookup {
    /// All contacts of the brand.
    Contacts,
    /// Those that this query of `contact_search` finds, and a few more.
    Search(String),
    /// Those that this query of `contact_values` finds, and what is left to ask of each.
    Values(String, Option<ResolvedFilter>),
}

impl Lookup {
    /// The row number in that table.
    pub(in super::super) fn number(&self) -> &'static str {
        match self {
            Self::Contacts => "contacts.id",
            Self::Search(_) => "contact_search.rowid",
            Self::Values(..) => "contact_values.rowid",
        }
    }

    /// Names the tables, as far as to a condition on `contacts`. Gives what is left of the filter to ask there.
    pub(in super::super) fn push_from(
        self,
        sql: &mut Sql,
        filter: Option<&ResolvedFilter>,
    ) -> Option<ResolvedFilter> {
        // CROSS: the order of the two tables is ours, not the planner's to guess.
        match self {
            Self::Contacts => {
                sql.push(" FROM contacts WHERE ");
                filter.cloned()
            }
            Self::Search(query) => {
                sql.push(" FROM contact_search CROSS JOIN contacts WHERE contact_search MATCH ")
                    .bind(query)
                    .push(" AND contacts.id = contact_search.rowid AND ");
                filter.cloned()
            }
            Self::Values(query, open) => {
                sql.push(" FROM contact_values CROSS JOIN contacts WHERE contact_values MATCH ")
                    .bind(query)
                    .push(" AND contacts.id = contact_values.rowid AND ");
                open
            }
        }
    }

    /// Names one list alone, if that is the whole answer to a filter.
    pub(in super::super) fn push_whole_answer(&self, sql: &mut Sql) -> bool {
        let Self::Values(query, None) = self else {
            return false;
        };
        sql.push(" FROM contact_values WHERE contact_values MATCH ")
            .bind(query);
        true
    }
}
