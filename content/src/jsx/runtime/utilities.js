// Utility classes with a value: `p-4`, `text-red-500`, `w-[300px]`.

const SIDES = { t: ["Top"], r: ["Right"], b: ["Bottom"], l: ["Left"], x: ["Left", "Right"], y: ["Top", "Bottom"] };
const CORNERS = {
  t: ["TopLeft", "TopRight"],
  r: ["TopRight", "BottomRight"],
  b: ["BottomRight", "BottomLeft"],
  l: ["TopLeft", "BottomLeft"],
  tl: ["TopLeft"],
  tr: ["TopRight"],
  bl: ["BottomLeft"],
  br: ["BottomRight"],
};

/** What stands in brackets; underscores are spaces. */
function bracketed(value) {
  return /^\[.+\]$/.test(value) ? value.slice(1, -1).replaceAll("_", " ") : undefined;
}

const text = (value) => (typeof value === "string" || typeof value === "number" ? String(value) : undefined);

function length(value, scale) {
  const own = text(scale[value]);
  if (own !== undefined) return own;
  if (/^\d+(\.\d+)?$/.test(value)) return value === "0" ? "0" : `${Number(value) * 4}px`;
  const [, part, whole] = /^(\d+)\/(\d+)$/.exec(value) ?? [];
  if (Number(whole) > 0) return `${Number(((part / whole) * 100).toFixed(4))}%`;
  return bracketed(value);
}

const isColor = (value) => /^(#|rgb|hsl|color:|var\()/.test(value) || /^[a-z]+$/i.test(value);

function withOpacity(color, opacity) {
  const [, hex] = /^#([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(color) ?? [];
  if (!hex || opacity === undefined) return color;
  const pairs = hex.length === 3 ? [...hex].map((digit) => digit + digit) : hex.match(/../g);
  const share = bracketed(opacity) ?? String(Number(opacity) / 100);
  return `rgba(${pairs.map((pair) => parseInt(pair, 16)).join(",")},${share})`;
}

function color(value, theme) {
  const [, name, opacity] = /^(.+?)(?:\/(\d+|\[[\d.]+\]))?$/.exec(value) ?? [];
  const given = name && bracketed(name);
  if (given !== undefined) return isColor(given) ? withOpacity(given.replace(/^color:/, ""), opacity) : undefined;
  const known = text(theme.colors[name]);
  return known === undefined ? undefined : withOpacity(known, opacity);
}

const entry = (rank, names, value) =>
  value === undefined ? null : { rank, style: Object.fromEntries(names.map((name) => [name, value])) };

export const UTILITIES = new Map();

// Padding and margin, on all sides or some.
for (const [letter, property] of [
  ["p", "padding"],
  ["m", "margin"],
]) {
  const put = (suffix, rank, names) =>
    UTILITIES.set(letter + suffix, (value, theme, sign = "") => {
      const size = length(value, theme.spacing);
      const signed = sign && /^\d/.test(size ?? "") ? sign + size : size;
      return sign && signed === size ? null : entry(rank, names, signed);
    });
  put("", 0, [property]);
  for (const side of Object.keys(SIDES)) {
    put(side, side === "x" || side === "y" ? 1 : 2, SIDES[side].map((name) => property + name));
  }
}

for (const [name, property] of Object.entries({
  w: "width",
  h: "height",
  "min-w": "minWidth",
  "min-h": "minHeight",
  "max-h": "maxHeight",
  top: "top",
  right: "right",
  bottom: "bottom",
  left: "left",
  gap: "gap",
  indent: "textIndent",
})) {
  UTILITIES.set(name, (value, theme) => entry(1, [property], length(value, theme.spacing)));
}
UTILITIES.set("size", (value, theme) => entry(0, ["width", "height"], length(value, theme.spacing)));
UTILITIES.set("max-w", (value, theme) => entry(1, ["maxWidth"], text(theme.maxWidth[value]) ?? length(value, theme.spacing)));

function fontSize(value, theme) {
  const [, name, height] = /^(\[.+?\]|[^/]+)(?:\/(.+))?$/.exec(value) ?? [];
  const known = theme.fontSize[name];
  const [size, ownHeight] = Array.isArray(known) ? known : [text(known) ?? bracketed(name ?? "")];
  if (size === undefined) return null;
  const between = typeof ownHeight === "object" ? ownHeight?.lineHeight : ownHeight;
  const lineHeight = height === undefined ? text(between) : leading(height, theme);
  return { rank: 0, style: lineHeight === undefined ? { fontSize: size } : { fontSize: size, lineHeight } };
}

const leading = (value, theme) => text(theme.lineHeight[value]) ?? length(value, theme.spacing);

UTILITIES.set("text", (value, theme) => entry(1, ["color"], color(value, theme)) ?? fontSize(value, theme));
UTILITIES.set("leading", (value, theme) => entry(1, ["lineHeight"], leading(value, theme)));
UTILITIES.set("tracking", (value, theme) => entry(1, ["letterSpacing"], text(theme.letterSpacing[value]) ?? bracketed(value)));
UTILITIES.set("decoration", (value, theme) => entry(1, ["textDecorationColor"], color(value, theme)));
UTILITIES.set("opacity", (value) => entry(1, ["opacity"], bracketed(value) ?? (/^\d+$/.test(value) ? String(value / 100) : undefined)));
UTILITIES.set("z", (value) => entry(1, ["zIndex"], bracketed(value) ?? (/^\d+$/.test(value) ? value : undefined)));

UTILITIES.set("font", (value, theme) => {
  const given = bracketed(value);
  const weight = given === undefined ? text(theme.fontWeight[value]) : /^\d+$/.test(given) ? given : undefined;
  if (weight !== undefined) return entry(1, ["fontWeight"], weight);
  const family = given ?? theme.fontFamily[value];
  return entry(1, ["fontFamily"], Array.isArray(family) ? family.flat().filter((name) => typeof name === "string").join(",") : text(family));
});

UTILITIES.set("bg", (value, theme) => {
  const given = bracketed(value);
  if (given?.startsWith("url(")) return entry(1, ["backgroundImage"], given);
  return entry(1, ["backgroundColor"], color(value, theme));
});

// `border`, `border-2`, `border-t-[3px]`, `border-red-500`.
function border(sides) {
  const rank = sides[0] === "" ? 0 : 1;
  return (value, theme) => {
    const given = bracketed(value);
    const tint = color(value, theme);
    if (tint !== undefined) return entry(rank, sides.map((side) => `border${side}Color`), tint);
    const width = value === "DEFAULT" ? "1px" : (given ?? (/^\d+$/.test(value) ? `${value}px` : undefined));
    return entry(rank, sides.map((side) => `border${side}Width`), width);
  };
}
UTILITIES.set("border", border([""]));
for (const side of Object.keys(SIDES)) UTILITIES.set(`border-${side}`, border(SIDES[side]));

const radius = (value, theme) => text(theme.borderRadius[value]) ?? bracketed(value);
UTILITIES.set("rounded", (value, theme) => entry(0, ["borderRadius"], radius(value, theme)));
for (const corner of Object.keys(CORNERS)) {
  const names = CORNERS[corner].map((name) => `border${name}Radius`);
  UTILITIES.set(`rounded-${corner}`, (value, theme) => entry(corner.length, names, radius(value, theme)));
}
