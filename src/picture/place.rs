//! Placing labels so that none lies on another or on what it must not hide.
//!
//! A label names the places it would like, best first; the first that is free is taken, and if none
//! is, the label is left out: a picture with one word less beats one that can't be read. What is
//! said in it stands in the event list too.

/// An upright rectangle in px.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Box2 {
    pub x: f64,
    pub y: f64,
    pub w: f64,
    pub h: f64,
}

impl Box2 {
    pub fn hits(&self, other: &Box2) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }

    fn within(&self, bounds: &Box2) -> bool {
        self.x >= bounds.x
            && self.y >= bounds.y
            && self.x + self.w <= bounds.x + bounds.w
            && self.y + self.h <= bounds.y + bounds.h
    }
}

/// Which point of the text stands at its x.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Anchor {
    Start,
    Middle,
    End,
}

/// An estimate of a text's width that is rather too wide, the same natively and in the browser: by
/// the letters of DejaVu Sans, the widest of the fonts that a browser falls back to.
pub fn text_width(text: &str, size_px: f64) -> f64 {
    text.chars().map(em).sum::<f64>() * size_px
}

/// How wide a letter is, in em.
fn em(c: char) -> f64 {
    match c {
        ' ' | 'i' | 'j' | 'l' | 'I' | '.' | ',' | ':' | '’' | '\'' | '·' => 0.34,
        'f' | 'r' | 't' => 0.42,
        '0'..='9' => 0.64,
        'm' | 'w' | 'M' | 'W' => 0.98,
        'a'..='z' => 0.62,
        'A'..='Z' => 0.7,
        // Signs: arrows, relations, dashes.
        '\u{2000}'..'\u{2e80}' | '<' | '=' | '>' | '+' => 0.84,
        '\u{1100}'.. => 1.0,
        _ => 0.62,
    }
}

/// The box of a text whose baseline is at `y`.
pub fn text_box(text: &str, x: f64, y: f64, size_px: f64, anchor: Anchor) -> Box2 {
    let w = text_width(text, size_px);
    let x = match anchor {
        Anchor::Start => x,
        Anchor::Middle => x - w / 2.0,
        Anchor::End => x - w,
    };
    Box2 { x, y: y - size_px * 0.85, w, h: size_px * 1.15 }
}

/// The room that is taken already.
#[derive(Clone, Debug)]
pub struct Placer {
    bounds: Box2,
    taken: Vec<Box2>,
}

impl Placer {
    pub fn new(bounds: Box2) -> Placer {
        Placer { bounds, taken: Vec::new() }
    }

    pub fn take(&mut self, area: Box2) {
        self.taken.push(area);
    }

    /// Takes the first free place of a text; `None` if there is none.
    pub fn place(
        &mut self,
        text: &str,
        size_px: f64,
        places: &[(f64, f64, Anchor)],
    ) -> Option<(f64, f64, Anchor)> {
        let free = |(x, y, anchor): &&(f64, f64, Anchor)| {
            let area = text_box(text, *x, *y, size_px, *anchor);
            area.within(&self.bounds) && !self.taken.iter().any(|other| other.hits(&area))
        };
        let place = places.iter().find(free).copied()?;
        self.take(text_box(text, place.0, place.1, size_px, place.2));
        Some(place)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_free_place_is_taken_and_then_nothing_lies_on_it() {
        let mut placer = Placer::new(Box2 { x: 0.0, y: 0.0, w: 200.0, h: 40.0 });
        let places = [(10.0, 20.0, Anchor::Start), (190.0, 20.0, Anchor::End)];
        assert_eq!(placer.place("lease", 12.0, &places), Some(places[0]));
        assert_eq!(placer.place("expires", 12.0, &places), Some(places[1]));
        assert_eq!(placer.place("again", 12.0, &places), None);
        assert_eq!(placer.place("far outside", 12.0, &[(300.0, 20.0, Anchor::Start)]), None);
    }
}
