//! Which addresses the service may talk to on behalf of strangers: public ones, and those that the operator
//! names. An image in a design, or the mail server of a domain, may point anywhere.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

/// Private addresses that may be reached all the same: `127.0.0.1:8025,10.1.0.0/16,[::1]:8025`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AllowPrivate(Vec<Allowed>);

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Allowed {
    network: Network,
    /// Every one, if none is named.
    port: Option<u16>,
}

/// An address, or all that begin as it does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Network {
    address: IpAddr,
    /// Leading bits that must be those of `address`.
    prefix: u32,
}

impl AllowPrivate {
    /// Whether this address is public or allowed.
    pub fn may_reach(&self, address: SocketAddr) -> bool {
        is_public(address.ip()) || self.0.iter().any(|allowed| allowed.covers(address))
    }
}

impl Allowed {
    fn covers(&self, address: SocketAddr) -> bool {
        let same_port = self.port.is_none_or(|port| port == address.port());
        same_port && self.network.contains(address.ip())
    }
}

impl Network {
    /// `10.1.0.0/16`, or an address alone.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let Some((address, prefix)) = text.split_once('/') else {
            return text.parse().ok().map(Self::of);
        };
        let address: IpAddr = address.parse().ok()?;
        let prefix = prefix.parse().ok()?;
        (prefix <= width(address)).then_some(Self { address, prefix })
    }

    fn of(address: IpAddr) -> Self {
        Self {
            address,
            prefix: width(address),
        }
    }

    pub(crate) fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(network), IpAddr::V4(ip)) => begins(
                u128::from(ip.to_bits() ^ network.to_bits()),
                32,
                self.prefix,
            ),
            (IpAddr::V6(network), IpAddr::V6(ip)) => {
                begins(ip.to_bits() ^ network.to_bits(), 128, self.prefix)
            }
            _ => false,
        }
    }
}

/// Whether the first `prefix` of `width` bits are zero.
fn begins(difference: u128, width: u32, prefix: u32) -> bool {
    difference.checked_shr(width - prefix).unwrap_or(0) == 0
}

impl FromStr for AllowPrivate {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        text.split(',')
            .map(str::trim)
            .filter(|entry| !entry.is_empty())
            .map(|entry| {
                allowed(entry).ok_or_else(|| {
                    format!(
                        "`{entry}` is neither an address (127.0.0.1), nor one with a port \
                         (127.0.0.1:8025, [::1]:8025), nor a network (10.1.0.0/16)"
                    )
                })
            })
            .collect::<Result<_, _>>()
            .map(Self)
    }
}

fn allowed(entry: &str) -> Option<Allowed> {
    let (network, port) = match entry.parse::<SocketAddr>() {
        Ok(address) => (Network::of(address.ip()), Some(address.port())),
        Err(_) => (Network::parse(entry)?, None),
    };
    Some(Allowed { network, port })
}

fn width(address: IpAddr) -> u32 {
    match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 128,
    }
}

/// Whether an address belongs to the open internet: neither this machine, nor a neighbour, nor anything
/// set apart.
pub fn is_public(address: IpAddr) -> bool {
    match address.to_canonical() {
        IpAddr::V4(ip) => is_public_v4(ip),
        IpAddr::V6(ip) => is_public_v6(ip),
    }
}

/// Set apart by the registry of special-purpose addresses, and multicast.
const SPECIAL_V4: [(Ipv4Addr, u32); 15] = [
    (Ipv4Addr::UNSPECIFIED, 8),           // this network
    (Ipv4Addr::new(10, 0, 0, 0), 8),      // private
    (Ipv4Addr::new(100, 64, 0, 0), 10),   // behind a provider's translation
    (Ipv4Addr::new(127, 0, 0, 0), 8),     // this machine
    (Ipv4Addr::new(169, 254, 0, 0), 16),  // this link; clouds tell secrets there
    (Ipv4Addr::new(172, 16, 0, 0), 12),   // private
    (Ipv4Addr::new(192, 0, 0, 0), 24),    // protocols
    (Ipv4Addr::new(192, 0, 2, 0), 24),    // documentation
    (Ipv4Addr::new(192, 88, 99, 0), 24),  // relays of 6to4
    (Ipv4Addr::new(192, 168, 0, 0), 16),  // private
    (Ipv4Addr::new(198, 18, 0, 0), 15),   // benchmarks
    (Ipv4Addr::new(198, 51, 100, 0), 24), // documentation
    (Ipv4Addr::new(203, 0, 113, 0), 24),  // documentation
    (Ipv4Addr::new(224, 0, 0, 0), 4),     // multicast
    (Ipv4Addr::new(240, 0, 0, 0), 4),     // reserved, and broadcast
];

fn is_public_v4(ip: Ipv4Addr) -> bool {
    !SPECIAL_V4
        .iter()
        .any(|(network, prefix)| begins(u128::from(ip.to_bits() ^ network.to_bits()), 32, *prefix))
}

