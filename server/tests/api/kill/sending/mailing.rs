//! SIGKILL while mails leave.

use postrider_server::clock::Clock;

use super::evidence::{self, Figures};
use super::{Plan, Rig};
use crate::kill::moments::{Moments, say};
use crate::support::{Binary, settings};

/// How much of it, in `make test` and in `make torture`.
struct Size {
    people: usize,
    kills: usize,
}

fn size() -> Size {
    if settings::torture() {
        Size {
            people: 100_000,
            kills: 50,
        }
    } else {
        Size {
            people: 10_000,
            kills: 10,
        }
    }
}

/// What a kill takes with it.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Loss {
    /// The process: the kernel keeps what it wrote.
    Process,
    /// The machine: the journal may lack its end.
    Machine,
}

const HEADING: &str = "\
| database | lost | recipients | kills | mailed | twice | delivered | in doubt | at most | seconds |
| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |";

/// How many mails are out when each kill comes, in order.
fn kills(moments: &mut Moments, size: &Size) -> Vec<usize> {
    let mut at: Vec<usize> = (0..size.kills)
        .map(|_| moments.below(size.people * 9 / 10))
        .collect();
    at.sort_unstable();
    at
}

struct Run {
    rig: Rig,
    moments: Moments,
    loss: Loss,
    /// How often a server was killed.
    killed: usize,
    /// How often mails had left and others had not when it was.
    in_the_middle: usize,
}

impl Run {
    /// Kills the server once so many mails are out, and starts it again; at times it is killed once more before it
    /// is ready.
    async fn kill_at(&mut self, server: Binary, mailed: usize) -> Binary {
        // One more than it had in its earlier life: so it mails again each time.
        self.rig
            .until_mailed(mailed.max(self.rig.mailed() + 1))
            .await;
        tokio::time::sleep(self.moments.pause(20)).await;
        server.kill().await;
        let out = self.rig.mailed();
        self.in_the_middle += usize::from(0 < out && out < self.rig.people);
        self.lost();
        if self.moments.below(3) == 0 {
            let mut early = self.rig.installation.process(&["serve", "--json"]);
            let early = early
                .stdout(std::process::Stdio::null())
                .stderr(std::process::Stdio::null());
            let mut early = early.spawn().unwrap();
            tokio::time::sleep(self.moments.pause(400)).await;
            early.kill().await.unwrap();
            self.lost();
        }
        self.rig.installation.serve().await
    }

    fn lost(&mut self) {
        self.killed += 1;
        if self.loss == Loss::Machine {
            self.rig.another_boot(self.killed);
        }
    }

    /// The most that can be in doubt.
    fn bound(&self) -> usize {
        let of_one = match self.loss {
            Loss::Process => self.rig.connections,
            Loss::Machine => 2 * self.rig.connections,
        };
        of_one * self.killed
    }

    fn print(&self, figures: &Figures, seconds: i64) {
        let database = if self.rig.installation.database.is_sqlite() {
            "SQLite"
        } else {
            "PostgreSQL"
        };
        let lost = match self.loss {
            Loss::Process => "process",
            Loss::Machine => "machine",
        };
        say(HEADING);
        say(&format!(
            "| {database} | {lost} | {} | {} | {} | 0 | {} | {} | {} | {} |",
            self.rig.people,
            self.killed,
            figures.mailed,
            figures.delivered,
            figures.in_doubt,
            self.bound(),
            seconds,
        ));
    }
}

async fn kill_while_mailing(loss: Loss) {
    let size = size();
    let (rig, mut server) = Rig::new(Plan {
        people: size.people,
        connections: 8,
        dkim: "relay",
    })
    .await;
    let mut moments = Moments::new();
    let kills = kills(&mut moments, &size);
    let mut run = Run {
        rig,
        moments,
        loss,
        killed: 0,
        in_the_middle: 0,
    };
    // Receivers take their time to answer, so that transactions are open whenever a kill comes.
    run.rig.misbehave("tarpit=1");
    let clock = Clock::machine();
    let begun = clock.now();
    let send = run.rig.send(&server).await;
    for at in kills {
        server = run.kill_at(server, at).await;
    }
    let figures = evidence::of_ended(&run.rig, &server, &send).await;
    run.print(&figures, (clock.now() - begun) / 1000);
    assert!(
        figures.in_doubt <= run.bound(),
        "{} in doubt",
        figures.in_doubt
    );
    assert!(
        run.in_the_middle * 10 >= size.kills * 9,
        "{} of {} kills came while it was mailing",
        run.in_the_middle,
        size.kills
    );
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_kill_while_mailing() {
    kill_while_mailing(Loss::Process).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn torture_lose_the_machine_while_mailing() {
    kill_while_mailing(Loss::Machine).await;
}
