"""What schemathesis cannot know from the OpenAPI document: texts of our own formats, and two rules over all calls."""

import itertools
import re

import schemathesis
from hypothesis import strategies

schemathesis.openapi.format("line", strategies.from_regex(r"[^\x00-\x1f\x7f-\x9f]{1,40}", fullmatch=True))
schemathesis.openapi.format("color", strategies.from_regex(r"#[0-9a-f]{6}", fullmatch=True))
schemathesis.openapi.format("time-zone", strategies.sampled_from(["UTC", "Europe/Berlin", "Pacific/Chatham"]))

KEY = re.compile(r"[ -~]{1,100}")
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")


def texts(value):
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, inner in value.items():
            yield from texts(key)
            yield from texts(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from texts(inner)


def has_rows(case):
    """Whether a wrong value may stand in a row, which is told in `errors` and costs only that row."""
    rows = case.body.get("contacts") if isinstance(case.body, dict) else None
    return isinstance(rows, list) and bool(rows) and all(isinstance(row, dict) for row in rows)


@schemathesis.hook
def filter_case(context, case):
    """No text of ours holds control characters, and rows of contacts are judged each by itself: the document says so in
    words, not on every string and every row."""
    if case.meta is None:
        return True
    if case.meta.generation.mode.is_negative:
        return not has_rows(case)
    return not any(CONTROL.search(text) for text in texts([case.query, case.body]))


numbers = itertools.count()


@schemathesis.hook
def before_call(context, case, kwargs):
    """The tool sends the same few keys with every body. That is a conflict, and it would see little else."""
    headers = case.headers or {}
    if KEY.fullmatch(headers.get("Idempotency-Key", "").strip()):
        headers["Idempotency-Key"] = f"call-{next(numbers)}"
