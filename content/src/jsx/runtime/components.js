// The vocabulary of React Email, as tables that Outlook draws.

import { Children, Refusal, createElement as h } from "postrider:element";
import { css, escapeValue } from "postrider:attributes";
import { VOCABULARY } from "postrider:render";

const component = (render) => Object.assign(render, { [VOCABULARY]: true });

const TABLE = { align: "center", width: "100%", border: 0, cellPadding: 0, cellSpacing: 0, role: "presentation" };

export const Html = component(({ children, lang = "en", dir = "ltr", ...props }) => h("html", { dir, lang, ...props }, children));

export const Head = component(({ children, ...props }) =>
  h(
    "head",
    props,
    h("meta", { content: "text/html; charset=UTF-8", httpEquiv: "Content-Type" }),
    h("meta", { name: "x-apple-disable-message-reformatting" }),
    children,
  ),
);

const PREVIEW_LENGTH = 150;
const FILLER = "\u00a0\u200c\u200b\u200d\u200e\u200f\ufeff";
const HIDDEN = { display: "none", overflow: "hidden", lineHeight: "1px", opacity: 0, maxHeight: 0, maxWidth: 0 };

export const Preview = component(({ children = "", ...props }) => {
  const text = Children.toArray(children).join("").slice(0, PREVIEW_LENGTH);
  const filler = text.length < PREVIEW_LENGTH ? h("div", null, FILLER.repeat(PREVIEW_LENGTH - text.length)) : null;
  return h("div", { style: HIDDEN, "data-skip-in-text": true, ...props }, text, filler);
});

export const Body = component(({ children, style, ...props }) => {
  // Mail programs drop what stands on the body, but for its background.
  const { background, backgroundColor } = style ?? {};
  const cell = h("tbody", null, h("tr", null, h("td", { style }, children)));
  return h("body", { ...props, style: { background, backgroundColor } }, h("table", TABLE, cell));
});

export const Container = component(({ children, style, ...props }) =>
  h(
    "table",
    { ...TABLE, ...props, style: { maxWidth: "37.5em", ...style } },
    h("tbody", null, h("tr", { style: { width: "100%" } }, h("td", null, children))),
  ),
);

export const Section = component(({ children, style, ...props }) =>
  h("table", { ...TABLE, ...props, style }, h("tbody", null, h("tr", null, h("td", null, children)))),
);

export const Row = component(({ children, style, ...props }) => {
  const full = { style: { width: "100%" } };
  return h("table", { ...TABLE, ...props, style }, h("tbody", full, h("tr", full, children)));
});

export const Column = component(({ children, style, ...props }) =>
  h("td", { "data-id": "__react-email-column", ...props, style }, children),
);

const SPACE = {
  m: ["margin"],
  mx: ["marginLeft", "marginRight"],
  my: ["marginTop", "marginBottom"],
  mt: ["marginTop"],
  mr: ["marginRight"],
  mb: ["marginBottom"],
  ml: ["marginLeft"],
};

export const Heading = component(({ as = "h1", children, style, ...props }) => {
  const margins = {};
  for (const name of Object.keys(SPACE)) {
    const value = Number.parseFloat(props[name]);
    if (!Number.isNaN(value)) for (const property of SPACE[name]) margins[property] = `${value}px`;
    delete props[name];
  }
  return h(as, { ...props, style: { ...margins, ...style } }, children);
});

export const Text = component(({ children, style, ...props }) => {
  const margins = style && "margin" in style ? {} : { marginTop: "16px", marginBottom: "16px" };
  return h("p", { ...props, style: { fontSize: "14px", lineHeight: "24px", ...margins, ...style } }, children);
});

export const Link = component(({ children, style, target = "_blank", ...props }) =>
  h("a", { ...props, style: { color: "#067df7", textDecorationLine: "none", ...style }, target }, children),
);

export const Img = component(({ alt, src, width, height, style, ...props }) => {
  const plain = { display: "block", outline: "none", border: "none", textDecoration: "none", ...style };
  return h("img", { ...props, alt, height, src, style: plain, width });
});

export const Hr = component(({ style, ...props }) =>
  h("hr", { ...props, style: { width: "100%", border: "none", borderTop: "1px solid #eaeaea", ...style } }),
);

function pixels(value) {
  const size = Number.parseFloat(value);
  if (Number.isNaN(size)) return 0;
  return Math.min(/r?em$/.test(value) ? size * 16 : size, 200);
}

/** Top, right, bottom and left of a padding, in pixels. */
function paddings(style) {
  const parts = String(style.padding ?? 0).trim().split(/\s+/).map(pixels);
  const [top, right = top, bottom = top, left = right] = parts;
  const side = (name, otherwise) => (style[name] === undefined ? otherwise : pixels(style[name]));
  return [side("paddingTop", top), side("paddingRight", right), side("paddingBottom", bottom), side("paddingLeft", left)];
}

