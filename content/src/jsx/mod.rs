//! jsx
