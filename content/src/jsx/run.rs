//! The JavaScript engine: no IO, no modules but ours, and an end to everything.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use rquickjs::{Context, Ctx, Exception, Function, Module, Object, Promise, Runtime, Value};
use rustix::time::{ClockId, clock_gettime};

use super::compile::Compiled;
use super::limits::Limits;
use super::place;
use super::runtime::{INDEX, MODULES, RENDER};
use crate::report::{ImportError, SourcePosition};

const TOO_LONG: &str = "The template took too long: does it have an endless loop?";
const TOO_LARGE: &str = "The template needs too much memory.";
const TOO_DEEP: &str =
    "The template calls itself too deep: does a function or a component contain itself?";
const MAX_MESSAGE: usize = 500;

/// Runs a compiled template and gives its HTML.
pub fn run(template: &Compiled, source: &str, limits: &Limits) -> Result<String, ImportError> {
    let out_of_memory = |_| ImportError::new("There is not enough memory for the template.");
    let runtime = Runtime::new().map_err(out_of_memory)?;
    runtime.set_memory_limit(limits.memory);
    runtime.set_max_stack_size(limits.stack);
    let interrupted = interrupt_after(&runtime, limits.evaluation);
    let context = Context::full(&runtime).map_err(out_of_memory)?;
    context.with(|ctx| {
        let engine = Engine {
            ctx: &ctx,
            template,
            source,
            limits,
        };
        engine.render().map_err(|failure| match failure {
            Failure::Said(error) => error,
            Failure::Threw(error) => {
                let error = engine.explain(&error);
                // To the engine an interrupt is an exception like another.
                if interrupted.get() {
                    ImportError {
                        message: TOO_LONG.to_owned(),
                        ..error
                    }
                } else {
                    error
                }
            }
        })
    })
}

/// Counts CPU time of this thread: how busy the machine is does not matter.
fn interrupt_after(runtime: &Runtime, allowed: Duration) -> Rc<Cell<bool>> {
    let used = || {
        let time = clock_gettime(ClockId::ThreadCPUTime);
        Duration::new(time.tv_sec as u64, time.tv_nsec as u32)
    };
    let end = used() + allowed;
    let interrupted = Rc::new(Cell::new(false));
    let flag = Rc::clone(&interrupted);
    runtime.set_interrupt_handler(Some(Box::new(move || {
        let over = used() >= end;
        flag.set(flag.get() || over);
        over
    })));
    interrupted
}

enum Failure {
    /// Known to us, in words.
    Said(ImportError),
    /// An exception of the engine.
    Threw(rquickjs::Error),
}

impl From<rquickjs::Error> for Failure {
    fn from(error: rquickjs::Error) -> Self {
        Self::Threw(error)
    }
}

struct Engine<'a, 'js> {
    ctx: &'a Ctx<'js>,
    template: &'a Compiled,
    source: &'a str,
    limits: &'a Limits,
}

