use std::cell::RefCell;

use gif::{ColorOutput, DecodeOptions};
use image::{DynamicImage, Rgb, RgbImage};

use super::*;
use crate::image::{Kind, inspect};

/// Every frame as a client shows it, and for how long, in hundredths of a second.
fn shown(gif: &Gif) -> Vec<(RgbImage, u16)> {
    let mut options = DecodeOptions::new();
    options.set_color_output(ColorOutput::RGBA);
    let mut decoder = options.read_info(&gif.bytes[..]).unwrap();
    let mut screen = RgbImage::new(gif.width, gif.height);
    let mut frames = Vec::new();
    while let Some(frame) = decoder.read_next_frame().unwrap() {
        let width = usize::from(frame.width);
        for (at, pixel) in frame.buffer.chunks(4).enumerate() {
            if pixel[3] > 0 {
                let x = u32::from(frame.left) + (at % width) as u32;
                let y = u32::from(frame.top) + (at / width) as u32;
                screen.put_pixel(x, y, Rgb([pixel[0], pixel[1], pixel[2]]));
            }
        }
        frames.push((screen.clone(), frame.delay));
    }
    frames
}

fn photo(width: u32, height: u32) -> DynamicImage {
    let mut state = 1_u32;
    DynamicImage::ImageRgb8(RgbImage::from_fn(width, height, |x, y| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let noise = (state >> 28) as u8;
        Rgb([
            (x * 200 / width) as u8 + noise,
            (y * 200 / height) as u8 + noise,
            90 + noise,
        ])
    }))
}

fn luminance(image: &RgbImage) -> f64 {
    let sum: f64 = image
        .pixels()
        .map(|pixel| {
            let [red, green, blue] = pixel
                .0
                .map(|channel| (f64::from(channel) / 255.0).powf(2.2));
            0.2126 * red + 0.7152 * green + 0.0722 * blue
        })
        .sum();
    sum / f64::from(image.width() * image.height())
}

/// Changes of a tenth of the brightness, there and back, in the worst second.
fn flashes(frames: &[(RgbImage, u16)]) -> usize {
    let mut turns: Vec<(f64, u32)> = Vec::new();
    let (mut at, mut extreme, mut rising) = (0, luminance(&frames[0].0), None);
    for (image, delay) in frames.iter().chain(frames) {
        let now = luminance(image);
        if (now - extreme).abs() >= 0.1 && rising != Some(now > extreme) {
            rising = Some(now > extreme);
            turns.push((now, at));
        }
        if rising.is_none_or(|rising| (now > extreme) == rising) {
            extreme = now;
        }
        at += u32::from(*delay);
    }
    let within = |from: u32| {
        turns
            .iter()
            .filter(|(_, at)| (from..from + 100).contains(at))
            .count()
    };
    turns
        .iter()
        .map(|(_, at)| within(*at) / 2)
        .max()
        .unwrap_or(0)
}

fn differs(one: &RgbImage, other: &RgbImage) -> f64 {
    let apart: u64 = one
        .iter()
        .zip(other.iter())
        .map(|(a, b)| u64::from(a.abs_diff(*b)))
        .sum();
    apart as f64 / one.len() as f64
}

#[test]
fn every_effect_begins_with_the_whole_picture_moves_and_is_small() {
    for (number, effect) in Effect::ALL.into_iter().enumerate() {
        // One has to be made smaller.
        let image = if number == 0 {
            photo(700, 420)
        } else {
            photo(350, 210)
        };
        let gif = of_image(&image, effect).unwrap();
        let seen = inspect(&gif.bytes).unwrap();
        assert_eq!((seen.kind, seen.animated), (Kind::Gif, true));
        assert_eq!((seen.width, seen.height), (gif.width, gif.height));
        assert!(
            gif.width <= MAX_SIDE && gif.bytes.len() <= MAX_BYTES,
            "{effect:?}"
        );
        assert_eq!(gif.width * 420 / 700, gif.height);
        let frames = shown(&gif);
        assert_eq!(frames.len(), gif.frames as usize);
        let whole = within(&image, gif.width);
        assert!(differs(&frames[0].0, &whole) < 16.0, "{effect:?}");
        let most = frames.iter().map(|(frame, _)| differs(frame, &whole));
        assert!(most.fold(0.0, f64::max) > 2.0, "{effect:?} does not move");
        assert!(flashes(&frames) <= 3, "{effect:?}");
    }
}

