//! `postrider-fuzz seeds TARGET` lists the files that a target starts from, `postrider-fuzz TARGET FILE…` gives it files, such as
//! one that `scripts/fuzz` has found. Built with libFuzzer, `main` is libFuzzer's, and the environment names the target.

#![cfg_attr(feature = "libfuzzer", no_main)]

#[cfg(feature = "libfuzzer")]
mod guided {
    use std::sync::LazyLock;

    use postrider_fuzz::Target;

    static TARGET: LazyLock<Target> = LazyLock::new(|| {
        let name = std::env::var("POSTRIDER_FUZZ_TARGET").unwrap_or_default();
        Target::named(&name).expect("POSTRIDER_FUZZ_TARGET names a target")
    });

    libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.run(input));
}

#[cfg(not(feature = "libfuzzer"))]
fn main() -> std::io::Result<()> {
    use std::io::Write;

    use postrider_fuzz::{Target, seeds};

    let mut out = std::io::stdout();
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let target = |name: &str| {
        let names = Target::ALL.map(Target::name).join(", ");
        Target::named(name)
            .ok_or_else(|| std::io::Error::other(format!("`{name}` is none of {names}")))
    };
    match arguments.as_slice() {
        ["seeds", name] => {
            for seed in seeds(target(name)?)? {
                writeln!(out, "{}", seed.display())?;
            }
        }
        [name, files @ ..] if !files.is_empty() => {
            let target = target(name)?;
            for file in files {
                target.run(&std::fs::read(file)?);
                writeln!(out, "{file}: nothing happens")?;
            }
        }
        _ => return Err(std::io::Error::other("seeds TARGET, or TARGET FILE…")),
    }
    Ok(())
}
