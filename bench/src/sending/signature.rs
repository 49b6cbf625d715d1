//! What an RSA signature costs by itself.

use std::hint::black_box;

use aws_lc_rs::encoding::AsDer;
use aws_lc_rs::rand::SystemRandom;
use aws_lc_rs::rsa::KeySize;
use aws_lc_rs::signature::{RSA_PKCS1_SHA256, RsaKeyPair};

use crate::machine::{cores, thread_cpu};
use crate::outcome::Result;

const TIMES: usize = 300;

/// µs of CPU for one, while every core makes them: cores that share their parts are slower together, and a campaign
/// signs on all of them.
pub fn rsa_us() -> Result<f64> {
    let threads: Vec<_> = (0..cores()).map(|_| std::thread::spawn(sign)).collect();
    let mut figures = Vec::new();
    for thread in threads {
        figures.push(thread.join().map_err(|_| "a signing thread panicked")??);
    }
    Ok(figures.iter().sum::<f64>() / figures.len() as f64)
}

fn sign() -> Result<f64> {
    let key = RsaKeyPair::generate(KeySize::Rsa2048)?;
    let key = RsaKeyPair::from_pkcs8(key.as_der()?.as_ref())?;
    #[expect(clippy::disallowed_methods, reason = "blinds what is measured")]
    let random = SystemRandom::new();
    let mut signature = vec![0; key.public_modulus_len()];
    let before = thread_cpu()?;
    for n in 0..TIMES {
        let message = n.to_le_bytes();
        key.sign(&RSA_PKCS1_SHA256, &random, &message, &mut signature)?;
        black_box(&signature);
    }
    let taken = thread_cpu()?.saturating_sub(before);
    Ok(taken.as_secs_f64() * 1e6 / TIMES as f64)
}
