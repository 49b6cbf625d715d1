//! `postrider objects move`: to another place and back, whatever happens on the way.

use std::collections::BTreeMap;
use std::path::Path;
use std::process::Stdio;
use std::time::Duration;

use postrider_engine::objects::{ObjectError, Objects};
use serde_json::{Value, json};

use super::installation;
use crate::support::bucket::{bucket_url, objects_in_bucket};
use crate::support::{Caller, Fault, FaultyBucket, ImageHost, Installation, png, settings};

/// Objects by their names.
pub type Contents = BTreeMap<String, Vec<u8>>;

pub async fn contents(objects: &Objects) -> Contents {
    let mut all = Contents::new();
    for folder in ["assets", "imports", "uploads"] {
        for stored in objects.list(folder).await.unwrap() {
            match objects.read(&stored.name, 0..stored.bytes).await {
                Ok(bytes) => drop(all.insert(stored.name, bytes.to_vec())),
                // What somebody asked for who was killed may be done a moment later.
                Err(ObjectError::Missing(_)) => {}
                Err(error) => panic!("{error}"),
            }
        }
    }
    all
}

/// Small ones, one that somebody has just brought, and one that goes in parts.
pub fn some(count: usize) -> Contents {
    let name = |n: usize| format!("assets/image{n}.png");
    let mut all: Contents = (0..count)
        .map(|n| (name(n), vec![n as u8; 100 + n]))
        .collect();
    let large = (0..5_300_001_u32).map(|at| (at % 251) as u8).collect();
    all.insert("imports/large".to_owned(), large);
    all.insert("uploads/brought".to_owned(), b"brought".to_vec());
    all
}

pub async fn put(objects: &Objects, contents: &Contents) {
    for (name, bytes) in contents {
        let mut upload = objects.upload(name).await.unwrap();
        upload.write(bytes.clone().into()).await.unwrap();
        upload.finish().await.unwrap();
    }
}

pub fn in_folder(installation: &Installation) -> Objects {
    Objects::in_folder(&installation.data().join("objects")).unwrap()
}

pub async fn moved(installation: &Installation, to: &str) -> Value {
    let words = ["objects", "move", "--to", to, "--json"];
    installation.command(&words).await.json()
}

/// What a move that is refused or fails says.
pub async fn not_moved(installation: &Installation, to: &str) -> String {
    let ended = installation.command(&["objects", "move", "--to", to]).await;
    assert_eq!(ended.status.code(), Some(1), "{}", ended.stdout);
    ended.stderr
}

/// Why a service does not start.
async fn not_served(installation: &Installation) -> String {
    match installation.try_serve().await {
        Ok(_) => panic!("it serves"),
        Err(ended) => ended.stderr,
    }
}

pub async fn migrated(installation: Installation) -> Installation {
    assert!(installation.command(&["migrate"]).await.status.success());
    installation
}

/// Paths of the images of a design that was just imported.
async fn import_design(caller: &Caller, host: &ImageHost) -> Vec<String> {
    let images: String = [11, 12, 13]
        .map(|side| host.png(&format!("/{side}.png"), side, side))
        .map(|url| format!("<img src=\"{url}\" alt=\"x\">"))
        .concat();
    let content = format!("<body><p>Hi</p>{images}</body>");
    let body = json!({ "format": "html", "content": content });
    let design = caller.post("/v1/emails/import", body).await.expect(201);
    let design = design.text();
    let paths = design.split("/assets/").skip(1);
    let mut paths: Vec<String> = paths
        .map(|rest| format!("/assets/{}", rest.split(['"', '\\']).next().unwrap()))
        .collect();
    paths.dedup();
    paths
}

