//! The name servers that look things up for us.

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use hickory_resolver::TokioResolver;
use hickory_resolver::config::{
    ConnectionConfig, NameServerConfig, ResolveHosts, ResolverConfig, ResolverOpts,
};
use hickory_resolver::net::NetError;
use hickory_resolver::net::runtime::TokioRuntimeProvider;
use hickory_resolver::system_conf::read_system_conf;

const DNS_PORT: u16 = 53;

pub(crate) fn connect(
    server: Option<SocketAddr>,
    deadline: Duration,
) -> Result<TokioResolver, NetError> {
    let config = server.map_or_else(of_this_machine, only);
    let mut builder = TokioResolver::builder_with_config(config, TokioRuntimeProvider::default());
    *builder.options_mut() = options(deadline);
    builder.build()
}

fn options(deadline: Duration) -> ResolverOpts {
    let mut options = ResolverOpts::default();
    // Inside it a lost packet is sent again, after a little more than the server's usual time.
    options.timeout = deadline;
    options.attempts = 1;
    // The answers about a domain are kept as one, by the caller.
    options.cache_size = 0;
    // What this machine calls its neighbours says nothing about anybody's mail.
    options.use_hosts_file = ResolveHosts::Never;
    options
}

fn only(server: SocketAddr) -> ResolverConfig {
    let mut connections = vec![ConnectionConfig::udp(), ConnectionConfig::tcp()];
    for connection in &mut connections {
        connection.port = server.port();
    }
    let server = NameServerConfig::new(server.ip(), true, connections);
    ResolverConfig::from_name_servers(vec![server])
}

fn of_this_machine() -> ResolverConfig {
    match read_system_conf() {
        Ok((config, _)) => config,
        Err(error) => {
            // As the machine's own programs do.
            let local = SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), DNS_PORT);
            tracing::warn!(
                error = %error,
                "this machine names no DNS server; asking the one at {local}, if there is one"
            );
            only(local)
        }
    }
}
