use super::*;
use crate::time;

fn zone(name: &str) -> TimeZone {
    TimeZone::get(name).unwrap()
}

fn span(text: &str, in_zone: &str) -> (String, String) {
    let (first, last) = When::parse(text).unwrap().span(&zone(in_zone));
    (time::format(first), time::format(last))
}

/// Columns: date, zone, first and last millisecond.
fn check(cases: &str) {
    for line in cases.lines().skip(1) {
        let words: Vec<&str> = line.split_whitespace().collect();
        let (first, last) = span(words[0], words[1]);
        assert_eq!([first.as_str(), last.as_str()], words[2..], "{line}");
    }
}

#[test]
fn a_date_is_the_brands_day_and_a_time_is_an_instant() {
    check(
        "
        2026-05-01                UTC           2026-05-01T00:00:00.000Z 2026-05-01T23:59:59.999Z
        2026-05-01                Europe/Berlin 2026-04-30T22:00:00.000Z 2026-05-01T21:59:59.999Z
        2026-03-29                Europe/Berlin 2026-03-28T23:00:00.000Z 2026-03-29T21:59:59.999Z
        2026-05-01T10:00:00       Europe/Berlin 2026-05-01T08:00:00.000Z 2026-05-01T08:00:00.000Z
        2026-05-01T10:00          UTC           2026-05-01T10:00:00.000Z 2026-05-01T10:00:00.000Z
        2026-05-01T10:00:00Z      Europe/Berlin 2026-05-01T10:00:00.000Z 2026-05-01T10:00:00.000Z
        2026-05-01T10:00:00+02:00 UTC           2026-05-01T08:00:00.000Z 2026-05-01T08:00:00.000Z
        0001-01-01                Asia/Tokyo    0001-01-01T00:00:00.000Z 0001-01-01T14:41:00.999Z
        9999-12-31                Asia/Tokyo    9999-12-30T15:00:00.000Z 9999-12-31T23:59:59.999Z
        9999-12-31                UTC           9999-12-31T00:00:00.000Z 9999-12-31T23:59:59.999Z",
    );
}

#[test]
fn a_day_whose_midnight_is_leapt_over_or_comes_twice_begins_with_its_first_moment() {
    check(
        "
        2018-11-04 America/Sao_Paulo 2018-11-04T03:00:00.000Z 2018-11-05T01:59:59.999Z
        2018-02-17 America/Sao_Paulo 2018-02-17T02:00:00.000Z 2018-02-18T02:59:59.999Z
        2026-04-24 Africa/Cairo      2026-04-23T22:00:00.000Z 2026-04-24T20:59:59.999Z
        2026-03-29 Asia/Beirut       2026-03-28T22:00:00.000Z 2026-03-29T20:59:59.999Z
        2026-03-08 America/Havana    2026-03-08T05:00:00.000Z 2026-03-09T03:59:59.999Z
        2026-11-01 America/Havana    2026-11-01T04:00:00.000Z 2026-11-02T04:59:59.999Z
        2010-11-07 America/St_Johns  2010-11-07T02:30:00.000Z 2010-11-08T03:29:59.999Z
        1919-03-31 America/Toronto   1919-03-31T04:30:00.000Z 1919-04-01T03:59:59.999Z
        2011-12-29 Pacific/Apia      2011-12-29T10:00:00.000Z 2011-12-30T09:59:59.999Z
        2011-12-31 Pacific/Apia      2011-12-30T10:00:00.000Z 2011-12-31T09:59:59.999Z",
    );
    // Samoa has had no such day; it begins with the next.
    let none = When::parse("2011-12-30").unwrap();
    let next = When::parse("2011-12-31").unwrap();
    let apia = zone("Pacific/Apia");
    assert_eq!(none.start(&apia), next.start(&apia));
}

#[test]
fn what_is_no_date_is_refused() {
    for text in [
        "",
        "today",
        "2026-13-01",
        "2026-02-30",
        "20260501",
        "2026-05-01T25:00",
        "2026-05-01T10:00:00+99:00",
        "-001-01-01",
        "0000-01-01",
    ] {
        assert_eq!(When::parse(text), None, "{text}");
    }
    assert_eq!(When::from_seconds(1e13), None);
    assert_eq!(When::from_seconds(1.5), Some(When::Instant(1500)));
}

#[test]
fn the_day_of_an_instant_depends_on_the_zone() {
    let late = When::parse("2026-05-01T23:00:00Z").unwrap();
    let (first, _) = late.day(&zone("Europe/Berlin"));
    assert_eq!(time::format(first), "2026-05-01T22:00:00.000Z");
}

#[test]
fn the_last_days_of_the_calendar_stay_the_days_that_they_are() {
    for name in [
        "Pacific/Pago_Pago",
        "UTC",
        "Europe/Berlin",
        "Pacific/Kiritimati",
    ] {
        for text in ["0001-01-01", "9999-12-30", "9999-12-31"] {
            let start = When::parse(text).unwrap().start(&zone(name));
            let day = day_at(start, &zone(name));
            assert_eq!(day.to_string(), text, "{name}");
        }
    }
}

#[test]
fn what_is_written_reads_back() {
    for text in [
        "2026-05-01",
        "2026-05-01T10:00:00",
        "2026-05-01T10:00:00.000Z",
    ] {
        let when = When::parse(text).unwrap();
        assert_eq!(when.to_iso(), text);
        assert_eq!(When::of_json(&when.to_json()), Some(when));
    }
}