#[tokio::test]
async fn a_service_goes_on_with_its_objects_in_a_bucket_and_back_in_the_folder() {
    let host = ImageHost::start().await;
    let installation = installation(bucket_url()).await;
    let mut installation = installation.set("POSTRIDER_ALLOW_PRIVATE", &host.address.to_string());
    let server = installation.serve().await;
    let caller = server.caller(server.made()["secret"].as_str().unwrap());
    let paths = import_design(&caller, &host).await;
    stop(server).await;

    let (bucket, folder) = ("s3://files/round/trip", installation.data().join("objects"));
    let said = moved(&installation, bucket).await;
    assert_eq!((&said["objects"], &said["deleted"]), (&json!(3), &json!(3)));
    let said = not_served(&installation).await;
    assert!(
        said.contains("objects were moved") && said.contains(bucket),
        "{said}"
    );
    assert_eq!(
        moved(&installation, bucket).await["objects"],
        0,
        "it is done"
    );
    for place in [bucket, folder.to_str().unwrap()] {
        installation = installation.set("POSTRIDER_OBJECTS", place);
        if place != bucket {
            installation = installation.set("POSTRIDER_OBJECTS", bucket);
            assert_eq!(moved(&installation, place).await["copied"], 3);
            installation = installation.set("POSTRIDER_OBJECTS", place);
        }
        let server = installation.serve().await;
        for (path, side) in paths.iter().zip([11, 12, 13]) {
            let image = server.nobody().get(path).await.expect(200);
            assert_eq!(image.bytes, png(side, side), "{place}");
        }
        stop(server).await;
    }
    assert_eq!(
        contents(&objects_in_bucket("round/trip")).await,
        Contents::new()
    );
}

async fn stop(mut server: crate::support::Binary) {
    server.ask_to_stop().await;
    assert!(server.ended().await.success());
}

#[tokio::test]
async fn beside_a_running_service_objects_are_only_copied() {
    let installation = Installation::new().await;
    let server = installation.serve().await;
    let (objects, all) = (in_folder(&installation), some(5));
    put(&objects, &all).await;
    let to = installation.data().with_file_name("elsewhere");
    let to = to.to_str().unwrap();
    let said = not_moved(&installation, to).await;
    assert!(said.contains("stop it first"), "{said}");
    let words = ["objects", "move", "--keep", "--to", to, "--json"];
    let said = installation.command(&words).await.json();
    assert_eq!((&said["copied"], &said["deleted"]), (&json!(7), &json!(0)));
    assert_eq!(contents(&objects).await, all);
    // The service works on, and brings more.
    let mut more = all.clone();
    more.insert("assets/late.png".to_owned(), b"late".to_vec());
    put(&objects, &more).await;
    stop(server).await;
    let said = moved(&installation, to).await;
    assert_eq!((&said["copied"], &said["deleted"]), (&json!(1), &json!(8)));
    let there = Objects::in_folder(Path::new(to)).unwrap();
    assert_eq!(contents(&there).await, more);
    assert_eq!(contents(&objects).await, Contents::new());
}

#[tokio::test]
async fn processes_with_other_folders_count_as_running_too() {
    if settings::postgres().is_none() {
        return;
    }
    let installation = crate::many::shared(Installation::new().await);
    let server = installation.serve_beside().await;
    let to = installation.data().with_file_name("elsewhere");
    let said = not_moved(&installation, to.to_str().unwrap()).await;
    assert!(
        said.contains("another process works on this database"),
        "{said}"
    );
    stop(server).await;
    assert_eq!(
        moved(&installation, to.to_str().unwrap()).await["objects"],
        0
    );
}

#[tokio::test]
async fn a_move_that_is_killed_anywhere_loses_nothing_and_goes_on() {
    let way = FaultyBucket::start().await;
    way.rule(|_| Fault::Late(Duration::from_millis(10)));
    let installation = migrated(installation(&way.url()).await).await;
    let (here, there, all) = (
        in_folder(&installation),
        objects_in_bucket("killed"),
        some(30),
    );
    put(&here, &all).await;
    let folder = installation.data().join("objects");
    let folder = folder.to_str().unwrap();
    let bucket = "s3://files/killed";
    let kills = killed_until_done(&installation, bucket, [&here, &there], &all).await;
    assert!(
        kills > 3,
        "{kills} kills: the move was too fast to be cut off"
    );
    assert_eq!(contents(&there).await, all);
    assert_eq!(contents(&here).await, Contents::new());
    let installation = installation.set("POSTRIDER_OBJECTS", bucket);
    killed_until_done(&installation, folder, [&there, &here], &all).await;
    assert_eq!(contents(&here).await, all);
    assert_eq!(contents(&there).await, Contents::new());
}

/// Each try lives a little longer. How many were killed.
async fn killed_until_done(
    installation: &Installation,
    to: &str,
    [from, there]: [&Objects; 2],
    all: &Contents,
) -> usize {
    let mut life = Duration::from_millis(100);
    for kills in 0.. {
        let mut process = installation.process(&["objects", "move", "--to", to]);
        let mut child = process.stdout(Stdio::null()).spawn().unwrap();
        life = life.mul_f64(1.3);
        if let Ok(status) = tokio::time::timeout(life, child.wait()).await {
            assert!(status.unwrap().success());
            return kills;
        }
        child.kill().await.unwrap();
        // Whatever is not in both places is whole in one of them, and a place that is not whole is not worked with.
        let here = contents(from).await;
        let mut either = contents(there).await;
        either.extend(here.clone());
        assert_eq!(either, *all, "after {kills} kills");
        assert!(here == *all || from.mark().await.unwrap().is_some());
    }
    unreachable!("it never ends")
}

