"""Prints what aics-tlog computes: a checkpoint with a cosignature, and proofs of a tree."""

import json

from aics_tlog import (
    Checkpoint,
    MerkleTree,
    Note,
    cosignature_vkey,
    sign_checkpoint,
    sign_cosignature,
    vkey_from_ed25519,
)
from aics_tlog.note import b64_encode, format_vkey
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

ORIGIN, WITNESS, TIME = "example.com/log", "example.com/witness", 1_798_858_800
log_key = Ed25519PrivateKey.from_private_bytes(bytes(32))
witness_key = Ed25519PrivateKey.from_private_bytes(bytes([1] * 32))

tree = MerkleTree([f"record {n}".encode() for n in range(300)])
checkpoint = Checkpoint(ORIGIN, 300, tree.root())
signed = sign_checkpoint(checkpoint, log_key, ORIGIN)
_, cosignature = sign_cosignature(witness_key, WITNESS, TIME, ORIGIN, 300, tree.root())
print(
    json.dumps(
        {
            "inclusion": [b64_encode(h) for h in tree.inclusion_proof(77, 300)],
            "consistency": [b64_encode(h) for h in tree.consistency_proof(77, 300)],
            "witness_key": format_vkey(cosignature_vkey(WITNESS, witness_key.public_key())),
            "witness_seed": bytes([1] * 32).hex(),
            "log_key": format_vkey(vkey_from_ed25519(ORIGIN, log_key.public_key())),
            "time": TIME,
            "cosigned": Note(signed.text, (*signed.signatures, cosignature)).serialise(),
        }
    )
)
