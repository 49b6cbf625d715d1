//! Finding the rows of a request.

mod retired;

use std::sync::Arc;

use axum::http::Method;
use postrider_domain::contract::paths::APP_CALLS;
use postrider_domain::contract::problem::Problem;

use super::cx::PathParams;
use super::row::Row;
use super::row::looking::find_looks;

/// Where a request leads.
pub enum RouteMatch<'t> {
    /// The rows with this method and path: several where the body decides.
    Rows(&'t [Arc<Row>], PathParams),
    /// The path exists with the verbs of these rows only.
    OtherVerbs(&'t [Arc<Row>]),
    Nothing(Option<Problem>),
}

/// The rows, findable by path.
pub struct RouteTable {
    /// One entry a path: its rows, sorted so that rows of one method stand together; none where nothing is to be found.
    paths: Vec<Vec<Arc<Row>>>,
    matcher: matchit::Router<usize>,
}

impl RouteTable {
    pub fn new(mut rows: Vec<Row>) -> Result<Self, matchit::InsertError> {
        find_looks(&mut rows);
        let mut paths: Vec<Vec<Arc<Row>>> = Vec::new();
        for row in rows.into_iter().map(Arc::new) {
            match paths.iter_mut().find(|same| same[0].path == row.path) {
                Some(same) => same.push(row),
                None => paths.push(vec![row]),
            }
        }
        let mut matcher = matchit::Router::new();
        for (index, rows) in paths.iter_mut().enumerate() {
            rows.sort_by(|a, b| a.method.as_str().cmp(b.method.as_str()));
            matcher.insert(rows[0].path, index)?;
        }
        // Every address below the dashboard is a screen of it, but for what it calls: there is no row, and no screen either.
        matcher.insert(APP_CALLS, paths.len())?;
        paths.push(Vec::new());
        Ok(Self { paths, matcher })
    }

    /// The rows of the public contract.
    pub fn contract(&self) -> impl Iterator<Item = &Row> {
        let rows = self.paths.iter().flatten().map(AsRef::as_ref);
        rows.filter(|row: &&Row| row.callers.include_keys())
    }

    /// What a path takes, as the `Allow` header lists it.
    pub fn verbs(rows: &[Arc<Row>]) -> String {
        let mut verbs: Vec<&str> = Vec::new();
        for row in rows {
            verbs.push(row.method.as_str());
            if is_head(row, &Method::HEAD) {
                verbs.push(Method::HEAD.as_str());
            }
        }
        verbs.dedup();
        verbs.join(", ")
    }

    pub fn find(&self, method: &Method, path: &str) -> RouteMatch<'_> {
        let Ok(matched) = self.matcher.at(path) else {
            return RouteMatch::Nothing(retired::suggestion(method, path));
        };
        let rows = &self.paths[*matched.value];
        if rows.is_empty() {
            return RouteMatch::Nothing(None);
        }
        let asked = |row: &Arc<Row>| row.method == *method || is_head(row, method);
        let Some(first) = rows.iter().position(asked) else {
            return match retired::suggestion(method, path) {
                Some(problem) => RouteMatch::Nothing(Some(problem)),
                None => RouteMatch::OtherVerbs(rows),
            };
        };
        let count = rows[first..].iter().take_while(|row| asked(row)).count();
        let params = matched
            .params
            .iter()
            .map(|(key, value)| (key.to_owned(), decoded(value)))
            .collect();
        RouteMatch::Rows(&rows[first..first + count], params)
    }
}

/// What is no text names nothing: bytes that are not UTF-8, and NUL, which PostgreSQL cannot even
/// compare with, become the character that stands for neither.
fn decoded(value: &str) -> String {
    percent_encoding::percent_decode_str(value)
        .decode_utf8_lossy()
        .replace('\0', "\u{fffd}")
}

/// Pages answer whoever asks for the headers alone; the API has no such verb.
fn is_head(row: &Row, method: &Method) -> bool {
    *method == Method::HEAD && row.method == Method::GET && row.is_page()
}