#[tokio::test]
async fn a_place_that_is_full_or_damages_what_it_gets_takes_nothing_away() {
    let bucket = FaultyBucket::start().await;
    let installation = migrated(installation(&bucket.url()).await).await;
    let (objects, all) = (in_folder(&installation), some(10));
    put(&objects, &all).await;
    bucket.rule(|asked| {
        if asked.stores() && asked.path.contains("image7") {
            Fault::Refused(403, "QuotaExceeded")
        } else {
            Fault::Nothing
        }
    });
    let to = "s3://files/spoilt";
    let said = not_moved(&installation, to).await;
    assert!(
        said.contains("QuotaExceeded") && said.contains("goes on"),
        "{said}"
    );
    assert_eq!(contents(&objects).await, all);
    bucket.rule(|asked| {
        if asked.reads() && asked.path.contains("image7") {
            Fault::Garbled
        } else {
            Fault::Nothing
        }
    });
    let said = not_moved(&installation, to).await;
    assert!(
        said.contains("the copy of assets/image7.png is not what was sent"),
        "{said}"
    );
    assert_eq!(contents(&objects).await, all);
    // The service can go on where it was, and nowhere else.
    let server = installation.serve().await;
    stop(server).await;
    bucket.heal();
    let installation = installation.set("POSTRIDER_OBJECTS", to);
    let said = not_served(&installation).await;
    assert!(said.contains("not all have arrived"), "{said}");
    let doctor = installation.command(&["doctor"]).await;
    assert!(
        doctor.stdout.contains("not all have arrived"),
        "{}",
        doctor.stdout
    );
    let folder = installation.data().join("objects");
    let installation = installation.set("POSTRIDER_OBJECTS", folder.to_str().unwrap());
    assert_eq!(moved(&installation, to).await["deleted"], all.len());
    assert_eq!(contents(&objects_in_bucket("spoilt")).await, all);
}

#[tokio::test]
async fn places_that_make_no_sense_are_refused() {
    let installation = migrated(installation(bucket_url()).await).await;
    put(&in_folder(&installation), &some(2)).await;
    let data = installation.data();
    let (inner, link, taken) = (
        data.join("objects/inner"),
        data.join("link"),
        data.join("taken"),
    );
    std::os::unix::fs::symlink(data.join("objects"), &link).unwrap();
    put(&Objects::in_folder(&taken).unwrap(), &some(1)).await;
    for (to, why) in [
        (data.join("objects").to_str().unwrap(), "are one place"),
        (inner.to_str().unwrap(), "one lies in the other"),
        (link.to_str().unwrap(), "are one place"),
        (taken.to_str().unwrap(), "holds objects already"),
        ("https://example.com/files", "must be a folder or s3://"),
        ("s3://no-such-bucket/here", "there is no such bucket"),
    ] {
        let said = not_moved(&installation, to).await;
        assert!(said.contains(why), "{to}: {said}");
    }
    assert_eq!(contents(&in_folder(&installation)).await, some(2));
}

#[tokio::test]
async fn what_is_not_whole_moves_nowhere_else_and_an_empty_place_takes_no_other_over() {
    let installation = migrated(installation(bucket_url()).await).await;
    let data = installation.data();
    let taken = data.join("taken");
    put(&Objects::in_folder(&taken).unwrap(), &some(1)).await;
    let said = not_moved(&installation, taken.to_str().unwrap()).await;
    assert!(said.contains("holds objects already"), "{said}");
    assert_eq!(
        contents(&Objects::in_folder(&taken).unwrap()).await,
        some(1)
    );
    assert!(!taken.join("moved").exists() && !taken.join("identity").exists());
    // Half of them have left for another place.
    put(&in_folder(&installation), &some(2)).await;
    std::fs::write(data.join("objects/moved"), "to /elsewhere\n").unwrap();
    let other = data.join("other");
    let said = not_moved(&installation, other.to_str().unwrap()).await;
    assert!(
        said.contains("are not all there") && said.contains("/elsewhere"),
        "{said}"
    );
    assert_eq!(contents(&in_folder(&installation)).await, some(2));
}
