//! What somebody may do in an organization, and in which of its brands.

use super::role::Role;
use crate::contract::problem::Problem;

/// The brands of an organization that a person sees.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BrandLimit {
    /// All there are, and all to come.
    AllBrands,
    /// These alone, by number. None left means that nothing is seen, never that all is.
    Brands(Vec<i64>),
}

impl BrandLimit {
    pub fn allows(&self, brand: i64) -> bool {
        match self {
            Self::AllBrands => true,
            Self::Brands(brands) => brands.contains(&brand),
        }
    }

    pub fn is_limited(&self) -> bool {
        *self != Self::AllBrands
    }

    /// The brands by number, of a limited one.
    pub fn brands(&self) -> &[i64] {
        match self {
            Self::AllBrands => &[],
            Self::Brands(brands) => brands,
        }
    }
}

/// An owner is responsible for everything, so it sees everything.
pub fn check(role: Role, limit: &BrandLimit) -> Result<(), Problem> {
    if role == Role::Owner && limit.is_limited() {
        let message = "An owner cannot be limited to some brands.";
        return Err(Problem::invalid("brandIds", message)
            .suggest("Leave `brandIds` out, or choose another role."));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_limit_allows_its_brands_alone() {
        let (all, some) = (BrandLimit::AllBrands, BrandLimit::Brands(vec![2, 5]));
        let none = BrandLimit::Brands(Vec::new());
        for (brand, expected) in [(1, [true, false, false]), (5, [true, true, false])] {
            assert_eq!(
                [&all, &some, &none].map(|limit| limit.allows(brand)),
                expected
            );
        }
        assert_eq!(
            [&all, &some, &none].map(BrandLimit::is_limited),
            [false, true, true]
        );
        assert_eq!(some.brands(), [2, 5]);
    }

    #[test]
    fn an_owner_is_never_limited() {
        let limited = BrandLimit::Brands(vec![1]);
        for role in Role::ALL {
            assert!(check(role, &BrandLimit::AllBrands).is_ok());
            assert_eq!(
                check(role, &limited).is_err(),
                role == Role::Owner,
                "{role}"
            );
        }
    }
}
