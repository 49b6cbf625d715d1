#!/usr/bin/env python3
"""Writes content/src/clients/support.txt anew: what mail clients do not know of HTML and CSS, reduced from the
package `caniemail` of npm (MIT), of which its JSON alone is read. Run it when VERSION changes, and read the diff.

usage: scripts/client_support.py
"""

import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

VERSION = "2.0.2"
OUTPUT = pathlib.Path(__file__).parent.parent / "content/src/clients/support.txt"

# In the order of `Program` in content/src/clients/support.rs.
CLIENTS = {
    "gmail-web": ("gmail", "desktop-webmail"),
    "gmail-android": ("gmail", "android"),
    "gmail-ios": ("gmail", "ios"),
    "outlook-windows": ("outlook", "windows"),
    "outlook-web": ("outlook", "outlook-com"),
    "outlook-mac": ("outlook", "macos"),
    "outlook-ios": ("outlook", "ios"),
    "apple-mail-mac": ("apple-mail", "macos"),
    "apple-mail-ios": ("apple-mail", "ios"),
    "yahoo-web": ("yahoo", "desktop-webmail"),
    "samsung": ("samsung-email", "android"),
    "thunderbird": ("thunderbird", "macos"),
    "proton": ("protonmail", "desktop-webmail"),
}

# Features whose title is not what stands in a mail. Those that map to nothing show no difference in a picture, or are
# known to the code.
NAMES = {
    "css-block-inline-size": "property block-size, property inline-size",
    "css-border-inline-block-individual": "",
    "css-border-inline-block-longhand": "",
    "css-border-inline-block": "property border-inline, property border-block",
    "css-border-radius-logical": "property border-start-start-radius, property border-start-end-radius, "
    "property border-end-start-radius, property border-end-end-radius",
    "css-color-scheme": "property color-scheme",
    "css-column-layout-properties": "property columns, property column-rule, property column-width",
    "css-comments": "",
    "css-cursor": "",
    "css-flex-direction": "value flex-direction:column",
    "css-flex-wrap": "value flex-wrap:wrap",
    "css-gap": "property gap, property column-gap, property row-gap",
    "css-grid-template": "property grid-template, property grid-template-columns, property grid-template-rows, "
    "property grid-template-areas",
    "css-hyphenate-limit-chars": "",
    "css-important": "",
    "css-inert-attribute": "",
    "css-intrinsic-size": "value width:fit-content, value width:min-content, value width:max-content",
    "css-left-right-top-bottom": "property left, property right, property top, property bottom",
    "css-list-style": "",
    "css-margin-block-start-end": "property margin-block-start, property margin-block-end",
    "css-margin-inline-block": "property margin-inline, property margin-block",
    "css-margin-inline-start-end": "property margin-inline-start, property margin-inline-end",
    "css-modern-color": "function lch, function oklch, function lab, function oklab",
    "css-nesting": "selector nesting",
    "css-orphans": "",
    "css-overflow": "property overflow",
    "css-padding-block-start-end": "property padding-block-start, property padding-block-end",
    "css-padding-inline-block": "property padding-inline, property padding-block",
    "css-padding-inline-start-end": "property padding-inline-start, property padding-inline-end",
    "css-resize": "",
    "css-rgb": "",
    "css-scroll-snap": "",
    "css-sytem-ui": "",
    "css-unit-initial": "value initial",
    "css-user-select": "",
    "css-variables": "function var",
    "css-widows": "",
    "html-body": "",
    "html-button-reset": "",
    "html-button-submit": "element button",
    "html-h1-h6": "",
    "html-image-maps": "",
    "html-input-checkbox": "",
    "html-input-hidden": "",
    "html-input-radio": "",
    "html-input-reset": "",
    "html-input-submit": "",
    "html-input-text": "element input",
    "html-lists": "",
    "html-semantics": "",
    "html-srcset": "attribute srcset",
    "html-svg": "element svg",
    "image-avif": "image avif",
    "image-base64": "image data",
    "image-svg": "image svg",
    "image-webp": "image webp",
}
SELECTORS = {
    "css-selector-adjacent-sibling": "adjacent",
    "css-selector-attribute": "attribute",
    "css-selector-chaining": "chaining",
    "css-selector-child": "child",
    "css-selector-class": "class",
    "css-selector-descendant": "descendant",
    "css-selector-general-sibling": "sibling",
    "css-selector-id": "id",
    "css-selector-universal": "universal",
}
# Attributes and elements without any looks of their own.
UNSEEN = re.compile(
    r"^html-(aria-.*|role|lang|loading-attribute|target|required|abbr|acronym|bdi|wbr|dir|link|base|style|meta-.*|doctype|"
    r"comments|anchor-links|mailto-links|popover|width|height|align|valign|cell.*)$"
)

