fn main() {
    for s in ["[", "[a", "{a", "%", "{{", "*|"] {
        let t = std::time::Instant::now();
        let text = s.repeat(5_000_000 / s.len());
        let r = postrider_domain::merge::foreign::translate(&text).len();
        println!("{s} {:?} {r:?}", t.elapsed());
    }
}
