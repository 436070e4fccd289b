//! The code of both workers: the line just executed, the next one, and the locals beside them.

use crate::app::choice::Choice;
use crate::app::state::{Ui, use_ui};
use crate::model::node::WorkerId;
use crate::model::program::StepRef;
use crate::picture::listing::Language;
use crate::picture::panel::{CodeLine, Mark, Panel, panel};
use crate::run::World;
use crate::scenario::Trigger;
use crate::session::{Command, Place, Session, Shared};
use crate::text::{Key, reading_digits};
use yew::prelude::*;

#[derive(Properties, PartialEq)]
pub struct CodeProps {
    pub session: Session,
    pub world: Shared<World>,
}

#[component]
pub fn Code(props: &CodeProps) -> Html {
    let ui = use_ui();
    let language = use_state(|| Language::ALL[0]);
    let choose = {
        let language = language.clone();
        Callback::from(move |index: usize| {
            language.set(Language::ALL.get(index).copied().unwrap_or(*language));
        })
    };
    let named = |l: Language| (l.name().to_owned(), l.id());
    let before = props.session.switches_before.as_ref();
    let panels = WorkerId::ALL
        .map(|id| panel(id, &props.world, &props.session.run.trace, *language, before, ui.text));
    html! {
        <section class="code">
            <Choice label={ui.text.get(Key::UiCodeLanguage)} {choose}
                options={Language::ALL.map(named).to_vec()}
                chosen={Language::ALL.iter().position(|l| l == &*language).unwrap_or(0)} />
            <div class="panels">
                for p in panels.iter() { { panel_view(p, &ui) } }
            </div>
        </section>
    }
}

fn panel_view(p: &Panel, ui: &Ui) -> Html {
    let text = ui.text;
    let letter = p.worker.letter();
    let said = |ms: i64| reading_digits(ms) + " s";
    let class = if p.worker == WorkerId::A { "a" } else { "b" };
    html! {
        <section class={classes!("panel", class)} data-worker={letter}>
            <h2>
                { text.fill(Key::UiCodeTitle, &[("who", letter)]) }
                if p.halted { <span class="badge stopped">{ text.get(Key::UiCodePaused) }</span> }
                if p.believes { <span class="badge">{ text.get(Key::UiCodeBelieves) }</span> }
                if p.holds { <span class="badge truth">{ text.get(Key::UiCodeHolds) }</span> }
            </h2>
            <ol>
                for line in p.lines.iter() { { line_view(p.worker, line, ui) } }
            </ol>
            <p class="clocks">
                { text.get(Key::UiCodeWall) }<b>{ said(p.clocks.wall.0) }</b>
                { text.get(Key::UiCodeSteady) }<b>{ said(p.clocks.steady.0) }</b>
            </p>
        </section>
    }
}

fn line_view(worker: WorkerId, line: &CodeLine, ui: &Ui) -> Html {
    let text = ui.text;
    let (class, word) = match line.mark {
        Mark::Idle => ("", None),
        Mark::Done => ("done", None),
        Mark::Now => ("now", Some(Key::UiCodeNow)),
        Mark::Next => ("next", Some(Key::UiCodeNext)),
    };
    let class =
        classes!(class, line.changed.then_some("changed"), format!("in{}", line.indent.min(4)));
    let first = !line.letter.is_empty();
    html! {
        <li {class} data-step={line.step.map(|step| step.id())}>
            if let Some(step) = line.step.filter(|_| first) {
                <button type="button" class="letter" aria-label={
                    let name = text.find(&format!("step.{}.name", step.id())).unwrap_or(step.id());
                    let args = [("who", worker.letter()), ("letter", line.letter), ("step", name)];
                    text.fill(Key::UiCodePauseHere, &args)
                } onclick={
                    let at = StepRef::first(worker, step);
                    let place = Place { node: worker.into(), when: Trigger::Before(at) };
                    ui.send(move || Command::Propose(Some(place)))
                }>{ line.letter }</button>
            } else {
                <span class="letter" />
            }
            <code>{ &line.code }</code>
            if line.changed {
                <span class="visually-hidden">{ text.get(Key::UiCodeNewLine) }</span>
            }
            if let Some(word) = word.filter(|_| first) { <span class="where">{ text.get(word) }</span> }
            if !line.locals.is_empty() { <span class="locals">{ &line.locals }</span> }
        </li>
    }
}
