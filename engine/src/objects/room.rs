//! Whether there is room for another object.

use postrider_domain::contract::catalog::Code;
use postrider_domain::contract::problem::Problem;

/// What must stay free for everything else that writes here, unless the settings say otherwise.
pub const FLOOR: u64 = 512 << 20;

/// The volume is so full that nothing more is stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the volume has too little free space")]
pub struct NoRoom;

impl From<NoRoom> for Problem {
    fn from(_: NoRoom) -> Self {
        Self::new(
            Code::PayloadTooLarge,
            "The server has too little free space to store this file.",
        )
        .suggest("Split the file, or ask the operator of the server to make room.")
    }
}
