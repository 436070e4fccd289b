//! The one reducer of the page, and what every component may know.

use super::said::Said;
use crate::link;
use crate::session::{Command, Session};
use crate::text::Text;
use std::rc::Rc;
use yew::prelude::*;

/// The session as Yew's reducer wants it.
#[derive(Clone, PartialEq)]
pub struct State(pub Session);

impl Reducible for State {
    type Action = Command;

    /// The same pointer back if nothing changed: then nothing is drawn again.
    fn reduce(self: Rc<Self>, command: Command) -> Rc<Self> {
        let next = self.0.apply(command);
        if next == self.0 { self } else { Rc::new(State(next)) }
    }
}

pub type Dispatch = UseReducerDispatcher<State>;

/// The context of all components: the language, and where commands go.
#[derive(Clone, PartialEq)]
pub struct Ui {
    pub text: Text,
    pub dispatch: Dispatch,
    /// For what the page has to say about a link or a copy.
    pub say: Callback<Said>,
}

impl Ui {
    /// A callback that sends the same command each time.
    pub fn send<E: 'static>(&self, command: impl Fn() -> Command + 'static) -> Callback<E> {
        let dispatch = self.dispatch.clone();
        Callback::from(move |_| dispatch.dispatch(command()))
    }
}

/// The context, which the root provides.
#[hook]
pub fn use_ui() -> Ui {
    #[expect(clippy::expect_used, reason = "the root provides it to every component below it")]
    use_context::<Ui>().expect("a component stands outside the root's ContextProvider")
}

/// The link to a session as it is.
pub fn link_of(session: &Session) -> String {
    let at = Some(session.position()).filter(|_| session.playhead > 0);
    link::write(session.scenario(), at)
}
