//! What is seen on them.

use postrider_test_support::browser_double::Behaviour;

use super::*;

const BOX: &str = "<body style='margin:0'><div style='height:30px;background:#ff0000'></div>";

#[tokio::test]
async fn a_picture_shows_what_the_html_says_as_large_as_it_is_wanted() {
    let kept = Kept::start().await;
    let whole = kept.shoot(BOX, PLAIN).await;
    assert_eq!(size(&whole), (200, 30));
    assert_eq!(pixel(&whole, 100, 15), [255, 0, 0]);
    let exactly = Shot {
        height: Height::Exactly(50),
        ..PLAIN
    };
    let exactly = kept.shoot(BOX, exactly).await;
    assert_eq!(size(&exactly), (200, 50));
    assert_eq!(pixel(&exactly, 100, 40), [255, 255, 255]);
    let twice = Shot { scale: 2, ..PLAIN };
    assert_eq!(size(&kept.shoot(BOX, twice).await), (400, 60));
    let webp = Shot {
        format: PictureFormat::WebP,
        ..PLAIN
    };
    let webp = kept.shoot(BOX, webp).await;
    assert_eq!(size(&webp), (200, 30));
    assert_eq!(
        Header::read(&webp.bytes).unwrap().kind(),
        crate::image::Kind::WebP
    );
    kept.stop().await;
}

#[tokio::test]
async fn one_page_takes_all_pictures_of_a_mail_each_as_if_it_were_the_first() {
    let html = "<style>body{margin:0;background:#fff}@media(prefers-color-scheme:dark){body{background:#000}}\
                @media(max-width:100px){body{background:#00f}}</style><p>hello";
    let kept = Kept::start().await;
    let mut sitting = kept.browser.sit(nothing());
    let dark = Shot {
        scheme: ColorScheme::Dark,
        ..PLAIN
    };
    let narrow = Shot { width: 80, ..PLAIN };
    for (shot, color) in [
        (PLAIN, [255, 255, 255]),
        (dark, [0, 0, 0]),
        (narrow, [0, 0, 255]),
        (PLAIN, [255, 255, 255]),
    ] {
        let picture = sitting.shoot(html, &shot).await.unwrap();
        assert_eq!(pixel(&picture, 1, 1), color, "{shot:?}");
    }
    let other = sitting.shoot(BOX, &PLAIN).await.unwrap();
    assert_eq!(size(&other), (200, 30));
    drop(sitting);
    kept.stop().await;
}

#[tokio::test]
async fn images_are_those_that_are_given_wherever_they_stand() {
    let (answers, asked) = giving(png(10, 10, [0, 0, 255]));
    let html = "<body style='margin:0'><img src='https://a.test/1.png' style='display:block'>\
        <div style='height:10px;background:url(http://b.test/2.png)'></div>\
        <div style='height:3000px'></div><img loading=lazy src='https://c.test/3.png' style='display:block'>\
        <img src='data:image/gif;base64,R0lG' width=10 height=10 style='display:block'>";
    let kept = Kept::start().await;
    let picture = kept.browser.sit(answers).shoot(html, &PLAIN).await.unwrap();
    assert_eq!(size(&picture), (200, 3040));
    for y in [5, 15, 3025, 3035] {
        assert_eq!(pixel(&picture, 5, y), [0, 0, 255], "{y}");
    }
    let mut hosts: Vec<String> = asked.lock().unwrap().iter().map(Url::to_string).collect();
    hosts.sort();
    assert_eq!(
        hosts,
        [
            "data:image/gif;base64,R0lG",
            "http://b.test/2.png",
            "https://a.test/1.png",
            "https://c.test/3.png"
        ]
    );
    kept.stop().await;
}

#[tokio::test]
async fn what_goes_by_the_window_or_the_screen_goes_by_those_of_the_client() {
    let phone = Shot {
        width: 390,
        window_height: 844,
        ..PLAIN
    };
    let short = "<style>body{margin:0}div{height:100px;background:#f00}\
        @media only screen and (max-device-width:480px){.device{background:#0f0}}\
        @media (min-height:844px) and (max-height:844px){.window{background:#0f0}}\
        .unit{height:50vh;background:#00f}</style><div class=device></div><div class=window></div>";
    let high = format!("{short}<div class=unit></div><div style='height:1000px'></div>");
    let kept = Kept::start().await;
    let picture = kept.shoot(short, phone).await;
    assert_eq!(size(&picture), (390, 200));
    assert_eq!(pixel(&picture, 10, 50), [0, 255, 0], "as wide as the phone");
    assert_eq!(pixel(&picture, 10, 150), [0, 255, 0], "as high as it");
    let picture = kept.shoot(&high, phone).await;
    assert_eq!(size(&picture), (390, 1622));
    for (y, color) in [
        (50, [0, 255, 0]),
        (150, [0, 255, 0]),
        (201, [0, 0, 255]),
        (620, [0, 0, 255]),
        (623, [255, 0, 0]),
        (1621, [255, 0, 0]),
    ] {
        assert_eq!(pixel(&picture, 389, y), color, "{y}");
    }
    let desk = Shot {
        width: 800,
        ..phone
    };
    let picture = kept.shoot(short, desk).await;
    assert_eq!(pixel(&picture, 10, 50), [255, 0, 0]);
    kept.stop().await;
}

