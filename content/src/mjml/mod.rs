//! mjml
