//! Who calls where a provider posts its events: the path names the connection, and the signature under the body
//! is all the authority there is.

use std::sync::Arc;

use bytes::Bytes;
use postrider_domain::automations::integration::{self, Arrival, Provider};
use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::ids::is_lower32;
use postrider_domain::contract::problem::Problem;
use postrider_domain::turns::Asker;
use postrider_store::connections::{self, ConnectionRecord};
use postrider_store::db::{Db, DbError};
use postrider_store::tenants;

use super::authenticate::suspended;
use super::authenticated::Authenticated;
use super::body::ReceivedBody;
use crate::api::callers::{Caller, Principal};
use crate::api::cx::{PathParams, path_param};
use crate::api::facts::Facts;
use crate::api::failure::ApiResult;

/// The body is read only for a connection that there is, and believed only after its signature.
pub async fn authenticate(
    facts: &Facts,
    params: &PathParams,
    received: &mut ReceivedBody,
    limit: usize,
) -> ApiResult<Authenticated> {
    let (provider, id) = (
        path_param(params, "provider"),
        path_param(params, "connectionId"),
    );
    let (connection, is_stopped) = connection(&facts.db, provider, id).await?;
    let body = received.read(limit).await?;
    if !is_genuine(facts, &connection, &body)? {
        let message = "The signature does not fit the body, or is missing or too old.";
        return Err(Problem::new(Code::InvalidSignature, message).into());
    }
    // Whoever is refused tries again for some days.
    if is_stopped {
        return Err(suspended().into());
    }
    Ok(Authenticated {
        brand: None,
        caller: Caller {
            org: connection.brand.org,
            // Events are free.
            plan: String::new(),
            bound_brand: Some(connection.brand.brand),
            principal: Principal::Provider(Arc::new(connection)),
        },
    })
}

/// The connection, and whether its organization is suspended.
async fn connection(db: &Db, provider: &str, id: &str) -> ApiResult<(ConnectionRecord, bool)> {
    let not_found = || Problem::new(Code::ConnectionNotFound, "There is no such connection.");
    let provider = Provider::parse(provider).ok_or_else(not_found)?;
    if !is_lower32(id) {
        return Err(not_found().into());
    }
    let id = id.to_owned();
    let db = db.on_behalf_of(Asker::Stranger);
    let found = db.read(move |tx| {
        let id = id.clone();
        async move {
            let Some(found) = connections::find(&tx, &id).await? else {
                return Ok(None);
            };
            let is_stopped = tenants::is_stopped(&tx, found.brand).await?;
            Ok::<_, DbError>(Some((found, is_stopped)))
        }
    });
    let found = found.await?;
    let of_provider = found.filter(|(connection, _)| connection.provider == provider);
    of_provider.ok_or_else(|| not_found().into())
}

/// By the secret, or by the one before it for as long as that counts.
fn is_genuine(facts: &Facts, connection: &ConnectionRecord, body: &Bytes) -> Result<bool, DbError> {
    let arrival = Arrival {
        headers: &|name| facts.headers.get(name)?.to_str().ok(),
        body,
        now: facts.now,
    };
    let old = connection.old_secret.as_ref();
    let old = old.filter(|(_, until)| *until > arrival.now);
    let sealed = [Some(&connection.secret), old.map(|(secret, _)| secret)];
    for sealed in sealed.into_iter().flatten() {
        let seal = &facts.app.keys().connections;
        let opened = seal.open(&connection.public_id, sealed);
        let secret = opened.map_err(|error| DbError::Other(error.to_string()))?;
        let secret = String::from_utf8_lossy(&secret);
        if integration::is_genuine(connection.provider, &secret, &arrival) {
            return Ok(true);
        }
    }
    Ok(false)
}
