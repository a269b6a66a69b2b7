"""Verifies a webhook with standardwebhooks, as a receiver does; prints its payload."""

import json
import sys

from standardwebhooks import Webhook

secret, headers, body = sys.argv[1:]
print(json.dumps(Webhook(secret).verify(body, json.loads(headers))))
