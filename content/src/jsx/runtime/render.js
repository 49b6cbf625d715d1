// From elements to one HTML document.

import { Fragment, Refusal, createElement, isContext, isValidElement } from "postrider:element";
import { attributes, escapeText } from "postrider:attributes";
import { Theme } from "postrider:tailwind";

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';
const VOID = new Set("area base br col embed hr img input link meta param source track wbr".split(" "));
// What mails nest is far below; what is above is a component that contains itself.
const MAX_DEPTH = 400;

/** Marks the components of the vocabulary: utility classes are resolved before these see their props. */
export const VOCABULARY = Symbol("vocabulary");

/** Stands for itself: what is inside it understands utility classes. */
export const Tailwind = () => null;

const rules = new Map();
let out = [];
let size = 0;
let limit = 0;
let depth = 0;
let theme = null;
let head = null;
let afterHtml = null;
let current;

/** Where the element stands that was being rendered last. */
export const currentPlace = () => current;

function emit(text) {
  size += text.length;
  if (size > limit) refuse("the result is too large");
  out.push(text);
}

function refuse(message) {
  throw new Refusal(message, current);
}

function renderNode(node) {
  if (node === null || node === undefined || typeof node === "boolean") return;
  if (typeof node === "string") return emit(escapeText(node));
  if (typeof node === "number" || typeof node === "bigint") return emit(escapeText(String(node)));
  if (typeof node === "function") refuse("a function stands where an element or a text should: is a call missing?");
  if (typeof node === "symbol") refuse("a symbol cannot be rendered");
  if (isValidElement(node)) return renderElement(node);
  if (typeof node.then === "function") refuse("asynchronous components are not supported: a template cannot wait for anything");
  if (typeof node[Symbol.iterator] === "function") {
    for (const child of node) renderNode(child);
    return;
  }
  refuse(`an object cannot be rendered (it has the keys ${Object.keys(node).slice(0, 5).join(", ")})`);
}

function renderElement(element) {
  const outer = current;
  current = element.place ?? current;
  if (++depth > MAX_DEPTH) refuse(`more than ${MAX_DEPTH} elements are inside each other: does a component contain itself?`);
  const { type, props } = element;
  if (type === Fragment) renderNode(props.children);
  else if (type === Tailwind) within(new Theme(props.config), props.children);
  else if (typeof type === "string") renderTag(type, inlined(props));
  else if (typeof type === "function") renderNode(call(type, props));
  else if (isContext(type)) renderProvider(type, props);
  else refuse("`{tag}` is not a component: is it exported under another name?");
  depth--;
  current = outer;
}

function call(component, props) {
  const isClass = component.prototype?.isReactComponent || /^class\b/.test(Function.prototype.toString.call(component));
  if (isClass) refuse(`\`${component.name}\` is a class: class components are not supported, write a function`);
  return component(component[VOCABULARY] ? inlined(props) : props);
}

function within(inner, children) {
  const outer = theme;
  theme = inner;
  renderNode(children);
  theme = outer;
}

function renderProvider(context, props) {
  const outer = context.value;
  context.value = props.value;
  renderNode(props.children);
  context.value = outer;
}

const inlined = (props) => (theme && typeof props.className === "string" ? theme.inline(props, rules) : props);

function renderTag(name, props) {
  if (!/^[A-Za-z][\w:.-]*$/.test(name)) refuse("this is no name of an element");
  const inner = props.dangerouslySetInnerHTML?.__html;
  const hasContent = inner !== undefined || (props.children !== undefined && props.children !== null);
  if (VOID.has(name)) {
    if (hasContent) refuse(`<${name}> cannot have content`);
    return emit(`<${name}${attributes(props)}/>`);
  }
  emit(`<${name}${attributes(props)}>`);
  if (name === "html") afterHtml ??= slot();
  if (inner !== undefined && inner !== null) emit(String(inner));
  else if (name === "style" || name === "script") emit(rawText(props.children));
  else renderNode(props.children);
  if (name === "head") head ??= slot();
  emit(`</${name}>`);
}

// A place to write into later: the rules of utility classes are known at the end only.
const slot = () => out.push("") - 1;

function rawText(children) {
  const text = Array.isArray(children) ? children.join("") : String(children ?? "");
  return text.replace(/<\/(?=style|script)/gi, "<\\/");
}

// Of two rules that apply, the later wins: wide screens go behind narrow ones.
function order({ query }) {
  const [, bound, width] = /(min|max)-width:([\d.]+)/.exec(query) ?? [];
  if (width) return bound === "min" ? Number(width) : -Number(width);
  return query ? Infinity : -Infinity;
}

function mediaStyle() {
  if (rules.size === 0) return "";
  const sorted = [...rules.values()].sort((one, other) => (order(one) < order(other) ? -1 : 1));
  const text = sorted.map(({ query, body }) => (query ? `${query}{${body}}` : body)).join("");
  return `<style>${rawText(text)}</style>`;
}

function root(exports) {
  const exported = exports.default;
  if (isValidElement(exported)) return exported;
  if (typeof exported === "function") return createElement(exported, exported.PreviewProps);
  if (exported !== undefined) throw new Refusal("the default export is neither a component nor an element");
  const named = Object.keys(exports).find((name) => typeof exports[name] === "function" && /^[A-Z]/.test(name));
  throw new Refusal(
    named
      ? `there is no default export: write \`export default ${named}\``
      : "there is no default export: write `export default function Email() { … }`",
  );
}

/** Renders what a template exports. */
export function renderDocument(exports, maximum) {
  limit = maximum;
  renderNode(root(exports));
  if (head !== null) out[head] = mediaStyle();
  else if (afterHtml !== null) out[afterHtml] = rules.size > 0 ? `<head>${mediaStyle()}</head>` : "";
  let text = out.join("");
  if (afterHtml === null) text = `<html dir="ltr" lang="en"><head>${mediaStyle()}</head><body>${text}</body></html>`;
  return (DOCTYPE + text).toWellFormed().replaceAll("\0", "\ufffd");
}
