use postrider_store::db::*; use postrider_store::{params, statements};
use std::sync::Arc; use std::time::{Instant,Duration};
statements!{ INS="INSERT INTO contacts (org,brand,id,email,subscribed,custom,folded,created_at,updated_at) VALUES (1,1,$1,$2,TRUE,{jsonb}('{}'),$2,0,0)";
 GET="SELECT id,email,first_name,subscribed,created_at FROM contacts WHERE org=$1 AND brand=$2 AND id=$3";
 PAGE="SELECT id,email,first_name,subscribed,created_at FROM contacts WHERE org=$1 AND brand=$2 AND id>$3 ORDER BY id LIMIT 100";
 UPD="UPDATE contacts SET updated_at=$2 WHERE org=1 AND brand=1 AND id=$1";
 bulk(id: Int, email: Text) BULK="INSERT INTO contacts (org,brand,id,email,subscribed,custom,folded,created_at,updated_at) SELECT 1,1,r.id,r.email,TRUE,{jsonb}('{}'),r.email,0,0 FROM {rows} AS r WHERE true ON CONFLICT DO NOTHING"; }
async fn run(name:&str, db:&Db, what:u8){
  let end=Instant::now()+Duration::from_secs(2); let mut ts=vec![];
  for t in 0..32i64 { let db=db.clone(); ts.push(tokio::spawn(async move { let mut n=0u64; let mut k=t*7919; 
    while Instant::now()<end { k=(k+7919)%20000; 
      let r:Result<(),DbError>=match what {
       0=>db.read(move |tx| async move{ tx.row(&GET,params![1,1,k]).await.map(drop)}).await,
       1=>db.read(move |tx| async move{ tx.rows(&PAGE,params![1,1,k]).await.map(drop)}).await,
       2=>db.write(move |tx| async move{ let id=tx.number(); tx.execute(&INS,params![id,format!("x{id}@x")]).await.map(drop)}).await,
       _=>db.write(move |tx| async move{ tx.row(&GET,params![1,1,k]).await?; let id=tx.number(); tx.execute(&INS,params![id,format!("x{id}@x")]).await?; tx.execute(&UPD,params![k,k]).await?; tx.row(&GET,params![1,1,id]).await.map(drop)}).await };
      r.unwrap(); n+=1;} n})); }
  let mut n=0; for t in ts {n+=t.await.unwrap();} println!("{:?} {name}: {}/s",db.dialect(),n/2);
}
#[tokio::main(flavor="multi_thread",worker_threads=2)] async fn main(){
  let dir=tempfile::tempdir_in(".").unwrap();
  let mut urls=vec![format!("sqlite:{}/a.db",dir.path().display())]; if let Ok(u)=std::env::var("POSTRIDER_TEST_POSTGRES"){urls.push(u);}
  for u in urls { let db=Db::open(DbOptions::new(u,Arc::new(||1_700_000_000_000+std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap().as_millis() as i64-1_700_000_000_000))).await.unwrap(); db.migrate().await.unwrap();
   for c in 0..20 { let s=Instant::now(); db.write_bulk(move |tx| async move{ tx.bulk(&BULK,(c*1000..c*1000+1000).map(|i:i64| vec![i.into(),format!("c{i}@x").into()]).collect()).await}).await.map_err(|e:DbError|e).unwrap(); if c==19 {println!("bulk 1000: {:?}",s.elapsed());} }
   run("point read",&db,0).await; run("page 100",&db,1).await; run("insert",&db,2).await; run("four statements",&db,3).await; db.close().await; }
}
