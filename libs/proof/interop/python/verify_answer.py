"""Verifies a signed answer with jwcrypto, as the archive of a bank can: keys, signature, body."""

import hashlib
import json
import sys

from jwcrypto.jwk import JWKSet
from jwcrypto.jws import JWS

keys, signature, body = sys.argv[1:]
token = JWS()
token.deserialize(signature)
token.verify(JWKSet.from_json(keys).get_key(json.loads(token.objects["protected"])["kid"]))
claims = json.loads(token.payload)
claims["is_body"] = hashlib.sha256(body.encode()).hexdigest() == claims.pop("body_sha256")
print(json.dumps(claims))
