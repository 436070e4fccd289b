//! The switches as a registry: each by its name, the words for its positions, and what it needs.
//!
//! A protection is a bundle of them; `Custom` is what a learner has set otherwise, one by one.
//! Adding a switch is one entry in `SWITCHES`; whatever makes no sense without another is one in
//! `NEEDS`. Forms, links, files and tests all read these two.

use super::protection::{Exclusion, Heartbeat, Prelude, ReleaseRule, Switches};
use super::store::{Raise, Slot, WriteCheck};
use crate::clock::ClockKind;
use serde::de::{Deserializer, Error, MapAccess, Visitor};
use serde::ser::SerializeMap;
use serde::{Deserialize, Serialize, Serializer};

/// One switch. Positions are indices into `words`.
pub struct Switch {
    pub id: &'static str,
    pub words: &'static [&'static str],
    get: fn(&Switches) -> usize,
    set: fn(&mut Switches, usize),
}

/// Where a value stands among all of its kind.
fn place<T: PartialEq>(all: &[T], value: &T) -> usize {
    let found = all.iter().position(|one| one == value);
    assert!(found.is_some(), "a value without a word: was one added and not named here?");
    found.unwrap_or(0)
}

const NO_YES: &[&str] = &["no", "yes"];
const EXCLUSIONS: [Exclusion; 3] = [Exclusion::Nothing, Exclusion::Lease, Exclusion::Coordinator];
const CHECKS: [Option<ClockKind>; 3] = [None, Some(ClockKind::Wall), Some(ClockKind::Steady)];
const RELEASES: [ReleaseRule; 2] = [ReleaseRule::Blind, ReleaseRule::OwnerChecked];
const HEARTBEATS: [Heartbeat; 3] = [Heartbeat::No, Heartbeat::Cancels, Heartbeat::Silent];
const PRELUDES: [Prelude; 3] = [Prelude::Nothing, Prelude::Claim, Prelude::Stamp];
const WRITE_CHECKS: [WriteCheck; 5] = [
    WriteCheck::Nothing,
    WriteCheck::TokenAtLeast,
    WriteCheck::TokenAbove,
    WriteCheck::Version,
    WriteCheck::Stamp,
];

/// Every switch, in the order in which a program meets what they are about.
pub const SWITCHES: [Switch; 11] = [
    Switch {
        id: "lock",
        words: &["nothing", "lease", "coordinator"],
        get: |s| place(&EXCLUSIONS, &s.lock),
        set: |s, i| s.lock = EXCLUSIONS[i],
    },
    Switch {
        id: "lock-delay",
        words: NO_YES,
        get: |s| usize::from(s.lock_delay),
        set: |s, i| s.lock_delay = i == 1,
    },
    Switch {
        id: "heartbeat",
        words: &["no", "cancels", "silent"],
        get: |s| place(&HEARTBEATS, &s.heartbeat),
        set: |s, i| s.heartbeat = HEARTBEATS[i],
    },
    Switch {
        id: "first",
        words: &["nothing", "claim", "stamp"],
        get: |s| place(&PRELUDES, &s.prelude),
        set: |s, i| {
            s.prelude = PRELUDES[i];
            raise(s, s.rule.raise == Raise::OnRead);
        },
    },
    Switch {
        id: "read",
        words: &["bare", "token"],
        get: |s| usize::from(s.rule.raise == Raise::OnRead),
        set: |s, i| raise(s, i == 1),
    },
    Switch {
        id: "check",
        words: &["no", "wall", "steady"],
        get: |s| place(&CHECKS, &s.check),
        set: |s, i| s.check = CHECKS[i],
    },
    Switch {
        id: "store",
        words: &["nothing", "token-at-least", "token-above", "version", "stamp"],
        get: |s| place(&WRITE_CHECKS, &s.rule.check),
        set: |s, i| {
            s.rule.check = WRITE_CHECKS[i];
            s.listens = Slot::of(s.rule.check);
        },
    },
    Switch {
        id: "tick-ids",
        words: NO_YES,
        get: |s| usize::from(s.rule.tick_ids),
        set: |s, i| s.rule.tick_ids = i == 1,
    },
    Switch {
        id: "old-path",
        words: &["closed", "open"],
        get: |s| usize::from(s.rule.legacy_allowed),
        set: |s, i| s.rule.legacy_allowed = i == 1,
    },
    Switch {
        id: "retry",
        words: NO_YES,
        get: |s| usize::from(s.retries),
        set: |s, i| s.retries = i == 1,
    },
    Switch {
        id: "release",
        words: &["blind", "owner"],
        get: |s| place(&RELEASES, &s.release),
        set: |s, i| s.release = RELEASES[i],
    },
];

