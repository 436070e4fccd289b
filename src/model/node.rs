//! Who is who: the two workers and the nodes of the network.

use serde::{Deserialize, Serialize};

/// One of the two workers.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum WorkerId {
    #[default]
    A,
    B,
}

impl WorkerId {
    pub const ALL: [WorkerId; 2] = [WorkerId::A, WorkerId::B];

    pub fn other(self) -> WorkerId {
        match self {
            WorkerId::A => WorkerId::B,
            WorkerId::B => WorkerId::A,
        }
    }

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn letter(self) -> &'static str {
        ["A", "B"][self.index()]
    }
}

/// A node of the network. Each has its own clocks.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub enum Node {
    #[default]
    A,
    B,
    #[serde(rename = "lock")]
    Lock,
    #[serde(rename = "store")]
    Store,
}

impl Node {
    pub const ALL: [Node; 4] = [Node::A, Node::B, Node::Lock, Node::Store];

    pub fn index(self) -> usize {
        self as usize
    }

    pub fn worker(self) -> Option<WorkerId> {
        match self {
            Node::A => Some(WorkerId::A),
            Node::B => Some(WorkerId::B),
            Node::Lock | Node::Store => None,
        }
    }
}

impl From<WorkerId> for Node {
    fn from(worker: WorkerId) -> Node {
        [Node::A, Node::B][worker.index()]
    }
}
