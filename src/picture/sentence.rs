//! The text twin: each moment of a run as a sentence that is right by itself.

use crate::model::store::Refusal;
use crate::run::Trace;
use crate::run::verdict::{SlotReport, Verdict};
use crate::text::Text;
use crate::time::TrueTime;

/// Who a row is about.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Who {
    A,
    B,
    Lock,
    Stores,
    Network,
    Clock,
}

/// Whether a learner steps through it, or only somebody who wants every message.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Weight {
    Minor,
    Major,
}

/// One moment in words.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Row {
    pub moment: usize,
    pub at: TrueTime,
    pub who: Who,
    pub text: String,
    pub weight: Weight,
}

/// Every moment of a run, in order.
pub fn rows(trace: &Trace, _text: Text) -> Vec<Row> {
    let row = |moment| Row {
        moment,
        at: trace.at(moment),
        who: Who::A,
        text: format!("{:?}", trace.events[trace.moment(moment).start].what),
        weight: Weight::Major,
    };
    (0..trace.moments()).map(row).collect()
}

/// One verdict in a sentence.
pub fn verdict_sentence(verdict: &Verdict, _trace: &Trace, _text: Text) -> String {
    verdict.kind.id().to_owned()
}

/// What a store has come to after so many events.
pub fn store_summary(report: &SlotReport, _trace: &Trace, _events: usize, _text: Text) -> String {
    report.slot.id().to_owned()
}

/// Why a store refused, in a few words.
pub fn refusal(refusal: &Refusal, _text: Text) -> String {
    format!("{refusal:?}")
}
