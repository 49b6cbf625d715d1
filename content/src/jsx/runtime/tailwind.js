// Utility classes become inline styles. What depends on the screen, the colour scheme or the pointer goes
// into rules under harmless class names; what is not known stays a class.

import { DEFAULTS, FIXED } from "postrider:scales";
import { UTILITIES } from "postrider:utilities";

const PSEUDO = new Set(["hover", "focus", "active", "visited"]);
const FORBIDDEN = /[{};<>]/;

/** `sm:hover:p-[a:b]` at its colons outside brackets. */
function splitVariants(name) {
  const parts = [""];
  let depth = 0;
  for (const letter of name) {
    if (letter === "[") depth++;
    if (letter === "]") depth--;
    if (letter === ":" && depth === 0) parts.push("");
    else parts[parts.length - 1] += letter;
  }
  return parts;
}

function merged(config, key) {
  const theme = config?.theme ?? {};
  return { ...theme[key], ...theme.extend?.[key] };
}

function flatten(colors, prefix, into, depth) {
  for (const name of Object.keys(colors)) {
    const value = colors[name];
    const path = name === "DEFAULT" ? prefix : prefix ? `${prefix}-${name}` : name;
    if (typeof value === "string") into[path] = value;
    else if (value && typeof value === "object" && depth < 4) flatten(value, path, into, depth + 1);
  }
  return into;
}

export class Theme {
  constructor(config) {
    const layers = [...(Array.isArray(config?.presets) ? config.presets : []), config];
    for (const key of Object.keys(DEFAULTS)) {
      const replaced = layers.some((layer) => layer?.theme?.[key]);
      this[key] = Object.assign(Object.create(null), replaced ? null : DEFAULTS[key]);
      for (const layer of layers) Object.assign(this[key], merged(layer, key));
    }
    this.colors = flatten(this.colors, "", Object.create(null), 0);
    this.known = new Map();
  }

  /** `{ rank, style }` of one class without variants; a higher rank is more particular. */
  resolve(name) {
    if (!this.known.has(name)) this.known.set(name, FORBIDDEN.test(name) ? null : this.#find(name));
    return this.known.get(name);
  }

  #find(name) {
    if (FIXED.has(name)) return { rank: 1, style: FIXED.get(name) };
    const negative = name.startsWith("-");
    const bare = negative ? name.slice(1) : name;
    const bracket = bare.indexOf("-[");
    if (UTILITIES.has(bare) && !negative) return UTILITIES.get(bare)("DEFAULT", this);
    for (let end = bracket < 0 ? bare.length : bracket + 1; (end = bare.lastIndexOf("-", end - 1)) > 0; ) {
      const utility = UTILITIES.get(bare.slice(0, end));
      const found = utility?.(bare.slice(end + 1), this, negative ? "-" : "");
      if (found) return found;
    }
    return null;
  }

  /** The selector's query and pseudo-class for variants, or null if one is unknown. */
  #conditions(variants) {
    const queries = [];
    let pseudo = "";
    for (const variant of variants) {
      const screen = this.screens[variant.replace(/^max-/, "")];
      if (variant === "dark") queries.push("(prefers-color-scheme:dark)");
      else if (PSEUDO.has(variant)) pseudo += `:${variant}`;
      else if (typeof screen !== "string" || FORBIDDEN.test(screen)) return null;
      else queries.push(`(${variant.startsWith("max-") ? "max" : "min"}-width:${screen})`);
    }
    return { query: queries.length > 0 ? `@media ${queries.join(" and ")}` : "", pseudo };
  }

  #rule(name, variants, style, rules) {
    const conditions = this.#conditions(variants);
    if (!conditions) return name;
    const safe = name.replace(/[^\w-]/g, "_").replace(/^(?=\d)/, "_");
    const rule = rules.get(conditions.query) ?? { query: conditions.query, body: "", names: new Set() };
    if (!rule.names.has(safe)) {
      rule.names.add(safe);
      rule.body += `.${safe}${conditions.pseudo}{${important(style)}}`;
      rules.set(conditions.query, rule);
    }
    return safe;
  }

  /** Props with the utility classes of `className` turned into `style`; `style` itself goes before them. */
  inline(props, rules) {
    const found = [];
    const rest = [];
    for (const name of props.className.split(/\s+/)) {
      if (name === "") continue;
      const variants = splitVariants(name);
      const utility = this.resolve(variants.pop().replace(/^!|!$/g, ""));
      if (!utility) rest.push(name);
      else if (variants.length === 0) found.push(utility);
      else rest.push(this.#rule(name, variants, utility.style, rules));
    }
    found.sort((one, other) => one.rank - other.rank);
    const { className: _className, style, ...others } = props;
    if (rest.length > 0) others.className = rest.join(" ");
    if (typeof style === "string") others.style = style;
    else if (found.length > 0 || style) others.style = Object.assign({}, ...found.map((utility) => utility.style), style);
    return others;
  }
}

// Rules must win over the styles in the element.
function important(style) {
  return Object.keys(style)
    .map((name) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}:${style[name]}!important`)
    .join(";");
}
