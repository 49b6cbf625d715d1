//! JSX templates in the child that renders them: what hostile ones can do there, and that it is gone afterwards.

use std::cell::Cell;
use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use postrider_content::jsx::Renderer;
use postrider_content::report::SourcePosition;
use serde_json::json;
use tempfile::TempDir;

use crate::support::{TestServer, until};

/// A name of its own for a program, so that its processes are told from those of other tests.
struct Program {
    _folder: TempDir,
    path: PathBuf,
}

impl Program {
    fn at(target: &str) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("postrider");
        std::os::unix::fs::symlink(target, &path).unwrap();
        Self {
            _folder: folder,
            path,
        }
    }

    fn real() -> Self {
        Self::at(env!("CARGO_BIN_EXE_postrider"))
    }

    /// Stops itself at once and never goes on.
    fn stuck() -> Self {
        Self::at(concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/api/jsx/stuck.sh"
        ))
    }

    fn renderer(&self) -> Renderer {
        Renderer::new(&self.path)
    }

    /// Folders in /proc of those that run, or are dead and not yet buried.
    fn processes(&self) -> HashSet<PathBuf> {
        let processes = std::fs::read_dir("/proc")
            .unwrap()
            .flatten()
            .map(|entry| entry.path());
        processes.filter(|process| self.is_in(process)).collect()
    }

    fn is_in(&self, process: &Path) -> bool {
        let words = std::fs::read(process.join("cmdline")).unwrap_or_default();
        let mut words = words.split(|byte| *byte == 0);
        words.any(|word| word == self.path.as_os_str().as_encoded_bytes())
    }

    async fn running(&self) -> PathBuf {
        until("a child runs", async || self.processes().into_iter().next()).await
    }

    async fn gone(&self) {
        until("no child is left", async || {
            self.processes().is_empty().then_some(())
        })
        .await;
    }
}

/// Runs for as long as its limit of CPU time lets it: the engine cannot be interrupted there.
const BUSY: &str = "'x'.repeat(1e6).replaceAll('x', 'y'.repeat(1e6));";

#[tokio::test]
async fn a_template_is_rendered() {
    let program = Program::real();
    let html = program
        .renderer()
        .render("import { Text } from '@react-email/components'; export default () => <Text>Grüße</Text>;")
        .await
        .unwrap();
    assert!(
        html.starts_with("<!DOCTYPE html PUBLIC \"-//W3C//DTD XHTML 1.0 Transitional//EN\""),
        "{html}"
    );
    assert!(html.contains(">Grüße</p>"), "{html}");
    assert!(program.processes().is_empty());
}

#[tokio::test]
async fn errors_keep_their_place() {
    let program = Program::real();
    let error = program
        .renderer()
        .render("\nimport x from 'lodash'; export default x;")
        .await
        .unwrap_err();
    assert!(
        error.message.starts_with("`lodash` cannot be imported"),
        "{error:?}"
    );
    assert_eq!(
        error.at,
        Some(SourcePosition {
            line: 2,
            column: 15
        })
    );
}

const LONG: &str = "too long";
/// Which limit of the engine stops what fills memory, time or memory, depends on how fast the machine is.
const LARGE: &str = " too ";

const HOSTILE: [(&str, &str); 13] = [
    ("while (true) {}", LONG),
    ("export default () => { for (;;); }", LONG),
    (
        "for (;;) { try { for (;;); } catch {} finally { for (;;); } }",
        LONG,
    ),
    ("/^(a+)+$/.test('a'.repeat(60) + '!');", LONG),
    ("throw { get message() { for (;;); } };", LONG),
    (
        "export default <p>{{ [Symbol.iterator]: () => ({ next: () => ({}) }) }}</p>;",
        LONG,
    ),
    (BUSY, LONG),
    ("const a = []; while (1) a.push(new Array(1e6));", LARGE),
    (
        "const a = []; while (1) a.push(new Array(1e6).fill(1));",
        LARGE,
    ),
    ("let s = 'x'.repeat(2 ** 29); while (1) s += s;", LARGE),
    (
        "const s = 'x'.repeat(2 ** 24), a = []; while (1) a.push((s + a.length).toUpperCase());",
        LARGE,
    ),
    ("const f = () => f() + 1; f();", "itself too deep"),
    ("const A = () => <A />; export default A;", "contain itself"),
];

#[tokio::test]
async fn hostile_templates_are_refused_and_their_children_gone() {
    let program = Program::real();
    let renderer = program.renderer();
    for (source, message) in HOSTILE {
        let error = renderer.render(source).await.unwrap_err();
        assert!(error.message.contains(message), "{source}: {error:?}");
        assert_eq!(program.processes(), HashSet::new(), "{source}");
    }
}

#[tokio::test]
async fn templates_that_are_too_much_are_refused() {
    let program = Program::real();
    let renderer = program.renderer();
    let nested = format!(
        "export default {}1{}",
        "(".repeat(200_000),
        ")".repeat(200_000)
    );
    let cases = [
        (nested.as_str(), "too deeply nested"),
        (
            "export default () => <p>{'x'.repeat(6e6)}</p>;",
            "The result is too large",
        ),
        (&" ".repeat(2_000_000), "larger than 1024 KB"),
    ];
    for (source, message) in cases {
        let error = renderer.render(source).await.unwrap_err();
        assert!(error.message.contains(message), "{error:?}");
        assert_eq!(program.processes(), HashSet::new(), "{message}");
    }
}