impl<'js> Engine<'_, 'js> {
    fn render(&self) -> Result<String, Failure> {
        let ctx = self.ctx;
        ctx.globals().set(
            "markdown",
            Function::new(ctx.clone(), |text: String| markdown(&text)),
        )?;
        for (name, source) in MODULES {
            Module::declare(ctx.clone(), name, source)?;
        }
        let index: Object = Module::import(ctx, INDEX)?.finish()?;
        self.check_imports(&index)?;
        let (module, promise) =
            Module::declare(ctx.clone(), place::TEMPLATE, self.template.code.as_str())?.eval()?;
        settled(&promise)?;
        let render: Function = self.renderer()?.get("renderDocument")?;
        let html: String = render.call((module.namespace()?, self.limits.output))?;
        if html.len() > self.limits.output {
            return Err(Failure::Said(ImportError::new("The result is too large.")));
        }
        Ok(html)
    }

    fn renderer(&self) -> rquickjs::Result<Object<'js>> {
        Module::import(self.ctx, RENDER)?.finish()
    }

    /// The engine would say that a name is missing, but not where.
    fn check_imports(&self, index: &Object<'js>) -> Result<(), Failure> {
        for (name, offset) in &self.template.imports {
            if !index.contains_key(name.as_str())? {
                let message =
                    format!("`{name}` cannot be imported: there is no such component or function.");
                let at = SourcePosition::of(self.source, *offset);
                return Err(Failure::Said(ImportError::at(message, at)));
            }
        }
        Ok(())
    }

    fn explain(&self, error: &rquickjs::Error) -> ImportError {
        if !error.is_exception() {
            return ImportError::new("The template cannot be run.");
        }
        let thrown = self.ctx.catch();
        if let Some(exception) = thrown.as_object() {
            return self.explain_exception(exception);
        }
        let text = thrown.as_string().and_then(|text| text.to_string().ok());
        // An engine without memory for an exception throws nothing at all.
        let what = text.unwrap_or_else(|| "no error, or needs too much memory".to_owned());
        sentence(&format!("The template threw {what}"), self.current_place())
    }

    fn explain_exception(&self, exception: &Object<'js>) -> ImportError {
        let stack =
            Exception::from_object(exception.clone()).and_then(|exception| exception.stack());
        let in_stack = stack.and_then(|stack| self.template.places.of_stack(&stack));
        let message = exception.get::<_, String>("message").unwrap_or_default();
        if exception.get::<_, bool>("refused").unwrap_or(false) {
            let own = exception
                .get::<_, Object>("place")
                .ok()
                .and_then(|place| as_place(&place));
            let at = own.or(in_stack).or_else(|| self.current_place());
            let tag = at
                .and_then(|at| place::tag_at(self.source, at))
                .unwrap_or("This");
            return sentence(&message.replace("{tag}", tag), at);
        }
        let at = in_stack.or_else(|| self.current_place());
        if message == "out of memory" {
            return sentence(TOO_LARGE, at);
        }
        if message.contains("call stack size") || message.contains("stack overflow") {
            return sentence(TOO_DEEP, at);
        }
        let name = exception
            .get::<_, String>("name")
            .unwrap_or_else(|_| "Error".to_owned());
        sentence(&format!("The template threw {name}: {message}"), at)
    }

    /// Where the element stands that was rendered last.
    fn current_place(&self) -> Option<SourcePosition> {
        let current: Function = self.renderer().ok()?.get("currentPlace").ok()?;
        as_place(&current.call::<_, Object>(()).ok()?)
    }
}

/// A module that awaits something is not done; nothing would ever wake it.
fn settled(promise: &Promise<'_>) -> Result<(), Failure> {
    match promise.result::<Value>() {
        Some(result) => result.map(|_| ()).map_err(Failure::Threw),
        None => Err(Failure::Said(ImportError::new(
            "`await` is not supported: a template cannot wait for anything.",
        ))),
    }
}

/// A message that begins and ends like one, and is not a book.
fn sentence(text: &str, at: Option<SourcePosition>) -> ImportError {
    let mut letters = text.chars();
    let first = letters.next().map(char::to_uppercase);
    let mut message: String = first
        .into_iter()
        .flatten()
        .chain(letters.take(MAX_MESSAGE))
        .collect();
    if !message.ends_with(['.', '?', '!']) {
        message.push('.');
    }
    ImportError { message, at }
}

fn as_place(object: &Object<'_>) -> Option<SourcePosition> {
    Some(SourcePosition {
        line: object.get("line").ok()?,
        column: object.get("column").ok()?,
    })
}

/// HTML inside Markdown is text: what the result's tags are is known.
fn markdown(text: &str) -> String {
    use pulldown_cmark::{Event, Options, Parser, html};
    let options = Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH;
    let events = Parser::new_ext(text, options).map(|event| match event {
        Event::Html(raw) | Event::InlineHtml(raw) => Event::Text(raw),
        other => other,
    });
    let mut rendered = String::new();
    html::push_html(&mut rendered, events);
    rendered
}
