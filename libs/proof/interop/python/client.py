"""Checks a log that is served: its checkpoint, and every hash of its tree, with aics-tlog.

    client.py URL KEY [WITNESS-KEY]...

Sends TOKEN. With ENTRIES=1 it reads the entries, too, and compares their hashes with the tree.
"""

import json
import os
import sys

from aics_tlog import WitnessPolicy, audit_tiles, parse_vkey, verify_checkpoint
from aics_tlog.checkpoint import checkpoint_from_note
from aics_tlog.remote import HttpTileReader

url, log_key, *witness_keys = sys.argv[1:]
reader = HttpTileReader(url, proxies={})
if token := os.environ.get("TOKEN"):
    # The reader has no option for a header of every request.
    reader._opener.addheaders.append(("Authorization", f"Bearer {token}"))

checkpoint, note = checkpoint_from_note(reader.read_checkpoint())
key = parse_vkey(log_key)
witnesses = tuple(parse_vkey(witness) for witness in witness_keys)
policy = WitnessPolicy(len(witnesses), witnesses) if witnesses else None
verified = verify_checkpoint(note, key, expected_origin=key.name, policy=policy)
if not verified.ok:
    sys.exit(verified.error)
audit_tiles(reader, checkpoint.size, checkpoint.root, entries=os.environ.get("ENTRIES") == "1")
print(json.dumps({"origin": checkpoint.origin, "size": checkpoint.size}))