#[tokio::test]
async fn tampering_with_the_runtime_harms_the_template_only() {
    let program = Program::real();
    let renderer = program.renderer();
    let tricks = [
        "Array.prototype.push = () => { throw 1; };",
        "String.prototype.replace = () => { for (;;); };",
        "Object.defineProperty(Object.prototype, 'place', { get() { return { line: -1, column: {} }; } }); throw {};",
        "Object.prototype.refused = true; Object.prototype.message = 5; throw {};",
        "globalThis.Error = null; Symbol.iterator = null; null.x;",
        "Object.getPrototypeOf(function* () {}).constructor('import(\"os\")')().next();",
        "import * as E from 'react-email'; E.Html = 1;",
    ];
    for trick in tricks {
        // Whatever comes of it comes from the child itself.
        let source = format!("{trick}\nexport default () => <p title='a'>x</p>;");
        if let Err(error) = renderer.render(&source).await {
            let unanswered = ["could not be rendered", "at the moment"];
            assert!(
                !unanswered.iter().any(|text| error.message.contains(text)),
                "{trick}: {error:?}"
            );
        }
    }
    let html = renderer
        .render("export default <p>still here</p>;")
        .await
        .unwrap();
    assert!(html.contains("<p>still here</p>"));
}

#[tokio::test]
async fn a_child_has_nothing_of_ours() {
    let program = Program::real();
    let renderer = program.renderer();
    let look = async {
        let child = program.running().await;
        // What it was started with is there at once, its limits a moment later.
        let limits = until("its limits are set", async || {
            let limits = std::fs::read_to_string(child.join("limits")).ok()?;
            let last = "Max core file size        0                    0 ";
            limits.contains(last).then_some(limits)
        });
        let environment = std::fs::read_to_string(child.join("environ")).unwrap();
        assert_eq!(environment, "MIMALLOC_ARENA_RESERVE=0\0");
        assert_eq!(
            std::fs::read_link(child.join("cwd")).unwrap(),
            Path::new("/")
        );
        let limits = limits.await;
        for limit in [
            "Max open files            0 ",
            "Max file size             0 ",
            "Max cpu time              3 ",
            "Max data size             536870912 ",
        ] {
            assert!(limits.contains(limit), "{limit}\n{limits}");
        }
    };
    let (answer, ()) = tokio::join!(renderer.render(BUSY), look);
    assert!(answer.unwrap_err().message.contains("too long"));
}

#[tokio::test]
async fn a_child_that_never_answers_is_killed_from_outside() {
    let program = Program::stuck();
    let error = tokio::time::timeout(Duration::from_secs(30), program.renderer().render(""))
        .await
        .unwrap()
        .unwrap_err();
    assert!(error.message.contains("took too long"), "{error:?}");
    assert_eq!(program.processes(), HashSet::new());
}

#[tokio::test]
async fn a_child_that_never_ends_its_answer_is_cut_off() {
    let program = Program::at(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/api/jsx/flood.sh"
    ));
    let error = program.renderer().render("").await.unwrap_err();
    assert!(!error.message.is_empty());
    assert_eq!(program.processes(), HashSet::new());
}

#[tokio::test]
async fn a_caller_that_leaves_takes_its_child_along() {
    let program = Program::stuck();
    let renderer = program.renderer();
    tokio::select! {
        _ = renderer.render("") => panic!("it cannot answer"),
        _ = program.running() => {}
    }
    program.gone().await;
}

/// Whoever is killed leaves its place to the next.
#[tokio::test]
async fn two_children_run_at_once_and_no_more() {
    let program = Program::stuck();
    let path = program.path.clone();
    let server = TestServer::with()
        .configure(move |config| config.program.clone_from(&path))
        .start()
        .await;
    let brand = server.brand().await;
    let template = json!({ "format": "jsx", "content": "export default () => <p/>;" });
    let is_over = Cell::new(false);
    let importing = async || {
        while !is_over.get() {
            brand.post("/v1/emails/import", template.clone()).await;
        }
    };
    let mut seen = HashSet::new();
    let watch = until("six have run, two of them at once", async || {
        let now = program.processes();
        assert!(now.len() <= 2, "{now:?}");
        seen.extend(now.iter().cloned());
        if now.len() < 2 {
            return None;
        }
        for process in now {
            // One that has gone by itself meanwhile is gone.
            let _ = Command::new("kill")
                .arg("-KILL")
                .arg(process.file_name().unwrap())
                .status();
        }
        (seen.len() >= 6).then(|| is_over.set(true))
    });
    tokio::join!(importing(), importing(), importing(), watch);
    program.gone().await;
}

#[tokio::test]
async fn a_program_that_is_not_there_is_no_fault_of_the_template() {
    let error = Renderer::new("/nowhere/postrider")
        .render("export default <p/>;")
        .await
        .unwrap_err();
    assert_eq!(error.message, "Templates cannot be rendered at the moment.");
}

/// What the kernel says of a child: that it can gain no privileges, and that a filter stands before the kernel's calls.
#[tokio::test]
async fn a_child_is_confined() {
    let program = Program::real();
    let renderer = program.renderer();
    let look = async {
        let child = program.running().await;
        until("the child has confined itself", async || {
            let status = std::fs::read_to_string(child.join("status")).ok()?;
            status.contains("Seccomp:\t2").then_some(status)
        })
        .await
    };
    let (answer, status) = tokio::join!(renderer.render(BUSY), look);
    answer.unwrap_err();
    assert!(status.contains("NoNewPrivs:\t1"), "{status}");
    program.gone().await;
}
