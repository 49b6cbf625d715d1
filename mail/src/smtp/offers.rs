//! What a server says it can do.

#[expect(
    clippy::struct_excessive_bools,
    reason = "each is a line of the server's reply"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Offers {
    pub pipelining: bool,
    pub eight_bit: bool,
    pub utf8: bool,
    pub start_tls: bool,
    pub auth_plain: bool,
    pub auth_login: bool,
    /// With its limit, zero for none.
    pub size: Option<usize>,
}

impl Offers {
    /// From the lines of a reply to `EHLO`, of which the first is the server's name.
    pub fn read(lines: &[&[u8]]) -> Self {
        let mut offers = Self::default();
        for line in lines.iter().skip(1) {
            let line = String::from_utf8_lossy(line.get(1..).unwrap_or_default());
            // Old servers write `AUTH=LOGIN PLAIN`.
            let mut words = line.split([' ', '=']).filter(|word| !word.is_empty());
            let keyword = words.next().unwrap_or_default().to_ascii_uppercase();
            match keyword.as_str() {
                "PIPELINING" => offers.pipelining = true,
                "8BITMIME" => offers.eight_bit = true,
                "SMTPUTF8" => offers.utf8 = true,
                "STARTTLS" => offers.start_tls = true,
                "SIZE" => {
                    let limit = words.next().and_then(|limit| limit.parse().ok());
                    offers.size = Some(limit.unwrap_or(0));
                }
                "AUTH" => {
                    for mechanism in words {
                        offers.auth_plain |= mechanism.eq_ignore_ascii_case("PLAIN");
                        offers.auth_login |= mechanism.eq_ignore_ascii_case("LOGIN");
                    }
                }
                _ => {}
            }
        }
        offers
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_are_read() {
        let lines: [&[u8]; 7] = [
            b"-PIPELINING.example",
            b"-pipelining",
            b"-SIZE 1000",
            b"-8BITMIME",
            b"-AUTH=LOGIN",
            b"-AUTH PLAIN CRAM-MD5",
            b" SMTPUTF8",
        ];
        let offers = Offers::read(&lines);
        assert_eq!(
            offers,
            Offers {
                pipelining: true,
                eight_bit: true,
                utf8: true,
                start_tls: false,
                auth_plain: true,
                auth_login: true,
                size: Some(1000),
            }
        );
        assert_eq!(Offers::read(&[b" PIPELINING"]), Offers::default());
        assert_eq!(Offers::read(&[b"-x", b" SIZE many"]).size, Some(0));
    }
}
