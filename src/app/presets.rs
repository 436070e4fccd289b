//! The presets: a menu in the header, and at the end of the page the questions to go on with.

use super::state::Ui;
use crate::scenario::presets::PRESETS;
use crate::session::Command;
use crate::text::{Key, Text};
use web_sys::HtmlSelectElement;
use yew::prelude::*;

pub fn preset_text(text: Text, id: &str, what: &str) -> &'static str {
    text.find(&format!("preset.{id}.{what}")).unwrap_or("")
}

pub fn preset_menu(current: &str, ui: &Ui) -> Html {
    let dispatch = ui.dispatch.clone();
    let onchange = Callback::from(move |event: Event| {
        if let Some(select) = event.target_dyn_into::<HtmlSelectElement>() {
            dispatch.dispatch(Command::Open(select.value()));
        }
    });
    let own = !PRESETS.iter().any(|preset| preset.id == current);
    html! {
        <label class="pick preset-menu">
            <span class="visually-hidden">{ ui.text.get(Key::UiHeaderPresets) }</span>
            <select {onchange}>
                if own {
                    <option selected=true>{ ui.text.get(Key::UiPresetCustom) }</option>
                }
                for preset in PRESETS {
                    <option value={preset.id} selected={preset.id == current}>
                        { preset_text(ui.text, preset.id, "title") }
                    </option>
                }
            </select>
        </label>
    }
}

pub fn preset_list(current: &str, ui: &Ui) -> Html {
    html! {
        <section class="presets" aria-labelledby="ls-presets">
            <h2 id="ls-presets">{ ui.text.get(Key::UiPresetTitle) }</h2>
            <ul>
                for preset in PRESETS {
                    <li>
                        <button type="button" class="preset"
                            aria-current={(preset.id == current).then_some("true")}
                            onclick={ui.send(|| Command::Open(preset.id.to_owned()))}>
                            <span class="preset-title">
                                { preset_text(ui.text, preset.id, "title") }
                            </span>
                            <span class="preset-question">
                                { preset_text(ui.text, preset.id, "question") }
                            </span>
                        </button>
                    </li>
                }
            </ul>
        </section>
    }
}
