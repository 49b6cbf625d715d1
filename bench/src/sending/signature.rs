//! What an RSA signature costs by itself.

use std::hint::black_box;

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{RSA_PKCS1_SHA256, RsaKeyPair};

use crate::Result;
use crate::machine::cpu;

const TIMES: usize = 400;
const ROUNDS: usize = 5;

/// The median over some rounds, in µs of CPU.
pub fn rsa_us() -> Result<f64> {
    let key = RsaKeyPair::generate(KeySize::Rsa2048)?;
    let key = RsaKeyPair::from_pkcs8(key.as_der()?.as_ref())?;
    #[expect(clippy::disallowed_methods, reason = "blinds what is measured")]
    let random = SystemRandom::new();
    let mut signature = vec![0; key.public_modulus_len()];
    let mut figures = Vec::new();
    for _ in 0..ROUNDS {
        let before = cpu(std::process::id())?;
        for n in 0..TIMES {
            key.sign(&RSA_PKCS1_SHA256, &random, &n.to_le_bytes(), &mut signature)?;
            black_box(&signature);
        }
        let taken = cpu(std::process::id())?.saturating_sub(before);
        figures.push(taken.as_secs_f64() * 1e6 / TIMES as f64);
    }
    figures.sort_unstable_by(f64::total_cmp);
    Ok(figures[ROUNDS / 2])
}
