use super::*;

#[test]
fn a_language_is_found_by_any_of_its_tags() {
    assert_eq!(Lang::from_code("ko-KR"), Some(Lang::Ko));
    assert_eq!(Lang::from_code("EN_us"), Some(Lang::En));
    assert_eq!(Lang::from_code("de"), None);
    assert_eq!(Lang::from_code(""), None);
}

#[test]
fn placeholders_are_filled_by_name() {
    assert_eq!(
        fill("{a} and {b}, {a}", &[("b", "2"), ("a", "{b}")]),
        "{b} and 2, {b}"
    );
    assert_eq!(fill("{a} {missing}", &[("a", "1")]), "1 {missing}");
    assert_eq!(fill("no braces", &[]), "no braces");
}

#[test]
fn times_are_written_as_the_picture_writes_them() {
    assert_eq!(seconds(7_100), "7.100 s");
    assert_eq!(seconds_short(6_000), "6.0 s");
    assert_eq!(seconds_short(5_380), "5.38 s");
    assert_eq!(seconds_short(1), "1 ms");
    assert_eq!(seconds_tick(5_000), "5 s");
    assert_eq!(seconds_tick(500), "0.5 s");
    assert_eq!(Text(Lang::Ko).span(6_000), "6.0초");
    assert_eq!(Text(Lang::Ko).reading(-4_900), "−4.9초");
}