/// Parts of the global unicast range that are set apart; Teredo, whose addresses hide others, is in the
/// first.
const SPECIAL_V6: [(Ipv6Addr, u32); 3] = [
    (Ipv6Addr::new(0x2001, 0, 0, 0, 0, 0, 0, 0), 23), // protocols
    (Ipv6Addr::new(0x2001, 0xdb8, 0, 0, 0, 0, 0, 0), 32), // documentation
    (Ipv6Addr::new(0x3fff, 0, 0, 0, 0, 0, 0, 0), 20), // documentation
];
const GLOBAL_UNICAST: (Ipv6Addr, u32) = (Ipv6Addr::new(0x2000, 0, 0, 0, 0, 0, 0, 0), 3);

fn is_public_v6(ip: Ipv6Addr) -> bool {
    let within =
        |(network, prefix): (Ipv6Addr, u32)| begins(ip.to_bits() ^ network.to_bits(), 128, prefix);
    // Forms that a gateway turns into an IPv4 address count as that address.
    match ip.segments() {
        [0x64, 0xff9b, 0, 0, 0, 0, high, low] | [0x2002, high, low, ..] => {
            let bits = u32::from(high) << 16 | u32::from(low);
            is_public_v4(Ipv4Addr::from_bits(bits))
        }
        _ => within(GLOBAL_UNICAST) && !SPECIAL_V6.into_iter().any(within),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_of_this_machine_and_its_neighbours_are_not_public() {
        for (text, public) in [
            ("1.1.1.1", true),
            ("8.8.8.8", true),
            ("99.255.255.255", true),
            ("100.63.255.255", true),
            ("100.64.0.0", false),
            ("100.127.255.255", false),
            ("100.128.0.0", true),
            ("0.0.0.0", false),
            ("0.1.2.3", false),
            ("10.0.0.1", false),
            ("127.0.0.1", false),
            ("127.255.255.254", false),
            ("169.254.169.254", false),
            ("172.15.255.255", true),
            ("172.16.0.1", false),
            ("172.31.255.255", false),
            ("172.32.0.0", true),
            ("192.0.0.8", false),
            ("192.0.2.1", false),
            ("192.88.99.1", false),
            ("192.168.1.1", false),
            ("198.17.255.255", true),
            ("198.19.0.1", false),
            ("198.51.100.7", false),
            ("203.0.113.7", false),
            ("223.255.255.255", true),
            ("224.0.0.1", false),
            ("240.0.0.1", false),
            ("255.255.255.255", false),
            ("2606:4700::1111", true),
            ("::", false),
            ("::1", false),
            ("::ffff:127.0.0.1", false),
            ("::ffff:1.1.1.1", true),
            ("::127.0.0.1", false),
            ("64:ff9b::7f00:1", false),
            ("64:ff9b::101:101", true),
            ("64:ff9b:1::101:101", false),
            ("2002:7f00:1::", false),
            ("2002:a00:1::1", false),
            ("2002:101:101::1", true),
            ("2001:0:4136:e378:8000:63bf:3fff:fdd2", false),
            ("2001:2::1", false),
            ("2001:20::1", false),
            ("2001:200::1", true),
            ("2001:db8::1", false),
            ("2001:4860:4860::8888", true),
            ("3fff:fff::1", false),
            ("3fff:1000::1", true),
            ("4000::1", false),
            ("fc00::1", false),
            ("fd12:3456::1", false),
            ("fe80::1", false),
            ("fec0::1", false),
            ("ff02::1", false),
            ("100::1", false),
        ] {
            assert_eq!(is_public(text.parse().unwrap()), public, "{text}");
        }
    }

    #[test]
    fn what_is_allowed_is_reached_and_nothing_beside_it() {
        let allowed: AllowPrivate = "127.0.0.1:8025, 10.1.0.0/16,[::1]:25,fd00::7,172.16.0.5"
            .parse()
            .unwrap();
        for (address, reached) in [
            ("127.0.0.1:8025", true),
            ("[::ffff:127.0.0.1]:8025", true),
            ("127.0.0.1:8026", false),
            ("127.0.0.2:8025", false),
            ("10.1.255.255:1", true),
            ("10.2.0.0:1", false),
            ("[::1]:25", true),
            ("[::1]:26", false),
            ("[fd00::7]:80", true),
            ("[fd00::8]:80", false),
            ("172.16.0.5:443", true),
            ("1.1.1.1:443", true),
        ] {
            assert_eq!(
                allowed.may_reach(address.parse().unwrap()),
                reached,
                "{address}"
            );
        }
        let all: AllowPrivate = "0.0.0.0/0,::/0".parse().unwrap();
        assert!(all.may_reach("127.0.0.1:1".parse().unwrap()));
        assert!(all.may_reach("[fe80::1]:1".parse().unwrap()));
        let none: AllowPrivate = "".parse().unwrap();
        assert!(!none.may_reach("127.0.0.1:1".parse().unwrap()));
    }

    #[test]
    fn what_is_no_address_is_named() {
        for text in [
            "localhost",
            "127.0.0.1:",
            "127.0.0.1:70000",
            "10.0.0.0/33",
            "10.0.0.0/",
            "10.0.0.0/8:25",
            "::/129",
            "127.1",
        ] {
            let error = format!("10.0.0.1,{text}")
                .parse::<AllowPrivate>()
                .unwrap_err();
            assert!(error.starts_with(&format!("`{text}`")), "{error}");
        }
    }
}
