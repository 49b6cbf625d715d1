//! What the work of a model costs.

use std::ops::AddAssign;

/// Tokens that a model read and wrote.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Tokens {
    /// Those of the question that are paid in full.
    pub input: u64,
    /// Those that the server had read before.
    pub cached_input: u64,
    pub output: u64,
}

impl AddAssign for Tokens {
    fn add_assign(&mut self, more: Self) {
        self.input += more.input;
        self.cached_input += more.cached_input;
        self.output += more.output;
    }
}

/// What a million tokens cost, in millionths of a currency unit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Price {
    pub input: u64,
    pub cached_input: u64,
    pub output: u64,
}

/// A credit is a hundredth of a currency unit: this many millionths for a million tokens.
const CREDIT: u128 = 10_000 * 1_000_000;

impl Price {
    /// Credits for all tokens of one piece of work, rounded up.
    pub fn credits(&self, tokens: Tokens) -> i64 {
        let of = |tokens: u64, price: u64| u128::from(tokens) * u128::from(price);
        let cost = of(tokens.input, self.input)
            + of(tokens.cached_input, self.cached_input)
            + of(tokens.output, self.output);
        i64::try_from(cost.div_ceil(CREDIT)).unwrap_or(i64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credits_are_rounded_up_over_all_calls() {
        // 3 units for a million tokens read, 0.30 of those known, 15 of those written.
        let price = Price {
            input: 3_000_000,
            cached_input: 300_000,
            output: 15_000_000,
        };
        let tokens = |input, cached_input, output| Tokens {
            input,
            cached_input,
            output,
        };
        for (tokens, credits) in [
            (tokens(0, 0, 0), 0),
            (tokens(1, 0, 0), 1),
            (tokens(1_000, 0, 200), 1),
            // 0.006 + 0.00006 + 0.0045: a little more than a hundredth.
            (tokens(2_000, 200, 300), 2),
            (tokens(1_000_000, 0, 0), 300),
            (tokens(0, 0, 1_000_000), 1_500),
        ] {
            assert_eq!(price.credits(tokens), credits, "{tokens:?}");
        }
        assert_eq!(Price::default().credits(tokens(9, 9, 9)), 0);
        let mut twice = tokens(1, 2, 3);
        twice += tokens(1, 2, 3);
        assert_eq!(twice, tokens(2, 4, 6));
    }
}