/// What raises the highest token follows from what is sent: a read with its token, or a claim.
fn raise(s: &mut Switches, on_read: bool) {
    s.rule.raise = match s.prelude {
        _ if on_read => Raise::OnRead,
        Prelude::Claim => Raise::OnClaim,
        Prelude::Nothing | Prelude::Stamp => Raise::OnWrite,
    };
}

/// A switch in one of these positions makes sense only with the other in one of those.
#[derive(PartialEq, Eq, Debug)]
pub struct Need {
    pub switch: &'static str,
    pub at: &'static [&'static str],
    pub needs: &'static str,
    pub to_be: &'static [&'static str],
}

const LEASE: &[&str] = &["lease"];
const TOKENS: &[&str] = &["lease", "coordinator"];

/// What is refused, and why: a deadline, a renewal or a lock-delay without a lease; a token that
/// nobody gives out; a mark that is asked for and never made.
pub const NEEDS: &[Need] = &[
    Need { switch: "lock-delay", at: &["yes"], needs: "lock", to_be: LEASE },
    Need { switch: "heartbeat", at: &["cancels", "silent"], needs: "lock", to_be: TOKENS },
    Need { switch: "first", at: &["claim"], needs: "lock", to_be: TOKENS },
    Need { switch: "read", at: &["token"], needs: "lock", to_be: TOKENS },
    Need { switch: "check", at: &["wall", "steady"], needs: "lock", to_be: LEASE },
    Need { switch: "store", at: &["token-at-least", "token-above"], needs: "lock", to_be: TOKENS },
    Need { switch: "store", at: &["stamp"], needs: "first", to_be: &["stamp"] },
];

impl Switch {
    pub fn find(id: &str) -> Option<usize> {
        SWITCHES.iter().position(|switch| switch.id == id)
    }

    /// The position it is in.
    pub fn position(&self, switches: &Switches) -> usize {
        (self.get)(switches)
    }

    pub fn word(&self, switches: &Switches) -> &'static str {
        self.words[self.position(switches)]
    }

    fn position_of(&self, word: &str) -> Option<u8> {
        self.words.iter().position(|known| *known == word).map(|at| at as u8)
    }
}

/// Switches set otherwise than the protection has them; `None`: as the protection has it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct Custom([Option<u8>; SWITCHES.len()]);

impl Custom {
    pub fn is_empty(&self) -> bool {
        *self == Custom::default()
    }

    /// The word that a switch is set to; "" if it is not set.
    pub fn word(&self, switch: usize) -> &'static str {
        self.0[switch].map_or("", |at| SWITCHES[switch].words[usize::from(at)])
    }

    /// Sets a switch to a word, or with "" leaves it to the protection; `None` if it has no such
    /// position.
    pub fn set(&mut self, switch: usize, word: &str) -> Option<()> {
        self.0[switch] = match word {
            "" => None,
            _ => Some(SWITCHES[switch].position_of(word)?),
        };
        Some(())
    }

    /// The protection's switches with these set otherwise.
    pub fn apply(&self, base: &Switches) -> Switches {
        let mut switches = *base;
        for (switch, at) in SWITCHES.iter().zip(self.0) {
            if let Some(at) = at {
                (switch.set)(&mut switches, usize::from(at));
            }
        }
        switches
    }

    /// The first need that is not met.
    pub fn unmet(&self, base: &Switches) -> Option<&'static Need> {
        let switches = self.apply(base);
        let is = |id: &str, words: &[&str]| {
            Switch::find(id).is_some_and(|i| words.contains(&SWITCHES[i].word(&switches)))
        };
        NEEDS.iter().find(|need| is(need.switch, need.at) && !is(need.needs, need.to_be))
    }

    /// Forgets what the protection has anyway, and what makes no sense; says what it refused.
    pub fn mend(&mut self, base: &Switches) -> Vec<&'static Need> {
        let mut refused = Vec::new();
        while let Some(need) = self.unmet(base) {
            refused.push(need);
            // No protection is in need: one of the two has been set, the needy one if it was.
            let both = [need.switch, need.needs].map(|id| Switch::find(id).unwrap_or(0));
            let set = both.into_iter().find(|i| self.0[*i].is_some());
            assert!(set.is_some(), "a protection needs {}: is its entry wrong?", need.needs);
            self.0[set.unwrap_or(0)] = None;
        }
        for (switch, at) in SWITCHES.iter().zip(&mut self.0) {
            *at = at.filter(|at| usize::from(*at) != switch.position(base));
        }
        refused
    }
}

