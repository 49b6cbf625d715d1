//! How sure counts make us: bounds of a share, whether two shares differ, and how many such answers may be chance.

/// Of the normal distribution: a share lies above its lower bound with 97.5 % certainty.
const Z: f64 = 1.96;
/// Below so many expected cases a normal distribution is no likeness of the counts, and they are counted out.
const FEW: f64 = 10.0;

/// Some of a number of cases. Counts that cannot be (below zero, or more than all) are cut to what can.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Share {
    pub some: i64,
    pub all: i64,
}

impl Share {
    pub fn of(some: i64, all: i64) -> Self {
        let all = all.max(0);
        Self {
            some: some.clamp(0, all),
            all,
        }
    }

    /// 0 where there is nothing.
    pub fn value(self) -> f64 {
        if self.all == 0 {
            return 0.0;
        }
        self.some as f64 / self.all as f64
    }

    /// Wilson's lower bound; 0 where there is nothing.
    pub fn lower_bound(self) -> f64 {
        if self.all == 0 || self.some == 0 {
            return 0.0;
        }
        let (n, p) = (self.all as f64, self.value());
        let square = Z * Z;
        let middle = p + square / (2.0 * n);
        let spread = Z * (p * (1.0 - p) / n + square / (4.0 * n * n)).sqrt();
        ((middle - spread) / (1.0 + square / n)).max(0.0)
    }

    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self {
            some: self.some + other.some,
            all: self.all + other.all,
        }
    }
}

/// How likely two shares are at least so different if both are of the same kind: two-sided. 1 where nothing can be said.
pub fn two_proportions(one: Share, other: Share) -> f64 {
    let both = one.plus(other);
    if one.all == 0 || other.all == 0 || both.some == 0 || both.some == both.all {
        return 1.0;
    }
    let pooled = both.value();
    let smaller = one.all.min(other.all) as f64;
    if smaller * pooled.min(1.0 - pooled) < FEW {
        return (2.0 * exact_tail(one, other)).min(1.0);
    }
    let spread = (pooled * (1.0 - pooled) * (1.0 / one.all as f64 + 1.0 / other.all as f64)).sqrt();
    let z = (one.value() - other.value()).abs() / spread;
    (2.0 * upper_tail(z)).min(1.0)
}

/// Fisher's: the share of all ways to spread the cases over both in which the first has at least as many as it has, or, if
/// it has fewer than its part, at most as many.
fn exact_tail(one: Share, other: Share) -> f64 {
    let both = one.plus(other);
    let (least, most) = ((both.some - other.all).max(0), both.some.min(one.all));
    let chance = |k: i64| {
        (choose(one.all, k) + choose(other.all, both.some - k) - choose(both.all, both.some)).exp()
    };
    let is_more = one.value() >= both.value();
    let (mut k, mut sum) = (one.some, 0.0);
    while (least..=most).contains(&k) {
        let term = chance(k);
        sum += term;
        // Terms only get smaller from here on.
        if term < 1e-15 {
            break;
        }
        k += if is_more { 1 } else { -1 };
    }
    sum.min(1.0)
}

/// The logarithm of how many ways there are to choose so many.
fn choose(all: i64, some: i64) -> f64 {
    ln_factorial(all) - ln_factorial(some) - ln_factorial(all - some)
}

/// Stirling's series, shifted so that it is exact to twelve digits for small numbers too.
fn ln_factorial(n: i64) -> f64 {
    let (mut x, mut shift) = (n as f64 + 1.0, 0.0);
    while x < 10.0 {
        shift += x.ln();
        x += 1.0;
    }
    let series = 1.0 / (12.0 * x) - 1.0 / (360.0 * x.powi(3)) + 1.0 / (1260.0 * x.powi(5));
    (x - 0.5) * x.ln() - x + 0.5 * (2.0 * std::f64::consts::PI).ln() + series - shift
}