#[tokio::test]
async fn an_image_of_the_page_itself_has_one_name() {
    let (answers, asked) = giving(png(10, 10, [0, 0, 255]));
    let other = |n: u32| {
        format!(
            "<img src='http://data.invalid/0?{n}'><img src='http://data.invalid:{}/0'><img src='https://data.invalid/0?{n}'>",
            8000 + n
        )
    };
    let others: String = (0..20).map(other).collect();
    let html = format!("<img src='data:image/gif;base64,R0lG'>{others}");
    let kept = Kept::start().await;
    let mut sitting = kept.browser.sit(answers);
    sitting.shoot(&html, &PLAIN).await.unwrap();
    drop(sitting);
    kept.stop().await;
    let asked = asked.lock().unwrap().clone();
    let named = asked.iter().filter(|url| url.scheme() == "data").count();
    assert_eq!(named, 1, "{asked:?}");
    let others = asked.iter().filter(|url| url.scheme() != "data");
    assert_eq!(others.count(), 60);
}

#[tokio::test]
async fn what_is_higher_than_is_wanted_is_cut_off() {
    let html = "<body style='margin:0'><div style='height:50000px;background:linear-gradient(#f00,#00f)'></div>";
    let kept = Kept::start().await;
    assert_eq!(size(&kept.shoot(html, PLAIN).await), (200, 8_000));
    let twice = Shot { scale: 2, ..PLAIN };
    let picture = kept.shoot(html, twice).await;
    assert_eq!(size(&picture), (400, 16_000));
    // A sixth of the way, to the last line.
    let [red, _, blue] = pixel(&picture, 200, 15_999);
    assert!(
        (200..=220).contains(&red) && (35..=55).contains(&blue),
        "{red} {blue}"
    );
    kept.stop().await;
}

#[tokio::test]
async fn what_stands_in_the_page_itself_is_shown_by_nobody_but_us() {
    // Written in ways that only a browser reads.
    let blue = data_encoding::BASE64.encode(&png(50, 50, [0, 0, 255]));
    let html = format!(
        "<body style='margin:0;background:#0f0'><img src='d&#97;ta:image/png;base64,{blue}' style='display:block'>\
         <div style='height:50px;background:url(\"\\64 ata:image/png;base64,{blue}\")'></div><div style='height:50px'>"
    );
    let kept = Kept::start().await;
    let picture = kept.shoot(&html, PLAIN).await;
    let pixels = ::image::load_from_memory(&picture.bytes).unwrap().to_rgb8();
    assert!(pixels.pixels().all(|pixel| pixel.0 != [0, 0, 255]));
    kept.stop().await;
}

#[tokio::test]
async fn a_picture_that_nobody_keeps_is_passed_over_and_the_browser_stays() {
    // Rows so far from each other that no packing finds what is alike.
    let mut seed = 1_u32;
    let noise = RgbImage::from_fn(1600, 500, |_, _| {
        Rgb([0; 3].map(|_: u8| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (seed >> 24) as u8
        }))
    });
    let mut bytes = std::io::Cursor::new(Vec::new());
    noise.write_to(&mut bytes, ImageFormat::Png).unwrap();
    let (answers, _) = giving(bytes.into_inner());
    let double = BrowserDouble::new(Behaviour::Good);
    let kept = Kept::with(&double.program, patience()).await;
    let html = "<body style='margin:0'><div style='height:8000px;background:url(http://a.test/noise.png)'>";
    let shot = Shot {
        width: 1600,
        ..PLAIN
    };
    let mut other = kept.browser.sit(nothing());
    other.shoot(BOX, &PLAIN).await.unwrap();
    let taken = kept.browser.sit(answers).shoot(html, &shot).await;
    assert_eq!(taken, Err(BrowserError::TooLarge));
    other.shoot(BOX, &PLAIN).await.unwrap();
    assert_eq!((double.starts(), double.shots()), (1, 3));
    drop(other);
    kept.stop().await;
}
