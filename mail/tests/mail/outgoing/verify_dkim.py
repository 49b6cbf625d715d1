"""Verifies the DKIM signatures of messages with dkimpy. Reads {"records": {name: text}, "messages": [text in base64]},
writes for each message a list of {"selector", "algorithm", "headers", "valid", "why"}, a signature each, from the top down."""

import base64
import json
import sys

import dkim

request = json.load(sys.stdin)


def record(name, timeout=5):
    return request["records"].get(name.decode().rstrip("."), "").encode()


def signatures(message):
    verifier = dkim.DKIM(message)
    count = sum(1 for name, _ in verifier.headers if name.lower() == b"dkim-signature")
    for index in range(count):
        verifier = dkim.DKIM(message)
        why = None
        try:
            valid = verifier.verify(idx=index, dnsfunc=record)
        except dkim.DKIMException as error:
            valid, why = False, str(error)
        fields = verifier.signature_fields
        yield {
            "selector": fields[b"s"].decode(),
            "algorithm": fields[b"a"].decode(),
            "headers": [name.strip().decode().lower() for name in fields[b"h"].split(b":")],
            "valid": valid,
            "why": why,
        }


messages = [base64.b64decode(text) for text in request["messages"]]
json.dump([list(signatures(message)) for message in messages], sys.stdout)
