//! What is measured, and what each figure must reach.

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Item {
    EmptyHandler,
    BareRead,
    PointRead,
    UpsertNew,
    UpsertExisting,
    BatchNew,
    RawInsert,
    BatchExisting,
    RawOverwrite,
}

pub enum Goal {
    /// None of its own: it is there to compare with.
    Compare,
    CpuAtMost(CpuGoal),
    /// This many times the rate of another item in the same round.
    RateAtLeast(f64, Item),
}

/// Of one item, in µs.
#[derive(Clone, Copy)]
pub struct CpuGoal {
    /// Where the database is part of the server.
    pub alone: f64,
    /// Of the server and of the database beside it.
    pub beside: (f64, f64),
}

impl CpuGoal {
    /// In words, and how much of it was used.
    pub fn used(self, cpu: f64, database: Option<f64>) -> (String, f64) {
        let (server, beside) = self.beside;
        match database {
            None => (format!("≤ {:.0} µs CPU", self.alone), cpu / self.alone),
            Some(database) => (
                format!("≤ {server:.0} + {beside:.0} µs CPU"),
                (cpu / server).max(database / beside),
            ),
        }
    }
}

const READ: CpuGoal = CpuGoal {
    alone: 45.0,
    beside: (60.0, 80.0),
};
const UPSERT: CpuGoal = CpuGoal {
    alone: 80.0,
    beside: (100.0, 220.0),
};

impl Item {
    pub const ALL: [Self; 9] = [
        Self::EmptyHandler,
        Self::BareRead,
        Self::PointRead,
        Self::UpsertNew,
        Self::UpsertExisting,
        Self::RawInsert,
        Self::BatchNew,
        Self::RawOverwrite,
        Self::BatchExisting,
    ];

    pub fn name(self) -> &'static str {
        match self {
            Self::EmptyHandler => "bare: empty JSON handler",
            Self::BareRead => "bare: point read, no HTTP",
            Self::PointRead => "GET /v1/contacts/{email}",
            Self::UpsertNew => "POST /v1/contacts, new",
            Self::UpsertExisting => "POST /v1/contacts, existing",
            Self::RawInsert => "raw: bulk insert, row",
            Self::BatchNew => "batch of 1000, new, row",
            Self::RawOverwrite => "raw: bulk overwrite, row",
            Self::BatchExisting => "batch of 1000, existing, row",
        }
    }

    pub fn goal(self) -> Goal {
        match self {
            Self::EmptyHandler | Self::BareRead | Self::RawInsert | Self::RawOverwrite => {
                Goal::Compare
            }
            Self::PointRead => Goal::CpuAtMost(READ),
            Self::UpsertNew | Self::UpsertExisting => Goal::CpuAtMost(UPSERT),
            Self::BatchNew | Self::BatchExisting => Goal::RateAtLeast(0.5, Self::RawInsert),
        }
    }

    /// The bare parts it is made of: what it could cost at the very least.
    pub fn bare_parts(self) -> &'static [Self] {
        match self {
            Self::PointRead => &[Self::EmptyHandler, Self::BareRead],
            Self::UpsertNew => &[Self::EmptyHandler, Self::RawInsert],
            Self::UpsertExisting => &[Self::EmptyHandler, Self::RawOverwrite],
            Self::BatchNew => &[Self::RawInsert],
            Self::BatchExisting => &[Self::RawOverwrite],
            _ => &[],
        }
    }
}
