//! Where objects are kept: in a folder, or in a bucket that speaks S3.

use std::fmt;
use std::path::PathBuf;
use std::time::Duration;

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
    /// How long it may take to answer, and then between one piece of an answer and the next.
    pub patience: Duration,
}

impl Bucket {
    /// Time for a part of 5 MiB over a slow line.
    pub const PATIENCE: Duration = Duration::from_secs(30);

    /// `s3://bucket/prefix`: its name and what stands before the names of objects.
    pub fn split(url: &str) -> Option<(&str, &str)> {
        let rest = url.strip_prefix("s3://")?;
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        (!name.is_empty()).then_some((name, prefix.trim_matches('/')))
    }
}

impl Location {
    /// Whether they are one, or one lies in the other. Folders have to be there.
    pub fn overlaps(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Folder(one), Self::Folder(other)) => {
                let known =
                    |folder: &PathBuf| folder.canonicalize().unwrap_or_else(|_| folder.clone());
                let (one, other) = (known(one), known(other));
                one.starts_with(&other) || other.starts_with(&one)
            }
            (Self::Bucket(one), Self::Bucket(other)) => {
                let parts = |bucket: &Bucket| PathBuf::from("/").join(&bucket.prefix);
                let (inner, outer) = (parts(one), parts(other));
                one.name == other.name
                    && one.endpoint == other.endpoint
                    && (inner.starts_with(&outer) || outer.starts_with(&inner))
            }
            _ => false,
        }
    }
}

/// As the settings say it.
impl fmt::Display for Location {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(folder) => write!(out, "{}", folder.display()),
            Self::Bucket(bucket) => write!(out, "{bucket:?}"),
        }
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
    fn places_overlap_where_one_lies_in_the_other() {
        let bucket = |name: &str, prefix: &str| {
            Location::Bucket(Bucket {
                name: name.to_owned(),
                prefix: prefix.to_owned(),
                endpoint: None,
                region: String::new(),
                access_key: String::new(),
                secret_key: String::new(),
                patience: Bucket::PATIENCE,
            })
        };
        let folder = |path: &str| Location::Folder(path.into());
        for (one, other, overlaps) in [
            (bucket("files", "a"), bucket("files", "a"), true),
            (bucket("files", ""), bucket("files", "a"), true),
            (bucket("files", "a/b"), bucket("files", "a"), true),
            (bucket("files", "ab"), bucket("files", "a"), false),
            (bucket("files", "a"), bucket("other", "a"), false),
            (folder("/no/such"), folder("/no/such/folder"), true),
            (folder("/no/such"), folder("/no/suchlike"), false),
            (folder("/files/a"), bucket("files", "a"), false),
        ] {
            assert_eq!(one.overlaps(&other), overlaps, "{one} {other}");
            assert_eq!(other.overlaps(&one), overlaps, "{other} {one}");
        }
    }

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
