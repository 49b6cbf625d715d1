use postrider_domain::track::*; use postrider_domain::tenant::BrandKey;
fn main(){ let s=Signer::new([7;32]); let mut o=String::with_capacity(4096);
 let tok=|ordinal,purpose| Token{brand:BrandKey{org:3,brand:12},send:912345678901234567,ordinal,purpose};
 let t=std::time::Instant::now(); for i in 0..1_000_000{ o.clear(); s.write(&tok(i,Purpose::Click{link:2}),&mut o);} println!("write {:?}",t.elapsed()/1_000_000);
 let t=std::time::Instant::now(); for i in 0..1_000_000{ o.clear(); let _=s.write_sealed(&tok(i,Purpose::SealedClick),"https://shop.example.com/cart?for=ada",&mut o);} println!("sealed {:?}",t.elapsed()/1_000_000);
 o.clear(); s.write(&tok(1,Purpose::Open),&mut o); let t=std::time::Instant::now(); for _ in 0..1_000_000{ std::hint::black_box(s.read(&o)); } println!("read {:?}",t.elapsed()/1_000_000);
 let ua="Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36";
 let t=std::time::Instant::now(); for _ in 0..100_000{ std::hint::black_box(postrider_domain::machine::reason(&postrider_domain::machine::Evidence{user_agent:ua,is_head:false,purpose:""})); } println!("agent {:?}",t.elapsed()/100_000);
}
