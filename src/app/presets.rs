//! The presets: a menu in the header, and at the end of the page the questions to go on with.

use super::choice::Choice;
use super::state::Ui;
use crate::scenario::presets::{GROUPS, Group, PRESETS, Preset};
use crate::session::Command;
use crate::text::{Key, Text};
use yew::prelude::*;

pub fn preset_text(text: Text, id: &str, what: &str) -> &'static str {
    text.find(&format!("preset.{id}.{what}")).unwrap_or("")
}

pub fn preset_menu(current: &str, ui: &Ui) -> Html {
    let dispatch = ui.dispatch.clone();
    let text = ui.text;
    let at = PRESETS.iter().position(|preset| preset.id == current);
    let named = |p: &Preset| (preset_text(text, p.id, "title").to_owned(), p.id);
    let own = at.is_none().then(|| (text.get(Key::UiPresetCustom).to_owned(), "custom"));
    let options: Vec<_> = PRESETS.iter().map(named).chain(own).collect();
    let choose = Callback::from(move |index: usize| {
        if let Some(preset) = PRESETS.get(index) {
            dispatch.dispatch(Command::Open(preset.id.to_owned()));
        }
    });
    let groups = GROUPS.iter().map(|g| (group_name(g, text), g.presets.len())).collect::<Vec<_>>();
    html! {
        <Choice {groups} label={text.get(Key::UiHeaderPresets)} quiet=true class="preset-menu"
            chosen={at.unwrap_or(PRESETS.len())} {options} {choose} />
    }
}

/// Every scenario with its question, group by group; the group of the one in view is open.
pub fn preset_list(current: &str, ui: &Ui) -> Html {
    html! {
        <section class="presets" aria-labelledby="ls-presets">
            <h2 id="ls-presets">{ ui.text.get(Key::UiPresetTitle) }</h2>
            for group in GROUPS {
                <details key={group.id} open={group.presets.iter().any(|p| p.id == current)}>
                    <summary>{ group_name(group, ui.text) }
                        <span class="count">{ group.presets.len() }</span></summary>
                    <ul>
                        for preset in group.presets { { preset_card(preset, current, ui) } }
                    </ul>
                </details>
            }
        </section>
    }
}

fn group_name(group: &Group, text: Text) -> &'static str {
    text.find(&format!("preset-group.{}.name", group.id)).unwrap_or(group.id)
}

fn preset_card(preset: &'static Preset, current: &str, ui: &Ui) -> Html {
    html! {
        <li key={preset.id}>
            <button type="button" class="preset"
                aria-current={(preset.id == current).then_some("true")}
                onclick={ui.send(|| Command::Open(preset.id.to_owned()))}>
                <span class="preset-title">{ preset_text(ui.text, preset.id, "title") }</span>
                <span class="preset-question">{ preset_text(ui.text, preset.id, "question") }</span>
            </button>
        </li>
    }
}
