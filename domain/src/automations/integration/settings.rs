//! What is settled for one connection.

use serde::{Deserialize, Serialize};

use super::Provider;

/// Tables of one connection: each has three triggers.
const MAX_TABLES: usize = 50;
/// What the database allows for a name.
const MAX_NAME: usize = 63;

#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub struct Settings {
    /// The column that holds the address.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email_column: Option<String>,
    /// `schema.table` each.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tables: Vec<String>,
    /// Events of the provider's test mode start automations too.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub sandbox: bool,
}

/// As somebody asked for them.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    pub email_column: Option<String>,
    pub tables: Vec<String>,
    pub sandbox: bool,
}

impl Settings {
    /// Settings that fit the provider, or what is wrong with them.
    pub fn check(provider: Provider, asked: Asked) -> Result<Self, String> {
        let has_test_mode = matches!(provider, Provider::Stripe | Provider::Revenuecat);
        if asked.sandbox && !has_test_mode {
            return Err("only stripe and revenuecat have a test mode".to_owned());
        }
        if provider == Provider::Supabase {
            return Self::of_database(asked);
        }
        if asked.email_column.is_some() || !asked.tables.is_empty() {
            return Err("only supabase has tables and an email column".to_owned());
        }
        Ok(Self {
            sandbox: asked.sandbox,
            ..Self::default()
        })
    }

    fn of_database(asked: Asked) -> Result<Self, String> {
        if asked.tables.is_empty() {
            return Err("name the tables whose rows are people".to_owned());
        }
        if asked.tables.len() > MAX_TABLES {
            return Err(format!("a connection has at most {MAX_TABLES} tables"));
        }
        let mut tables = Vec::new();
        for table in &asked.tables {
            let table =
                qualified(table).ok_or_else(|| format!("`{table}` is not the name of a table"))?;
            if !tables.contains(&table) {
                tables.push(table);
            }
        }
        if let Some(column) = asked.email_column.as_deref().filter(|name| !is_name(name)) {
            return Err(format!("`{column}` is not the name of a column"));
        }
        Ok(Self {
            email_column: asked.email_column,
            tables,
            sandbox: false,
        })
    }

    pub fn email_column(&self) -> &str {
        self.email_column.as_deref().unwrap_or("email")
    }

    /// Settings as they are kept.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    pub fn from_json(json: &str) -> Option<Self> {
        serde_json::from_str(json).ok()
    }
}

/// With its schema, which is `public` if none is named.
fn qualified(table: &str) -> Option<String> {
    let (schema, name) = table.split_once('.').unwrap_or(("public", table));
    (is_name(schema) && is_name(name)).then(|| format!("{schema}.{name}"))
}

fn is_name(text: &str) -> bool {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '$');
    !text.is_empty() && text.len() <= MAX_NAME && text.chars().all(is_plain)
}
