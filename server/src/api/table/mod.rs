//! Finding the rows of a request.

mod retired;

use axum::http::Method;
use postrider_domain::problem::Problem;

use super::cx::PathParams;
use super::row::Row;

/// Where a request leads.
pub enum Found<'t> {
    /// The rows with this method and path: several where the body decides.
    Rows(&'t [Row], PathParams),
    /// The path exists with these verbs only.
    OtherVerbs(String),
    Nothing(Option<Problem>),
}

/// The rows, findable by path.
pub struct RouteTable {
    /// One entry a path: its rows, sorted so that rows of one method stand together.
    paths: Vec<Vec<Row>>,
    matcher: matchit::Router<usize>,
}

impl RouteTable {
    pub fn new(rows: Vec<Row>) -> Result<Self, matchit::InsertError> {
        let mut paths: Vec<Vec<Row>> = Vec::new();
        for row in rows {
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
        Ok(Self { paths, matcher })
    }

    pub fn rows(&self) -> impl Iterator<Item = &Row> {
        self.paths.iter().flatten()
    }

    pub fn find(&self, method: &Method, path: &str) -> Found<'_> {
        let Ok(matched) = self.matcher.at(path) else {
            return Found::Nothing(retired::suggestion(method, path));
        };
        let rows = &self.paths[*matched.value];
        let Some(first) = rows.iter().position(|row| row.method == *method) else {
            return match retired::suggestion(method, path) {
                Some(problem) => Found::Nothing(Some(problem)),
                None => Found::OtherVerbs(verbs(rows)),
            };
        };
        let count = rows[first..]
            .iter()
            .take_while(|row| row.method == *method)
            .count();
        let params = matched
            .params
            .iter()
            .map(|(key, value)| (key.to_owned(), decoded(value)))
            .collect();
        Found::Rows(&rows[first..first + count], params)
    }
}

/// What is no text names nothing: bytes that are not UTF-8, and NUL, which PostgreSQL cannot even
/// compare with, become the character that stands for neither.
fn decoded(value: &str) -> String {
    percent_encoding::percent_decode_str(value)
        .decode_utf8_lossy()
        .replace('\0', "\u{fffd}")
}

fn verbs(rows: &[Row]) -> String {
    let mut verbs: Vec<&str> = rows.iter().map(|row| row.method.as_str()).collect();
    verbs.dedup();
    verbs.join(", ")
}