impl Serialize for Custom {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let set = (0..SWITCHES.len()).filter(|i| self.0[*i].is_some());
        let mut map = serializer.serialize_map(None)?;
        for i in set {
            map.serialize_entry(SWITCHES[i].id, self.word(i))?;
        }
        map.end()
    }
}

impl<'de> Deserialize<'de> for Custom {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(Words)
    }
}

/// Reads `{"release": "blind"}`.
struct Words;

impl<'de> Visitor<'de> for Words {
    type Value = Custom;

    fn expecting(&self, f: &mut std::fmt::Formatter) -> std::fmt::Result {
        write!(f, "switches by name")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Custom, A::Error> {
        let mut custom = Custom::default();
        while let Some((id, word)) = map.next_entry::<String, String>()? {
            let switch = Switch::find(&id)
                .ok_or_else(|| A::Error::custom(format!("no switch is called {id:?}")))?;
            if custom.0[switch].is_some() {
                return Err(A::Error::custom(format!("the switch {id:?} is given twice")));
            }
            let set = custom.set(switch, &word).filter(|()| !word.is_empty());
            set.ok_or_else(|| A::Error::custom(format!("{id} is never {word:?}")))?;
        }
        Ok(custom)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::protection::PROTECTIONS;

    #[test]
    fn each_position_is_set_and_read_again() {
        for entry in PROTECTIONS {
            for (i, switch) in SWITCHES.iter().enumerate() {
                for word in switch.words {
                    let mut custom = Custom::default();
                    custom.set(i, word).expect("a word of the switch");
                    let switches = custom.apply(&entry.switches);
                    assert_eq!(switch.word(&switches), *word, "{} {}", entry.id, switch.id);
                }
            }
        }
    }

    #[test]
    fn no_protection_is_in_need_and_setting_it_as_it_is_changes_nothing() {
        for entry in PROTECTIONS {
            assert!(Custom::default().unmet(&entry.switches).is_none(), "{}", entry.id);
            let mut all = Custom::default();
            for (i, switch) in SWITCHES.iter().enumerate() {
                all.set(i, switch.word(&entry.switches)).expect("its own word");
            }
            assert_eq!(all.apply(&entry.switches), entry.switches, "{}", entry.id);
            assert_eq!(all.mend(&entry.switches).len(), 0, "{}", entry.id);
            assert!(all.is_empty(), "{}: what the protection has anyway is forgotten", entry.id);
        }
    }

    #[test]
    fn whatever_is_set_can_be_mended() {
        for entry in PROTECTIONS {
            for (i, one) in SWITCHES.iter().enumerate() {
                for (j, other) in SWITCHES.iter().enumerate().skip(i) {
                    for (a, b) in
                        one.words.iter().flat_map(|a| other.words.iter().map(move |b| (a, b)))
                    {
                        let mut custom = Custom::default();
                        custom.set(i, a).and(custom.set(j, b)).expect("words");
                        custom.mend(&entry.switches);
                        assert!(custom.unmet(&entry.switches).is_none(), "{} {a} {b}", entry.id);
                        let again = custom;
                        custom.mend(&entry.switches);
                        assert_eq!(custom, again, "mending twice is mending once");
                    }
                }
            }
        }
    }

    #[test]
    fn needs_name_switches_and_words() {
        for need in NEEDS {
            for (id, words) in [(need.switch, need.at), (need.needs, need.to_be)] {
                let switch = &SWITCHES[Switch::find(id).expect("a switch")];
                assert!(words.iter().all(|word| switch.words.contains(word)), "{id}");
            }
        }
    }
}