#[test]
fn stripes_move_so_slowly_that_they_do_not_flash() {
    for pairs in [5, 8] {
        let stripes = RgbImage::from_fn(600, 60, |x, _| {
            Rgb([u8::from(x * pairs * 2 / 600 % 2 == 0) * 255; 3])
        });
        let frames = Effect::Slide.frames(&DynamicImage::ImageRgb8(stripes.clone()), 600);
        assert!(flashing::flashes(&frames), "{pairs} are no test");
        for effect in Effect::ALL {
            let gif = of_image(&DynamicImage::ImageRgb8(stripes.clone()), effect).unwrap();
            let frames = shown(&gif).into_iter();
            let frames: Vec<_> = frames
                .map(|(image, delay)| Frame { image, delay })
                .collect();
            assert!(!flashing::flashes(&frames), "{effect:?} {pairs}");
        }
    }
}

#[test]
fn a_flash_is_known_when_one_is_seen() {
    let plain = |value| (RgbImage::from_pixel(4, 4, Rgb([value; 3])), 10);
    let strobe: Vec<_> = (0..20)
        .map(|index| plain(if index % 2 == 0 { 0 } else { 255 }))
        .collect();
    assert!(flashes(&strobe) > 3);
    assert_eq!(flashes(&[plain(0), plain(10)]), 0);
}

#[test]
fn noise_becomes_small_by_giving_up_size() {
    let mut state = 7_u32;
    let noise = DynamicImage::ImageRgb8(RgbImage::from_fn(500, 500, |_, _| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Rgb([(state >> 8) as u8, (state >> 16) as u8, (state >> 24) as u8])
    }));
    let gif = of_image(&noise, Effect::Zoom).unwrap();
    assert!(gif.bytes.len() <= MAX_BYTES && gif.width < 500 && gif.frames > 5);
}

#[test]
fn no_size_is_made_twice_and_what_is_passed_over_would_have_been_too_large() {
    let image = photo(600, 600);
    let made = |rest| {
        let sides = RefCell::new(Vec::new());
        let frames = |side| {
            sides.borrow_mut().push(side);
            Ok(Effect::Zoom.frames(&image, side).into())
        };
        let gif = smallest_loss(rest, frames).unwrap();
        (gif, sides.into_inner())
    };
    let (all, sides) = made(Rest::Unknown);
    assert!(sides.len() > 1 && sides.is_sorted_by(|one, next| one > next));
    let (gif, _) = made(Rest::Alike);
    assert!(gif == all, "{} by {}", gif.width, gif.height);
}

#[test]
fn the_smallest_and_the_narrowest_move_too() {
    for (width, height) in [(1, 1), (2, 900), (900, 1)] {
        for effect in Effect::ALL {
            let gif = of_image(&photo(width, height), effect).unwrap();
            inspect(&gif.bytes).unwrap();
            assert!(gif.width <= MAX_SIDE && gif.height <= MAX_SIDE);
        }
    }
}

#[test]
fn words_appear_one_by_one_and_are_all_there_at_first() {
    let lettering = Lettering {
        words: "Sale ends <Sunday> & nothing is left".to_owned(),
        background: "#102040".to_owned(),
        letters: "#ffffff".to_owned(),
        accent: "#ff8800".to_owned(),
    };
    let gif = of_words(&lettering).unwrap();
    assert!(gif.bytes.len() <= MAX_BYTES && gif.width == 600);
    let frames = shown(&gif);
    let ink = |image: &RgbImage| image.pixels().filter(|pixel| pixel.0[0] > 200).count();
    assert!(ink(&frames[0].0) > ink(&frames[1].0) * 3);
    assert!(
        frames[1..8]
            .windows(2)
            .all(|pair| ink(&pair[0].0) < ink(&pair[1].0))
    );
    assert!(flashes(&frames) <= 3);
    let ground = frames[0].0.get_pixel(2, 2).0;
    assert!(
        ground
            .iter()
            .zip([16, 32, 64])
            .all(|(one, other)| one.abs_diff(other) < 4)
    );
}