# What the notes of a feature say, where its letter says too little.
GMAIL = {"gmail-web", "gmail-android", "gmail-ios"}
OUTLOOK = {"outlook-web", "outlook-mac", "outlook-ios"}
SEMANTIC = "article aside details figcaption figure footer header main nav section summary".split()
PARTLY = {
    "value margin:negative": GMAIL | OUTLOOK | {"outlook-windows", "yahoo-web"},
    "value position:absolute": {"outlook-web", "outlook-mac", "yahoo-web"},
    "value position:fixed": {"outlook-web", "outlook-mac", "yahoo-web", "samsung"},
    "value position:relative": {"outlook-web", "outlook-mac"},
    "value position:sticky": {"yahoo-web", "samsung"},
    "value display:inline-flex": {"yahoo-web"},
    "value display:inline-grid": {"yahoo-web"},
    "unit rem": {"outlook-windows", "yahoo-web"},
    **{f"element {name}": OUTLOOK | {"outlook-windows", "yahoo-web"} for name in SEMANTIC},
}
for _name in "details main nav summary".split():
    PARTLY[f"element {_name}"] |= GMAIL

# Where a letter is out of date, or means something else: Yahoo turns `height` into `min-height`; Proton knew no selectors in
# 2020, and could not know the media queries of 2023 without.
KNOWN = {("css-height", "yahoo-web"), ("css-variables", "proton")}


def names(feature):
    """What a feature is called in a mail: kinds and names."""
    slug, title = feature["slug"], feature["title"]
    if slug in NAMES:
        return [name for name in NAMES[slug].split(", ") if name]
    if slug in SELECTORS:
        return ["selector " + SELECTORS[slug]]
    if UNSEEN.match(slug) or slug.startswith("image-") or feature["category"] == "others":
        return []
    if slug.startswith("css-at-media-"):
        return ["media " + slug.removeprefix("css-at-media-")]
    if slug.startswith("css-at-"):
        return ["at " + slug.removeprefix("css-at-")]
    if slug.startswith("css-pseudo-"):
        return ["pseudo " + re.sub(r"^css-pseudo-(class|element)-", "", slug)]
    if slug.startswith("css-unit-"):
        unit = slug.removeprefix("css-unit-")
        return ["function calc"] if unit == "calc" else ["unit " + unit]
    if slug in ("css-rgba", "css-linear-gradient", "css-radial-gradient", "css-conic-gradient"):
        return ["function " + slug.removeprefix("css-")]
    if slug.startswith("css-function-"):
        return ["function " + slug.removeprefix("css-function-")]
    if slug.startswith("css-display-"):
        return ["value display:" + slug.removeprefix("css-display-")]
    if slug.startswith("css-selector-"):
        return []
    if slug.startswith("css-"):
        return ["property " + slug.removeprefix("css-")]
    element = re.match(r"^<([a-z]+)> element$", title)
    if element:
        return ["element " + element.group(1)]
    return ["attribute " + slug.removeprefix("html-")]


def is_unknown(feature, client):
    family, platform = CLIENTS[client]
    tests = feature["stats"].get(family, {}).get(platform, {})
    if not tests or (feature["slug"], client) in KNOWN:
        return False
    if client == "proton" and re.match(r"^css-(selector|pseudo)-", feature["slug"]):
        return False
    return list(tests.values())[-1].startswith("n")


def reduce(features):
    unknown = {}
    for feature in features:
        for name in names(feature):
            clients = unknown.setdefault(name, set())
            clients.update(client for client in CLIENTS if is_unknown(feature, client))
    for name, clients in PARTLY.items():
        unknown.setdefault(name, set()).update(clients)
    for name in sorted(unknown):
        if unknown[name]:
            marks = "".join("n" if client in unknown[name] else "." for client in CLIENTS)
            yield f"{marks} {name}"


def package():
    with tempfile.TemporaryDirectory() as folder:
        pack = ["npm", "pack", "--silent", f"caniemail@{VERSION}"]
        name = subprocess.run(pack, cwd=folder, check=True, capture_output=True, text=True).stdout.split()[-1]
        with tarfile.open(pathlib.Path(folder) / name) as archive:
            read = lambda path: archive.extractfile(f"package/{path}").read().decode()
            return json.loads(read("data/caniemail.json")), read("LICENSE")


def main():
    data, licence = package()
    lines = [
        f"What mail clients do not know, written by scripts/client_support.py from caniemail {VERSION}. Each column is a client:",
        *CLIENTS,
        "",
        "The data is under this licence:",
        "",
        *licence.strip().splitlines(),
    ]
    text = "".join(f"# {line}".rstrip() + "\n" for line in lines)
    text += "".join(line + "\n" for line in reduce(data["data"]))
    OUTPUT.write_text(text)


if __name__ == "__main__":
    sys.exit(main())
