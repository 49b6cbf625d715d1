//! Where what mails show and lead to is served.

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ContentUrls {
    /// The base of new links and images: a host of their own, where there is one.
    pub current: String,
    /// The base of those from before there was one. They are still served there.
    pub earlier: Option<String>,
}

impl ContentUrls {
    pub fn all(&self) -> impl Iterator<Item = &str> {
        let earlier = self.earlier.as_deref().into_iter();
        std::iter::once(self.current.as_str()).chain(earlier)
    }
}