#[test]
fn no_word_is_cut_off_at_the_edge() {
    let long = "Donaudampfschiffahrtselektrizitätenhauptbetriebswerkbauunter";
    let widest = "W".repeat(79);
    for words in [
        "WOMENSWEAR",
        "MEMBERS ONLY",
        &widest[..16],
        long,
        &widest,
        "1 WWWW",
    ] {
        let lettering = Lettering {
            words: words.to_owned(),
            background: "#102040".to_owned(),
            letters: "#ffffff".to_owned(),
            accent: "#ff8800".to_owned(),
        };
        let image = &lettering.frames(MAX_SIDE).unwrap()[0].image;
        let inked = |x: &u32| (0..image.height()).any(|y| image.get_pixel(*x, y).0[0] > 40);
        let edge = (0..30).chain(570..600).find(inked);
        assert_eq!(edge, None, "{words}");
        assert!((30..570).filter(inked).count() > 200, "{words}");
    }
}

#[test]
fn a_prompt_says_which_words_to_show() {
    for (prompt, words) in [
        ("A GIF that says \"Big sale\" in red", "Big sale"),
        ("zeige „Alles neu“ bitte", "Alles neu"),
        ("something saying: Hello there.", "Hello there"),
        ("Happy   birthday", "Happy birthday"),
        ("\"\" ok", "\"\" ok"),
    ] {
        assert_eq!(words_to_show(prompt), words);
    }
    assert!(words_to_show(&"long words ".repeat(50)).len() < lettering::MAX_CHARACTERS);
    assert_eq!(words_to_show(&"x".repeat(500)).len(), 20);
}

#[test]
fn a_still_picture_keeps_what_is_see_through() {
    let mut image = image::RgbaImage::from_pixel(8, 8, image::Rgba([200, 10, 10, 255]));
    image.put_pixel(3, 3, image::Rgba([0, 0, 0, 0]));
    let bytes = still(&DynamicImage::ImageRgba8(image)).unwrap();
    let shown = image::load_from_memory(&bytes).unwrap().into_rgba8();
    assert_eq!(shown.get_pixel(3, 3).0[3], 0);
    let [red, green, _, alpha] = shown.get_pixel(0, 0).0;
    assert!(red > 190 && green < 20 && alpha == 255);
}

#[test]
fn a_video_keeps_its_time_and_what_flashes_is_refused() {
    let film = |count: u8, light: fn(u8) -> u8| -> Vec<RgbImage> {
        let picture = |index| RgbImage::from_fn(80, 40, |x, _| Rgb([light(index), x as u8, 9]));
        (0..count).map(picture).collect()
    };
    for fps in [1, 7, 12, 15] {
        let gif = of_video(film(fps * 2, |index| index * 3), fps).unwrap();
        assert_eq!(
            (gif.frames, gif.width, gif.height),
            (u32::from(fps) * 2, 80, 40)
        );
        let frames = shown(&gif);
        let time: u16 = frames.iter().map(|(_, delay)| delay).sum();
        assert_eq!(time, 200, "{fps} a second");
        assert!(frames[0].0.get_pixel(40, 3).0[1].abs_diff(40) < 16);
    }
    let strobe = film(30, |index| if index % 2 == 0 { 0 } else { 255 });
    let white = |pictures: Vec<RgbImage>| -> Vec<RgbImage> {
        let lit = pictures.into_iter().map(|picture| {
            let [red, ..] = picture.get_pixel(0, 0).0;
            RgbImage::from_pixel(80, 40, Rgb([red; 3]))
        });
        lit.collect()
    };
    assert_eq!(of_video(white(strobe), 15), Err(ImageError::Flashes));
    assert_eq!(of_video(Vec::new(), 15), Err(ImageError::Empty));
}

#[test]
fn a_long_noisy_video_becomes_small() {
    let mut state = 7_u32;
    let pictures = (0..60).map(|_| {
        RgbImage::from_fn(600, 338, |_, _| {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            Rgb([(state >> 8) as u8, (state >> 16) as u8, (state >> 24) as u8])
        })
    });
    let gif = of_video(pictures.collect(), 15).unwrap();
    assert!(gif.bytes.len() <= MAX_BYTES && gif.width < 600 && gif.frames >= 20);
    assert!(gif.seen.starts_with("landscape "), "{}", gif.seen);
}
