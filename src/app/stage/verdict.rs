//! The verdict: what holds of the run so far, each with the way to its moment.

use super::compare::sign;
use crate::app::presets::preset_text;
use crate::app::state::Ui;
use crate::picture::sentence::{grouped, verdict_sentence};
use crate::run::verdict::{Severity, progress};
use crate::scenario::presets::Preset;
use crate::session::{Command, Session};
use crate::text::{Key, Text};
use yew::prelude::*;

pub fn verdict(session: &Session, ui: &Ui) -> Html {
    let text = ui.text;
    let run = &session.run;
    let events = session.playhead.checked_sub(1).map_or(0, |m| run.trace.moment(m).end);
    let held = run.verdicts.iter().filter(|v| v.event < events);
    let over = session.playhead == run.moments();
    let safe = over && !run.verdicts.iter().any(|v| v.kind.is_unsafe());
    let done = progress(&run.trace);
    let counts = [("done", &*done.ticks.to_string()), ("of", &*done.of.to_string())];
    let progressed = match session.scenario().job.sync() {
        Some(_) => Key::SyncStageProgress,
        None => Key::UiVerdictProgress,
    };
    let word = |s: Severity| match s {
        Severity::Warning => Key::UiVerdictWarning,
        Severity::Cost => Key::UiVerdictCost,
        Severity::BrokenExclusion => Key::UiVerdictBroken,
        Severity::Corruption => Key::UiVerdictCorruption,
    };
    let point = preset_text(text, &session.scenario().preset, "point");
    html! {
        <section class="verdicts" aria-labelledby="ls-verdict">
            <h2 id="ls-verdict">{ text.get(Key::UiVerdictTitle) }</h2>
            <ul>
                for (v, more) in grouped(held.clone(), &run.trace) {
                    <li class={classes!(v.kind.is_unsafe().then_some("is-bad"))} data-verdict={v.kind.id()}>
                        <span class="sign" aria-hidden="true">{ sign(v.kind.severity()) }</span>
                        <span class="says">
                            { verdict_sentence(v, &run.trace, text) }
                            if more > 0 {
                                <span class="severity">
                                    { text.fill(Key::SyncStageMore, &[("count", &more.to_string())]) }
                                </span>
                            }
                            <span class="severity">{ text.get(word(v.kind.severity())) }</span>
                        </span>
                        <button type="button" class="button quiet" onclick={
                            let moment = run.trace.moment_of(v.event) + 1;
                            ui.send(move || Command::Seek(moment))
                        }>{ text.get(Key::UiVerdictGo) }</button>
                    </li>
                }
                if held.clone().next().is_none() && !over {
                    <li class="none">{ text.get(Key::UiVerdictNotYet) }</li>
                }
                if safe {
                    <li class="is-safe" data-verdict="safe"><span class="sign" aria-hidden="true">{ "✓" }</span>
                        <span class="says">{ text.get(Key::UiVerdictSafe) }</span></li>
                }
                if over {
                    <li class="none">{ text.fill(progressed, &counts) }</li>
                }
            </ul>
            if over && !point.is_empty() {
                <div class="point"><b>{ text.get(Key::UiPresetPoint) }</b>{ point }{ source(session, text) }</div>
            }
        </section>
    }
}

/// The public report that the scenario replays, where it does.
fn source(session: &Session, text: Text) -> Html {
    let Some(source) = Preset::find(&session.scenario().preset).and_then(|preset| preset.source)
    else {
        return html! {};
    };
    let year = source.year.map(|year| format!(", {year}")).unwrap_or_default();
    html! {
        <p class="source">{ text.get(Key::UiPresetSource) }
            <a href={source.url} target="_blank" rel="noopener noreferrer">
                { source.title }{ year }
            </a></p>
    }
}
