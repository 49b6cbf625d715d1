// Attributes and styles as HTML writes them.

const RENAMED = {
  className: "class",
  htmlFor: "for",
  httpEquiv: "http-equiv",
  acceptCharset: "accept-charset",
  strokeWidth: "stroke-width",
  strokeLinecap: "stroke-linecap",
  strokeLinejoin: "stroke-linejoin",
  strokeDasharray: "stroke-dasharray",
  fillRule: "fill-rule",
  fillOpacity: "fill-opacity",
  clipRule: "clip-rule",
  clipPath: "clip-path",
  stopColor: "stop-color",
  stopOpacity: "stop-opacity",
  textAnchor: "text-anchor",
  xlinkHref: "xlink:href",
  xmlLang: "xml:lang",
  xmlnsXlink: "xmlns:xlink",
};
// SVG is the one vocabulary whose attributes have capitals.
const AS_WRITTEN = new Set(["viewBox", "preserveAspectRatio", "gradientUnits", "gradientTransform", "patternUnits", "spreadMethod"]);
const NO_ATTRIBUTE = new Set([
  "children",
  "key",
  "ref",
  "dangerouslySetInnerHTML",
  "suppressHydrationWarning",
  "suppressContentEditableWarning",
  "defaultValue",
  "defaultChecked",
]);
const NAME = /^[A-Za-z_:][\w:.-]*$/;

const UNITLESS = new Set(
  (
    "animationIterationCount aspectRatio borderImageOutset borderImageSlice borderImageWidth boxFlex columnCount columns " +
    "fillOpacity flex flexGrow flexPositive flexShrink flexNegative flexOrder floodOpacity fontWeight gridArea gridColumn " +
    "gridColumnEnd gridColumnStart gridRow gridRowEnd gridRowStart lineClamp lineHeight opacity order orphans scale " +
    "stopOpacity strokeDasharray strokeDashoffset strokeMiterlimit strokeOpacity strokeWidth tabSize widows WebkitLineClamp " +
    "zIndex zoom msoLineHeightRule msoFontWidth"
  ).split(" "),
);

export const escapeText = (text) =>
  text.replace(/[&<>]/g, (found) => (found === "&" ? "&amp;" : found === "<" ? "&lt;" : "&gt;"));
export const escapeValue = (text) => escapeText(text).replace(/"/g, "&quot;");

function property(name) {
  if (name.startsWith("--")) return name;
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`).replace(/^ms-/, "-ms-");
}

/** A style object as the text of a style attribute. */
export function css(style) {
  const declarations = [];
  for (const name of Object.keys(style)) {
    const value = style[name];
    if (value === null || value === undefined || value === "" || typeof value === "boolean") continue;
    const pixels = typeof value === "number" && value !== 0 && !UNITLESS.has(name) && !name.startsWith("--");
    declarations.push(`${property(name)}:${pixels ? `${value}px` : String(value).trim()}`);
  }
  return declarations.join(";");
}

function attributeName(name) {
  if (Object.hasOwn(RENAMED, name)) return RENAMED[name];
  return AS_WRITTEN.has(name) ? name : name.toLowerCase();
}

function attributeValue(name, value) {
  if (name === "style" && typeof value === "object") return css(value) || undefined;
  if (typeof value === "boolean") {
    if (/^(aria|data)-/.test(name)) return String(value);
    return value ? "" : undefined;
  }
  return String(value);
}

/** ` name="value"` for each prop that is an attribute. Functions are event handlers: a mail has none. */
export function attributes(props) {
  let text = "";
  for (const name of Object.keys(props)) {
    const given = props[name];
    if (given === null || given === undefined || typeof given === "function" || typeof given === "symbol") continue;
    if (NO_ATTRIBUTE.has(name) || !NAME.test(name)) continue;
    const value = attributeValue(name, given);
    if (value !== undefined) text += ` ${attributeName(name)}="${escapeValue(value)}"`;
  }
  return text;
}
