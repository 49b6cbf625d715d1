//! Where objects are kept: in a folder, or in a bucket that speaks S3.

use std::fmt;
use std::path::PathBuf;

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Location {
    Folder(PathBuf),
    Bucket(Bucket),
}

#[derive(Clone, PartialEq, Eq)]
pub struct Bucket {
    pub name: String,
    /// Before the name of each object; empty for none.
    pub prefix: String,
    /// Of a store that is not Amazon's.
    pub endpoint: Option<String>,
    pub region: String,
    pub access_key: String,
    pub secret_key: String,
}

impl Bucket {
    /// `s3://bucket/prefix`: its name and what stands before the names of objects.
    pub fn split(url: &str) -> Option<(&str, &str)> {
        let rest = url.strip_prefix("s3://")?;
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        (!name.is_empty()).then_some((name, prefix.trim_matches('/')))
    }
}

impl fmt::Debug for Bucket {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "s3://{}/{}", self.name, self.prefix)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_names_a_bucket_and_a_prefix() {
        for (url, parts) in [
            ("s3://files", Some(("files", ""))),
            ("s3://files/", Some(("files", ""))),
            ("s3://files/post/rider/", Some(("files", "post/rider"))),
            ("s3:///rider", None),
            ("/var/objects", None),
        ] {
            assert_eq!(Bucket::split(url), parts, "{url}");
        }
    }
}
