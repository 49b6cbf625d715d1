//! Answers that are read only so far as their bytes go.

/// The first rows of an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounded<R> {
    pub rows: Vec<R>,
    /// There are more, which were not read because these hold so many bytes.
    pub is_cut: bool,
}

impl<R> Bounded<R> {
    pub fn map<T, E>(self, each: impl FnMut(R) -> Result<T, E>) -> Result<Bounded<T>, E> {
        Ok(Bounded {
            rows: self.rows.into_iter().map(each).collect::<Result<_, _>>()?,
            is_cut: self.is_cut,
        })
    }
}

impl<R> From<Vec<R>> for Bounded<R> {
    fn from(rows: Vec<R>) -> Self {
        Self {
            rows,
            is_cut: false,
        }
    }
}
