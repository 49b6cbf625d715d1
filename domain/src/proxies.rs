//! From which address somebody calls, where proxies stand between. Anybody may write `X-Forwarded-For`, so it is believed
//! only as far as those who are trusted have written it: they add whom they were called by at its end.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::str::FromStr;

use crate::network::Network;

/// Leading bits that one holder of IPv6 addresses has in common: nobody gets fewer than a /64.
const HOLDER_BITS: u32 = 64;

/// The proxies whose word counts: `127.0.0.1,10.1.0.0/16,fd00::/8`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrustedProxies(Vec<Network>);

impl TrustedProxies {
    /// The caller's address: the peer, or, if that is trusted, the last that was forwarded and is not. What was forwarded is
    /// given in the order in which it was written, header by header. A text that is no address ends the search at whoever
    /// has written it.
    pub fn caller<'h>(
        &self,
        peer: IpAddr,
        forwarded: impl DoubleEndedIterator<Item = &'h str>,
    ) -> IpAddr {
        let mut known = peer.to_canonical();
        let mut entries = forwarded.rev().flat_map(|header| header.rsplit(','));
        while self.trusts(known) {
            match entries.next().and_then(address) {
                Some(address) => known = address,
                None => break,
            }
        }
        known
    }

    fn trusts(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(address))
    }
}

/// As proxies write it: with or without a port, IPv6 with or without brackets.
fn address(entry: &str) -> Option<IpAddr> {
    let entry = entry.trim();
    let bare = entry
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let address = match entry.parse::<SocketAddr>() {
        Ok(with_port) => with_port.ip(),
        Err(_) => bare.unwrap_or(entry).parse().ok()?,
    };
    Some(address.to_canonical())
}

/// What calls are counted by: whoever has one address of an IPv6 network has all of them.
pub fn holder(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) => {
            let kept = !(u128::MAX >> HOLDER_BITS);
            IpAddr::V6(Ipv6Addr::from_bits(ip.to_bits() & kept))
        }
        ip @ IpAddr::V4(_) => ip,
    }
}

impl FromStr for TrustedProxies {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let entries = text.split(',').map(str::trim);
        let entries = entries.filter(|entry| !entry.is_empty());
        let networks = entries.map(|entry| {
            Network::parse(entry).ok_or_else(|| {
                format!("`{entry}` is neither an address (127.0.0.1) nor a network (10.1.0.0/16)")
            })
        });
        networks.collect::<Result<_, _>>().map(Self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caller(trusted: &str, peer: &str, forwarded: &[&str]) -> String {
        let trusted: TrustedProxies = trusted.parse().unwrap();
        let peer = peer.parse().unwrap();
        trusted.caller(peer, forwarded.iter().copied()).to_string()
    }

    #[test]
    fn what_somebody_forwards_who_is_not_trusted_is_not_believed() {
        for trusted in ["", "10.0.0.0/8", "203.0.113.8"] {
            let said = caller(trusted, "203.0.113.7", &["198.51.100.1, 10.0.0.1"]);
            assert_eq!(said, "203.0.113.7", "{trusted}");
        }
    }

    #[test]
    fn of_a_chain_the_last_that_is_not_trusted_counts() {
        let trusted = "127.0.0.1, 10.1.0.0/16";
        for (forwarded, expected) in [
            (&["198.51.100.1"][..], "198.51.100.1"),
            // Its caller has written the first one itself.
            (&["192.0.2.9, 198.51.100.1"], "198.51.100.1"),
            (&["192.0.2.9, 198.51.100.1, 10.1.2.3"], "198.51.100.1"),
            (
                &["192.0.2.9", "198.51.100.1", "10.1.2.3,10.1.2.4"],
                "198.51.100.1",
            ),
            (&["192.0.2.9,10.2.0.1"], "10.2.0.1"),
            // Nobody else is in it: the one who is farthest.
            (&["10.1.0.7,10.1.0.8"], "10.1.0.7"),
            (&[], "127.0.0.1"),
        ] {
            assert_eq!(
                caller(trusted, "127.0.0.1", forwarded),
                expected,
                "{forwarded:?}"
            );
        }
    }

    #[test]
    fn at_what_is_no_address_the_search_ends() {
        for garbage in [
            "",
            "unknown",
            "_hidden",
            "1.2.3",
            "1.2.3.4.5",
            "a,,",
            "\u{0}",
            "[::1",
            ",",
        ] {
            let said = caller("10.0.0.0/8", "10.0.0.1", &["198.51.100.1", garbage]);
            assert_eq!(said, "10.0.0.1", "{garbage}");
            let chain = format!("198.51.100.1,{garbage},10.0.0.2");
            assert_eq!(
                caller("10.0.0.0/8", "10.0.0.1", &[&chain]),
                "10.0.0.2",
                "{garbage}"
            );
        }
    }

    #[test]
    fn addresses_are_read_as_proxies_write_them() {
        for (entry, expected) in [
            ("198.51.100.1:4711", "198.51.100.1"),
            ("2001:db8::7", "2001:db8::7"),
            ("[2001:db8::7]", "2001:db8::7"),
            ("[2001:db8::7]:4711", "2001:db8::7"),
            ("::ffff:198.51.100.1", "198.51.100.1"),
            ("[::ffff:198.51.100.1]:80", "198.51.100.1"),
            ("\t198.51.100.1 ", "198.51.100.1"),
        ] {
            assert_eq!(caller("::1,fd00::/8", "::1", &[entry]), expected, "{entry}");
        }
    }

    #[test]
    fn an_ipv4_address_is_the_same_in_the_form_of_the_other_version() {
        let mapped = "::ffff:127.0.0.1";
        assert_eq!(
            caller("127.0.0.1", mapped, &["198.51.100.1"]),
            "198.51.100.1"
        );
        assert_eq!(caller("", mapped, &["198.51.100.1"]), "127.0.0.1");
        // A network of all IPv6 addresses has none of the other in it.
        assert_eq!(caller("::/0", mapped, &["198.51.100.1"]), "127.0.0.1");
        let chain = "192.0.2.9,198.51.100.1,::ffff:10.0.0.9";
        assert_eq!(
            caller("127.0.0.1,10.0.0.0/8", "127.0.0.1", &[chain]),
            "198.51.100.1"
        );
    }

    #[test]
    fn a_network_of_one_holder_counts_as_one() {
        for (address, counted) in [
            ("198.51.100.1", "198.51.100.1"),
            ("::ffff:198.51.100.1", "198.51.100.1"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
            ("2001:db8:1:2:ffff::", "2001:db8:1:2::"),
            ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ] {
            assert_eq!(
                holder(address.parse().unwrap()).to_string(),
                counted,
                "{address}"
            );
        }
    }

    #[test]
    fn what_is_no_address_is_named() {
        for text in ["localhost", "127.0.0.1:80", "10.0.0.0/33", "*"] {
            let error = format!("10.0.0.1,{text}").parse::<TrustedProxies>();
            assert!(
                error.unwrap_err().starts_with(&format!("`{text}`")),
                "{text}"
            );
        }
    }
}
