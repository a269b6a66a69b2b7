"""Prints what aics-tlog computes: a checkpoint with a cosignature, and proofs of a tree; and an
answer that jwcrypto signs."""

import hashlib
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
from jwcrypto.jwk import JWK
from jwcrypto.jws import JWS

ORIGIN, WITNESS, TIME = "example.com/log", "example.com/witness", 1_798_858_800
log_key = Ed25519PrivateKey.from_private_bytes(bytes(32))
witness_key = Ed25519PrivateKey.from_private_bytes(bytes([1] * 32))

tree = MerkleTree([f"record {n}".encode() for n in range(300)])
checkpoint = Checkpoint(ORIGIN, 300, tree.root())
signed = sign_checkpoint(checkpoint, log_key, ORIGIN)
_, cosignature = sign_cosignature(witness_key, WITNESS, TIME, ORIGIN, 300, tree.root())
body = '{"name":"Müller & Söhne"}'
key = JWK.from_pyca(Ed25519PrivateKey.from_private_bytes(bytes(32)))
claims = {
    "body_sha256": hashlib.sha256(body.encode()).hexdigest(),
    "occurred_at": "2026-07-01T09:30:00.000Z",
    "query_event_id": "0192d3c0-5c5e-7a80-9b1e-3c2d1a0f4e5b",
    "querying_entity_id": "0192d3c0-3b21-7a32-8b43-5c6d7e8f9012",
}
answer = JWS(json.dumps(claims, separators=(",", ":")))
header = {"alg": "EdDSA", "kid": key.thumbprint(), "typ": "ndx-answer"}
answer.add_signature(key, protected=json.dumps(header, separators=(",", ":")))
print(
    json.dumps(
        {
            "inclusion": [b64_encode(h) for h in tree.inclusion_proof(77, 300)],
            "consistency": [b64_encode(h) for h in tree.consistency_proof(77, 300)],
            "witness_key": format_vkey(cosignature_vkey(WITNESS, witness_key.public_key())),
            "witness_seed": bytes([1] * 32).hex(),
            "log_key": format_vkey(vkey_from_ed25519(ORIGIN, log_key.public_key())),
            "time": TIME,
            "answer": {
                "body": body,
                "key": key.export_public(as_dict=True) | {"kid": key.thumbprint()},
                "signature": answer.serialize(compact=True),
            },
            "cosigned": Note(signed.text, (*signed.signatures, cosignature)).serialise(),
        }
    )
)
