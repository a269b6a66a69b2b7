import { STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { declareInternalOperation, declareOperation } from '../operation/operation.js';
import { SIGNING_PURPOSES } from '../shapes/named-values.js';
import * as wire from '../shapes/wire.js';

const X = '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo';
const KID = 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k';

/** A public Ed25519 key of a service, as a JSON Web Key (RFC 8037). */
const SigningKey = wire.record('SigningKey', {
  kty: wire.oneOf(['OKP']),
  crv: wire.oneOf(['Ed25519']),
  alg: wire.oneOf(['EdDSA']),
  use: wire.oneOf(['sig']),
  kid: wire.text,
  x: wire.text,
  service: wire.oneOf(STATEFUL_SERVICE_NAMES),
  purpose: wire.oneOf(SIGNING_PURPOSES),
  from: wire.nullable(wire.timestamp),
  until: wire.nullable(wire.timestamp),
});

const SigningKeySet = wire.record('SigningKeySet', { keys: wire.listOf(SigningKey) });

export type PublishedKey = wire.Of<typeof SigningKey>;

export const readSigningKeys = declareOperation({
  id: 'readSigningKeys',
  method: 'GET',
  path: '/.well-known/ndx-keys',
  service: 'gateway',
  permission: undefined,
  summary: 'List the public keys of all services, with the earlier ones',
  description:
    'A JSON Web Key Set of everything with which services have signed answers, files and ' +
    'checkpoints of logs. It needs no token and may be cached.',
  answer: SigningKeySet,
  words: {
    keys: 'The keys, the current ones of each service first.',
    'SigningKey.kty': ['The key type.', 'OKP'],
    'SigningKey.crv': ['The curve.', 'Ed25519'],
    'SigningKey.alg': ['The algorithm of its signatures.', 'EdDSA'],
    'SigningKey.use': ['The use of the key.', 'sig'],
    'SigningKey.kid': ['The RFC 7638 thumbprint, which signatures name.', KID],
    'SigningKey.x': ['The public key, in base64url.', X],
    'SigningKey.service': ['The service that signs with it.', 'product-query'],
    'SigningKey.purpose':
      '`answers`: answers and reliance files. `checkpoints`: the checkpoints of logs.',
    'SigningKey.from': [
      'The time from which it signs; null for the first key of the service.',
      '2026-01-15T09:30:00.000Z',
    ],
    'SigningKey.until': ['The time until which it signed; null for the current key.', null],
  },
});

/** The public keys of one service. Called by the gateway. */
export const listSigningKeys = declareInternalOperation({
  id: 'listSigningKeys',
  path: '/internal/signing-keys',
  service: undefined,
  answer: SigningKeySet,
});
