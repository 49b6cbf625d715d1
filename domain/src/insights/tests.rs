//! Each detector from both sides of its bounds, brands with known faults, brands without any, and what becomes of findings.

mod best;
mod bounds;
mod brands;
mod chance;
mod life;
mod reports;
mod simulated;
mod tracking;