/** Outlook on Windows knows no padding on links: hair spaces, stretched up to five times, stand for it. */
function outlookSpace(width, raise) {
  const count = Math.ceil(width / 10);
  if (count === 0) return "";
  const stretch = Math.round((width / count / 2) * 100);
  const lift = raise ? `;mso-text-raise:${raise}` : "";
  const spaces = "&#8202;".repeat(count);
  return `<!--[if mso]><i style="mso-font-width:${stretch}%${lift}" hidden>${spaces}${raise ? "" : "&#8203;"}</i><![endif]-->`;
}

export const Button = component(({ children, style, target = "_blank", ...props }) => {
  const [top, right, bottom, left] = paddings(style ?? {});
  const points = (value) => (value * 3) / 4;
  const outer = {
    lineHeight: "100%",
    textDecoration: "none",
    display: "inline-block",
    maxWidth: "100%",
    msoPaddingAlt: "0px",
    ...style,
    padding: `${top}px ${right}px ${bottom}px ${left}px`,
  };
  for (const side of ["paddingTop", "paddingRight", "paddingBottom", "paddingLeft"]) delete outer[side];
  const inner = {
    maxWidth: "100%",
    display: "inline-block",
    lineHeight: "120%",
    msoPaddingAlt: "0px",
    msoTextRaise: `${points(bottom)}px`,
  };
  const raw = (html) => h("span", { dangerouslySetInnerHTML: { __html: html } });
  return h(
    "a",
    { ...props, style: outer, target },
    raw(outlookSpace(left, points(top + bottom))),
    h("span", { style: inner }, children),
    raw(outlookSpace(right, 0)),
  );
});

const MONOSPACE = 'ui-monospace,Menlo,Monaco,Consolas,"Courier New",monospace';

export const CodeInline = component(({ children, style, ...props }) =>
  h("code", { ...props, style: { fontFamily: MONOSPACE, ...style } }, children),
);

export const CodeBlock = component(({ code, theme, style, fontFamily = MONOSPACE, lineNumbers, language: _language, ...props }) => {
  if (typeof code !== "string") throw new Refusal("<CodeBlock> needs its `code` as a text");
  const base = { fontFamily, fontSize: "13px", lineHeight: "20px", padding: "16px", whiteSpace: "pre-wrap", ...theme?.base, ...style };
  const lines = lineNumbers ? code.split("\n").map((line, index) => `${String(index + 1).padStart(3)}  ${line}`).join("\n") : code;
  return h("pre", { ...props, style: { backgroundColor: "#f6f8fa", color: "#24292f", ...base } }, h("code", { style: { fontFamily } }, lines));
});

export const Font = component(({ fontFamily, fallbackFontFamily, webFont, fontStyle = "normal", fontWeight = 400 }) => {
  const fallbacks = [fallbackFontFamily].flat().filter((name) => typeof name === "string");
  const source = webFont ? `src:url(${webFont.url}) format('${webFont.format}');` : "";
  const names = [`'${fontFamily}'`, ...fallbacks].join(",");
  const alternative = fallbacks.length > 0 ? `mso-font-alt:'${fallbacks[0]}';` : "";
  const face = `@font-face{font-family:'${fontFamily}';font-style:${fontStyle};font-weight:${fontWeight};${alternative}${source}}`;
  return h("style", null, `${face}*{font-family:${names}}`);
});

const MARKDOWN_STYLES = {
  h1: { fontWeight: 500, paddingTop: 20, fontSize: "2.5rem" },
  h2: { fontWeight: 500, paddingTop: 20, fontSize: "2rem" },
  h3: { fontWeight: 500, paddingTop: 20, fontSize: "1.75rem" },
  h4: { fontWeight: 500, paddingTop: 20, fontSize: "1.5rem" },
  h5: { fontWeight: 500, paddingTop: 20, fontSize: "1.25rem" },
  h6: { fontWeight: 500, paddingTop: 20, fontSize: "1rem" },
  link: { color: "#007bff", textDecoration: "underline" },
  blockQuote: { background: "#f9f9f9", borderLeft: "10px solid #ccc", margin: "1.5em 10px", padding: "1em 10px" },
  codeInline: { color: "#212529", fontFamily: MONOSPACE, background: "#f8f8f8" },
};
const MARKDOWN_NAMES = {
  a: "link",
  strong: "bold",
  em: "italic",
  del: "strikethrough",
  code: "codeInline",
  pre: "codeBlock",
  blockquote: "blockQuote",
  img: "image",
};

/** `convert` turns Markdown into HTML whose only tags are its own. */
export const markdownComponent = (convert) =>
  component(({ children, markdownCustomStyles, markdownContainerStyles, ...props }) => {
    const styles = { ...MARKDOWN_STYLES, ...markdownCustomStyles };
    const html = convert(Children.toArray(children).join("").toWellFormed()).replace(/<([a-z][a-z0-9]*)(?=[\s/>])/g, (tag, name) => {
      const style = styles[MARKDOWN_NAMES[name] ?? name];
      return style ? `${tag} style="${escapeValue(css(style))}"` : tag;
    });
    return h("div", { ...props, style: markdownContainerStyles, dangerouslySetInnerHTML: { __html: html } });
  });
