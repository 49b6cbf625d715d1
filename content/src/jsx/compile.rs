//! From TSX to the JavaScript of today, with a map of where everything came from.

use std::path::{Path, PathBuf};

use oxc::allocator::Allocator;
use oxc::ast::ast::{ImportDeclarationSpecifier, Program, Statement, StringLiteral};
use oxc::codegen::{Codegen, CodegenOptions};
use oxc::diagnostics::{OxcDiagnostic, Severity};
use oxc::parser::Parser;
use oxc::semantic::SemanticBuilder;
use oxc::span::SourceType;
use oxc::transformer::{JsxOptions, TransformOptions, Transformer};

use super::place::PlaceMap;
use super::runtime::INDEX;
use crate::report::{ImportError, SourcePosition};

/// A template that can be run.
pub struct Compiled {
    pub code: String,
    pub places: PlaceMap,
    /// Every name that is imported, with the byte where.
    pub imports: Vec<(String, usize)>,
}

pub fn compile(source: &str) -> Result<Compiled, ImportError> {
    let allocator = Allocator::default();
    let parsed = Parser::new(&allocator, source, SourceType::tsx()).parse();
    refuse(source, &parsed.diagnostics)?;
    if let Some(dynamic) = parsed.module_record.dynamic_imports.first() {
        let at = SourcePosition::of(source, dynamic.span.start as usize);
        return Err(ImportError::at(
            "`import()` is not supported: a template is one file.",
            at,
        ));
    }
    let mut program = parsed.program;
    let semantic = SemanticBuilder::new()
        .with_check_syntax_error(true)
        .with_enum_eval(true)
        .build(&program);
    refuse(source, &semantic.diagnostics)?;
    let scoping = semantic.semantic.into_scoping();
    let transformed = Transformer::new(&allocator, Path::new("template"), &options())
        .build_with_scoping(scoping, &mut program);
    refuse(source, &transformed.diagnostics)?;
    let imports = redirect_imports(source, &mut program)?;
    let printed = Codegen::new()
        .with_options(CodegenOptions {
            source_map_path: Some(PathBuf::from("template")),
            ..CodegenOptions::default()
        })
        .build(&program);
    Ok(Compiled {
        places: PlaceMap::new(&printed),
        code: printed.code,
        imports,
    })
}

/// JSX becomes calls that carry where each element stands.
fn options() -> TransformOptions {
    let mut jsx = JsxOptions {
        development: true,
        import_source: Some("react".to_owned()),
        // `<v:roundrect>` is what Outlook draws round buttons with.
        throw_if_namespace: false,
        ..JsxOptions::enable()
    };
    jsx.conform();
    TransformOptions {
        jsx,
        ..TransformOptions::default()
    }
}

fn refuse(source: &str, diagnostics: &[OxcDiagnostic]) -> Result<(), ImportError> {
    let Some(first) = diagnostics
        .iter()
        .find(|found| found.severity == Severity::Error)
    else {
        return Ok(());
    };
    let message = format!("Syntax error: {}.", first.message.trim_end_matches('.'));
    Err(match first.labels.first() {
        Some(label) => {
            ImportError::at(message, SourcePosition::of(source, label.offset() as usize))
        }
        None => ImportError::new(message),
    })
}

/// Every accepted name means the one module that is there; every other is refused.
fn redirect_imports(
    source: &str,
    program: &mut Program<'_>,
) -> Result<Vec<(String, usize)>, ImportError> {
    let mut names = Vec::new();
    for statement in &mut program.body {
        match statement {
            Statement::ImportDeclaration(import) => {
                redirect(source, &mut import.source)?;
                import.with_clause = None;
                for specifier in import.specifiers.iter().flatten() {
                    if let ImportDeclarationSpecifier::ImportSpecifier(named) = specifier {
                        names.push((named.imported.name().to_string(), named.span.start as usize));
                    }
                }
            }
            Statement::ExportFromDeclaration(export) => {
                redirect(source, &mut export.source)?;
                for specifier in &export.specifiers {
                    names.push((
                        specifier.local.name().to_string(),
                        specifier.span.start as usize,
                    ));
                }
            }
            Statement::ExportAllDeclaration(export) => redirect(source, &mut export.source)?,
            _ => {}
        }
    }
    Ok(names)
}

fn redirect(source: &str, module: &mut StringLiteral<'_>) -> Result<(), ImportError> {
    let name = module.value.as_str();
    if is_there(name) {
        module.value = INDEX.into();
        module.raw = None;
        return Ok(());
    }
    let why = if name.starts_with(['.', '/', '~', '@']) && !name.contains("react-email") {
        "a template is one file, and"
    } else {
        "in a template"
    };
    Err(ImportError::at(
        format!(
            "`{name}` cannot be imported: {why} only react and @react-email/components are there."
        ),
        SourcePosition::of(source, module.span.start as usize),
    ))
}

fn is_there(module: &str) -> bool {
    const REACT: [&str; 4] = [
        "react",
        "react/jsx-runtime",
        "react/jsx-dev-runtime",
        "react-email",
    ];
    REACT.contains(&module)
        || module.strip_prefix("@react-email/").is_some_and(|part| {
            part.chars()
                .all(|letter| letter.is_ascii_lowercase() || letter == '-')
        })
}
