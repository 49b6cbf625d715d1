//! Counting requests for `/metrics`.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use axum::http::{Method, StatusCode};
use metrics::{Counter, Histogram};

type Label = (&'static str, &'static str, u16);

/// Handles are looked up by route, verb and status once: the registry would hash and allocate for
/// every request.
#[derive(Default)]
pub struct RequestMeter(Mutex<HashMap<Label, Handles>>);

struct Handles {
    count: Counter,
    seconds: Histogram,
}

impl RequestMeter {
    pub fn record(&self, method: &Method, route: &'static str, status: StatusCode, took: Duration) {
        let label = (route, verb(method), status.as_u16());
        let mut handles = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let handles = handles.entry(label).or_insert_with(|| handles_of(label));
        handles.count.increment(1);
        handles.seconds.record(took.as_secs_f64());
    }
}

fn handles_of((route, method, status): Label) -> Handles {
    let status = status.to_string();
    Handles {
        // Chart: traffic, and the share of 5xx.
        count: metrics::counter!(
            "postrider_http_requests_total", "method" => method, "route" => route, "status" => status
        ),
        // Chart: how long callers wait.
        seconds: metrics::histogram!("postrider_http_request_seconds", "route" => route),
    }
}

/// A caller may invent verbs; each would be a time series of its own.
fn verb(method: &Method) -> &'static str {
    match method.as_str() {
        "GET" => "GET",
        "POST" => "POST",
        "PATCH" => "PATCH",
        "DELETE" => "DELETE",
        "PUT" => "PUT",
        "HEAD" => "HEAD",
        "OPTIONS" => "OPTIONS",
        _ => "(other)",
    }
}
