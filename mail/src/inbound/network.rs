//! Which addresses are one.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// Whoever has one address of IPv6 has a whole network of them.
pub(super) fn household(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, d, ..] = address.segments();
            Ipv6Addr::new(a, b, c, d, 0, 0, 0, 0).into()
        }
        address @ IpAddr::V4(_) => address,
    }
}

/// What a provider gives to one customer: a /24 of IPv4, a /48 of IPv6.
pub(super) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => {
            let [a, b, c, ..] = address.segments();
            Ipv6Addr::new(a, b, c, 0, 0, 0, 0, 0).into()
        }
        IpAddr::V4(address) => {
            let [a, b, c, _] = address.octets();
            Ipv4Addr::new(a, b, c, 0).into()
        }
    }
}
