//! Scenarios as files: for what is too long for a link, and for those who keep their own.

use super::browser::file;
use super::notes::{Said, file_error};
use super::state::Ui;
use crate::scenario::file::{FILE_MAX_BYTES, FileError, read, write};
use crate::session::{Command, Session};
use crate::text::Key;
use web_sys::HtmlInputElement;
use yew::prelude::*;

pub fn files(session: &Session, say: &Callback<Said>, ui: &Ui) -> Html {
    let text = ui.text;
    let save = {
        let run = session.run.clone();
        Callback::from(move |_: MouseEvent| {
            file::save("leasescope-scenario.json", &write(&run.scenario));
        })
    };
    let open = {
        let (say, dispatch) = (say.clone(), ui.dispatch.clone());
        Callback::from(move |event: Event| {
            let Some(input) = event.target_dyn_into::<HtmlInputElement>() else { return };
            let (say, dispatch) = (say.clone(), dispatch.clone());
            wasm_bindgen_futures::spawn_local(async move {
                let Some(chosen) = file::chosen(&input, FILE_MAX_BYTES).await else { return };
                let scenario = chosen
                    .map_err(|bytes| FileError::TooLong { bytes })
                    .and_then(|text| read(&text));
                match scenario {
                    Ok(scenario) => {
                        dispatch.dispatch(Command::Load(Box::new(scenario), None));
                        say.emit(Said::Link(Vec::new()));
                    }
                    Err(error) => say.emit(Said::File(file_error(&error, text))),
                }
            });
        })
    };
    html! {
        <footer class="files">
            <button type="button" class="button quiet" onclick={save}>
                { text.get(Key::UiNoteSave) }
            </button>
            <label class="button quiet file">
                { text.get(Key::UiNoteOpenFile) }
                <input type="file" accept=".json,application/json" onchange={open} />
            </label>
        </footer>
    }
}
