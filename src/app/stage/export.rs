//! The run for other tools: copied as text, as a Mermaid diagram, as a log for ShiViz.

use crate::app::browser::clipboard;
use crate::app::said::Said;
use crate::app::state::Ui;
use crate::picture::export::Format;
use crate::session::{Run, Shared};
use crate::text::Key;
use yew::prelude::*;

pub fn export(run: &Shared<Run>, ui: &Ui) -> Html {
    let text = ui.text;
    let copy = |format: Format| {
        let (run, say) = (run.clone(), ui.say.clone());
        Callback::from(move |_: MouseEvent| {
            let (content, say) = (format.write(&run.trace, text), say.clone());
            wasm_bindgen_futures::spawn_local(async move {
                say.emit(match clipboard::copy(&content).await {
                    true => Said::CopiedRun,
                    false => Said::CopyByHand(content),
                });
            });
        })
    };
    html! {
        <p class="export">
            { text.get(Key::UiExportTitle) }
            for format in Format::ALL {
                <button type="button" class="button quiet" onclick={copy(format)}>
                    { format.name(text) }
                </button>
            }
        </p>
    }
}
