//! Bounds of numbers and dates.

/// Bounds in the unit in which the field is stored (see `FieldRef::ms_per_unit`), so that no
/// value has to be converted for the comparison.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Range {
    pub min: Option<Bound>,
    pub max: Option<Bound>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Bound {
    pub value: f64,
    pub inclusive: bool,
}

impl Bound {
    pub const fn including(value: f64) -> Self {
        Self {
            value,
            inclusive: true,
        }
    }

    pub const fn excluding(value: f64) -> Self {
        Self {
            value,
            inclusive: false,
        }
    }
}

impl Range {
    pub fn contains(&self, value: f64) -> bool {
        let above = |min: Bound| {
            if min.inclusive {
                value >= min.value
            } else {
                value > min.value
            }
        };
        let below = |max: Bound| {
            if max.inclusive {
                value <= max.value
            } else {
                value < max.value
            }
        };
        self.min.is_none_or(above) && self.max.is_none_or(below)
    }
}
