//! What goes wrong with objects.

use object_store::Error;

#[derive(Debug, thiserror::Error)]
pub enum ObjectError {
    /// Gone, or never there.
    #[error("the object {0} is not there")]
    Missing(String),
    #[error("the object store: {0}")]
    Store(String),
}

pub(super) fn failed(error: Error) -> ObjectError {
    match error {
        // With the bucket every object is missing, and none of them is gone.
        Error::NotFound { source, .. } if source.to_string().contains("NoSuchBucket") => {
            ObjectError::Store("there is no such bucket".to_owned())
        }
        Error::NotFound { path, .. } => ObjectError::Missing(path),
        other => ObjectError::Store(other.to_string()),
    }
}
