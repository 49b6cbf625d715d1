// What a template can import, from whichever of the accepted names.

import * as React from "postrider:element";
import { markdownComponent } from "postrider:components";
import { Tailwind as TailwindComponent } from "postrider:render";
import { install } from "postrider:locale";

export * from "postrider:element";
export { Html, Head, Preview, Body, Container, Section, Row, Column, Heading, Text, Link, Img, Hr } from "postrider:components";
export { Button, CodeInline, CodeBlock, Font } from "postrider:components";
export const Tailwind = TailwindComponent;
export const Markdown = markdownComponent(globalThis.markdown);
delete globalThis.markdown;
export default { ...React };

// Sizes are pixels anyway.
export const pixelBasedPreset = {};

// Colours for <CodeBlock>; there is no highlighting.
const dark = { base: { backgroundColor: "#282a36", color: "#f8f8f2" } };
const light = { base: { backgroundColor: "#fafafa", color: "#383a42" } };
export { dark as dracula, dark as oneDark, dark as nord, dark as nightOwl, dark as okaidia, dark as vscDarkPlus, dark as atomDark };
export { dark as a11yDark, dark as materialDark, dark as gruvboxDark, dark as xonokai, dark as synthwave84 };
export { light as oneLight, light as vs, light as ghcolors, light as materialLight, light as gruvboxLight, light as solarizedlight };

// Functions that can be called with `new` too, for a message better than the engine's.
function absent(name, why) {
  globalThis[name] = function () {
    throw new React.Refusal(`\`${name}\` is not there: ${why}`);
  };
}
absent("require", "use `import`, from react or @react-email/components");
for (const name of ["fetch", "XMLHttpRequest", "WebSocket"]) absent(name, "a template has no network");
for (const name of ["setTimeout", "setInterval", "setImmediate"]) absent(name, "a template is rendered once, at once");

// Templates ask `process.env` for the address of their images; nothing of the machine is in it.
globalThis.process = Object.freeze({ env: Object.freeze({ NODE_ENV: "production" }) });
const silent = () => {};
globalThis.console = { log: silent, info: silent, warn: silent, error: silent, debug: silent };
install();