/// How much of the normal distribution lies above; for `z` not below 0. By Abramowitz and Stegun 7.1.26 with the error
/// kept relative far out by its own series.
fn upper_tail(z: f64) -> f64 {
    if z > 3.0 {
        // An asymptotic series: right to a few percent at 3, ever better beyond.
        let square = z * z;
        let series = 1.0 - 1.0 / square + 3.0 / square.powi(2) - 15.0 / square.powi(3);
        return (-square / 2.0).exp() / (z * (2.0 * std::f64::consts::PI).sqrt()) * series;
    }
    let x = z / std::f64::consts::SQRT_2;
    let t = 1.0 / (1.0 + 0.327_591_1 * x);
    let poly = t
        * (0.254_829_592
            + t * (-0.284_496_736
                + t * (1.421_413_741 + t * (-1.453_152_027 + t * 1.061_405_429))));
    0.5 * poly * (-x * x).exp()
}

/// Benjamini and Hochberg: the largest value that still counts, so that of those that do no more than `rate` are chance.
/// 0 where none does.
pub fn largest_that_counts(values: &[f64], rate: f64) -> f64 {
    let mut sorted: Vec<f64> = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let count = sorted.len() as f64;
    let counts = |(place, value): &(usize, f64)| *value <= rate * (*place as f64 + 1.0) / count;
    let mut ranked = sorted.iter().copied().enumerate().rev();
    ranked.find(counts).map_or(0.0, |(_, value)| value)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(found: f64, expected: f64, error: f64) {
        assert!((found - expected).abs() <= error, "{found} {expected}");
    }

    #[test]
    fn the_lower_bound_is_wilsons() {
        near(Share::of(10, 100).lower_bound(), 0.0552, 1e-4);
        near(Share::of(100, 100).lower_bound(), 0.9630, 1e-4);
        near(Share::of(4_000, 200_000).lower_bound(), 0.019_395, 1e-5);
    }

    #[test]
    fn nothing_is_divided_by_nothing() {
        for share in [
            Share::of(0, 0),
            Share::of(5, 0),
            Share::of(-1, -1),
            Share::of(0, 9),
        ] {
            assert_eq!((share.value(), share.lower_bound()), (0.0, 0.0));
            assert!(two_proportions(share, Share::of(1, 2)) > 0.0);
        }
        near(two_proportions(Share::of(0, 5), Share::of(0, 7)), 1.0, 0.0);
        near(two_proportions(Share::of(5, 5), Share::of(7, 7)), 1.0, 0.0);
        near(two_proportions(Share::default(), Share::of(1, 7)), 1.0, 0.0);
        assert_eq!(Share::of(9, 3), Share { some: 3, all: 3 });
        near(largest_that_counts(&[], 0.05), 0.0, 0.0);
    }

    #[test]
    fn many_cases_go_by_the_normal_distribution() {
        // z = 2.0 and 4.0, from tables.
        near(
            two_proportions(Share::of(120, 1_000), Share::of(150, 1_000)),
            0.0497,
            0.001,
        );
        near(upper_tail(1.96), 0.025, 1e-4);
        near(upper_tail(3.0), 0.001_35, 1e-5);
        near(upper_tail(4.0), 3.167e-5, 1e-6);
        assert!(upper_tail(40.0) >= 0.0);
    }

    #[test]
    fn few_cases_are_counted_out() {
        near(ln_factorial(10).exp(), 3_628_800.0, 0.01);
        near(ln_factorial(0), 0.0, 1e-9);
        // Fisher's tea: 3 of 4 against 1 of 4 is 17/70 on one side.
        near(
            two_proportions(Share::of(3, 4), Share::of(1, 4)),
            34.0 / 70.0,
            1e-6,
        );
        near(
            two_proportions(Share::of(1, 4), Share::of(3, 4)),
            34.0 / 70.0,
            1e-6,
        );
        let rare = two_proportions(Share::of(4, 100), Share::of(50, 10_000));
        assert!((0.001..0.01).contains(&rare), "{rare}");
        let huge = two_proportions(Share::of(3, 100), Share::of(6_000, 3_000_000));
        assert!((1e-4..0.01).contains(&huge), "{huge}");
    }

    #[test]
    fn of_many_answers_the_weak_ones_do_not_count() {
        near(largest_that_counts(&[0.04], 0.05), 0.04, 0.0);
        near(largest_that_counts(&[0.04, 0.9, 0.9], 0.05), 0.0, 0.0);
        near(
            largest_that_counts(&[0.9, 0.001, 0.03, 0.02], 0.05),
            0.03,
            0.0,
        );
    }
}
