//! The listener for those who watch over the service: health and numbers, over plain HTTP, where the operator says. It is
//! no way into the API.

use std::net::SocketAddr;
use std::sync::Arc;

use tokio::net::TcpListener;

use crate::api::table::RouteTable;
use crate::app::App;
use crate::config::Config;
use crate::pages::status;
use crate::process::http::Site;
use crate::process::listen::{Bounds, Ends, Patience, listen};
use crate::process::start_error::StartError;

/// Few look at numbers.
const CONNECTIONS: usize = 16;

/// Nothing if no address is set for it.
pub async fn bind(config: &Config) -> Result<Option<(TcpListener, SocketAddr)>, StartError> {
    let Some(address) = config.metrics_listen else {
        return Ok(None);
    };
    let failed = |error| StartError::Listen { address, error };
    let listener = TcpListener::bind(address).await.map_err(failed)?;
    let address = listener.local_addr().map_err(failed)?;
    Ok(Some((listener, address)))
}

/// Serves until it is to close.
pub fn serve(
    app: App,
    listener: TcpListener,
    ends: Ends,
    patience: Patience,
) -> Result<impl Future<Output = ()> + Send + 'static, StartError> {
    let routes = Arc::new(RouteTable::new(status::operator_rows())?);
    let bounds = Bounds {
        connections: CONNECTIONS,
        patience,
    };
    Ok(listen(listener, Site::new(app, routes), ends, bounds))
}
