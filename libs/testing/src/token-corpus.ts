import {
  attacker,
  bearer,
  byAttacker,
  claims,
  type CorpusRow,
  ELSEWHERE,
  forms,
  headers,
  hmac,
  HOUR,
  HUNDRED_KB,
  invalid,
  now,
  parts,
  tokens,
  withAudience,
  type MakeToken,
  type Named,
} from './token-corpus-rows.js';

/** Credentials in every form that an attacker or a careless client may send (contract 5). */
export const TOKEN_CORPUS: readonly CorpusRow[] = [
  ...forms(
    ['absent', 'absent'],
    [
      ['no header', () => []],
      ['the scheme in lower case', (token) => [`authorization: bearer ${token}`]],
      ['the scheme in upper case', (token) => [`authorization: BEARER ${token}`]],
      ['two spaces', (token) => [`authorization: Bearer  ${token}`]],
      ['a tab', (token) => [`authorization: Bearer\t${token}`]],
      ['a space that is none of ASCII', (token) => [`authorization: Bearer\u00a0${token}`]],
      ['a bare token', (token) => [`authorization: ${token}`]],
      ['another scheme', (token) => [`authorization: Token ${token}`]],
      [
        'Basic',
        (token) => [`authorization: Basic ${Buffer.from(`u:${token}`).toString('base64')}`],
      ],
      ['an empty header', () => ['authorization:']],
      ['the scheme alone', () => ['authorization: Bearer']],
      ['the scheme and a space', () => ['authorization: Bearer ']],
      ['a token in quotes', (token) => [`authorization: "Bearer ${token}"`]],
      ['a word behind the token', (token) => [`authorization: Bearer ${token} more`]],
      ['two tokens in a header', (token) => [`authorization: Bearer ${token}, Bearer ${token}`]],
      ['two tokens joined by a comma', (token) => [`authorization: Bearer ${token},${token}`]],
      ['two headers', (token) => [...bearer(token), ...bearer(token)]],
      ['a good header before a bad one', (token) => [...bearer(token), 'Authorization: Basic x']],
      ['a bad header before a good one', (token) => ['AUTHORIZATION: Basic x', ...bearer(token)]],
    ],
  ),
  ...forms(
    ['valid'],
    [
      ['as it should be', bearer],
      ['the name of the header in another case', (token) => [`AUTHORIZATION: Bearer ${token}`]],
      [
        'spaces around the value, which HTTP takes off',
        (token) => [`authorization:   Bearer ${token}  `],
      ],
    ],
  ),
  ...tokens(
    invalid('algorithm'),
    ['none', 'None', 'NONE', ''].flatMap((alg): Named<MakeToken> => [
      [
        `alg "${alg}" without a signature`,
        (issuer, known) => issuer.exact({ alg }, issuer.claimsOf(known), () => ''),
      ],
      [
        `alg "${alg}" with a true signature`,
        (issuer, known) => issuer.exact({ alg }, issuer.claimsOf(known)),
      ],
    ]),
  ),
  ...tokens(invalid('algorithm'), [
    [
      'HS256 by the public key as SPKI in PEM',
      (issuer, known) =>
        issuer.exact(
          { alg: 'HS256' },
          issuer.claimsOf(known),
          hmac(issuer.publicKey.export({ type: 'spki', format: 'pem' })),
        ),
    ],
    [
      'HS256 by the public key as SPKI in DER',
      (issuer, known) =>
        issuer.exact(
          { alg: 'HS256' },
          issuer.claimsOf(known),
          hmac(issuer.publicKey.export({ type: 'spki', format: 'der' })),
        ),
    ],
    [
      'HS256 by the public key as PKCS 1 in PEM',
      (issuer, known) =>
        issuer.exact(
          { alg: 'HS256' },
          issuer.claimsOf(known),
          hmac(issuer.publicKey.export({ type: 'pkcs1', format: 'pem' })),
        ),
    ],
  ]),
  ...tokens(invalid('signature'), [
    [
      'RS256 said of a signature by HS256',
      (issuer, known) =>
        issuer.exact(
          {},
          issuer.claimsOf(known),
          hmac(issuer.publicKey.export({ type: 'spki', format: 'pem' })),
        ),
    ],
    [
      "an attacker's key under a published name",
      (issuer, known) => issuer.exact({}, issuer.claimsOf(known), byAttacker),
    ],
    [
      "an attacker's key that the token brings along",
      (issuer, known) => {
        const jwk = attacker().publicKey.export({ format: 'jwk' });
        return issuer.exact({ jwk }, issuer.claimsOf(known), byAttacker);
      },
    ],
    [
      "an attacker's key at an address that the token names",
      (issuer, known) => {
        const places = { jku: ELSEWHERE, x5u: ELSEWHERE };
        return issuer.exact(places, issuer.claimsOf(known), byAttacker);
      },
    ],
    [
      'a true signature over claims of 100 kB, altered',
      (issuer, known) => {
        const token = issuer.exact({}, { ...issuer.claimsOf(known), huge: 'x'.repeat(HUNDRED_KB) });
        return `${token.slice(0, -10)}AAAAAAAAAA`;
      },
    ],
  ]),
  ...tokens(invalid('malformed'), [
    ['a text of 100 kB', () => 'x'.repeat(HUNDRED_KB)],
    ['a payload that is no JSON', (issuer) => issuer.exact({}, 'not JSON')],
    ['a payload that is a list', (issuer) => issuer.exact({}, '[]')],
    ['a payload that is null', (issuer) => issuer.exact({}, 'null')],
  ]),
  ...tokens(invalid('lifetime'), [
    [
      'a time of expiry without end',
      (issuer, known) => {
        const { exp, ...rest } = issuer.claimsOf(known);
        return issuer.exact({}, `${JSON.stringify(rest).slice(0, -1)},"exp":${exp ?? 0}e400}`);
      },
    ],
  ]),
  ...headers(invalid('algorithm'), [
    ['RS384 said of a signature by RS256', { alg: 'RS384' }],
    ['PS256 said of a signature by RS256', { alg: 'PS256' }],
    ['no algorithm', { alg: undefined }],
  ]),
  ...headers(invalid('unknown_key'), [
    ['an unknown key', { kid: 'unknown-key' }],
    ['an empty key', { kid: '' }],
    ['a key that is a path', { kid: '../../../../etc/passwd' }],
    ['a key that is SQL', { kid: "' OR 1=1 --" }],
    ['a key with NUL', { kid: 'a\0b' }],
    ['a key that every object has', { kid: '__proto__' }],
  ]),
  ...headers(invalid('header'), [
    ['no key', { kid: undefined }],
    ['a key that is a number', { kid: 7 }],
    ['a key that is a list', { kid: ['one'] }],
    ['a key of 100 kB', { kid: 'k'.repeat(HUNDRED_KB) }],
    ['an extension that is critical', { crit: ['exp-in-ms'], 'exp-in-ms': 1 }],
    ['nothing that is critical', { crit: [] }],
    ['the type of a logout token', { typ: 'logout+jwt' }],
    ['the type of a proof', { typ: 'dpop+jwt' }],
    ['a type that is a list', { typ: ['JWT'] }],
  ]),
  ...claims(invalid('audience'), [
    ['another audience', { aud: 'another-client' }],
    ['other audiences', { aud: ['another-client', 'one-more'] }],
    ['no audience', { aud: undefined }],
    ['no audience in a list', { aud: [] }],
    ['an empty audience', { aud: '' }],
    ['an audience that is an object', { aud: {} }],
  ]),
  ...claims(invalid('client'), [
    ['another party that it was issued to', { azp: 'another-client' }],
    ['a party that is no text', { azp: 7 }],
  ]),
  ...claims(invalid('issuer'), [
    ['another issuer', { iss: 'https://another-issuer.example' }],
    ['no issuer', { iss: undefined }],
    ['issuers', { iss: ['https://another-issuer.example'] }],
  ]),
  ...claims(invalid('expired'), [
    ['expired', { exp: now() - 1 }],
    ['a time of expiry before all time', { exp: -1e300 }],
  ]),
  ...claims(invalid('lifetime'), [
    ['no time of expiry', { exp: undefined }],
    ['valid for more than a day', { exp: now() + 25 * HOUR }],
    [
      'valid for more than a day, and of no time of issue',
      { exp: now() + 25 * HOUR, iat: undefined },
    ],
    ['valid for more than a day, most of which is over', { iat: now() - 24 * HOUR }],
    ['a time of expiry that no clock has', { exp: Number.MAX_SAFE_INTEGER }],
    ['a time of expiry that is text', { exp: String(now() + HOUR) }],
    ['a time of expiry that is null', { exp: null }],
    ['a time of expiry that is true', { exp: true }],
  ]),
  ...claims(invalid('not_yet_valid'), [
    ['not valid yet', { nbf: now() + HOUR }],
    ['a beginning that is text', { nbf: String(now() - HOUR) }],
    ['issued in the future', { iat: now() + HOUR }],
    ['a time of issue that is text', { iat: 'yesterday' }],
    ['a time of issue that is null', { iat: null }],
  ]),
  ...parts('signature', [
    [
      'other claims under the signature',
      (header, payload, signature) => [header, promoted(payload), signature].join('.'),
    ],
    ['no signature', (header, payload) => `${header}.${payload}.`],
    [
      'half a signature',
      (header, payload, signature) => `${header}.${payload}.${signature.slice(0, 100)}`,
    ],
    [
      'one letter less',
      (header, payload, signature) => `${header}.${payload}.${signature.slice(0, -1)}`,
    ],
  ]),
  ...parts('algorithm', [
    [
      'header and payload swapped',
      (header, payload, signature) => `${payload}.${header}.${signature}`,
    ],
  ]),
  ...parts('malformed', [
    ['two parts', (header, payload) => `${header}.${payload}`],
    [
      'four parts',
      (header, payload, signature) => `${header}.${payload}.${signature}.${signature}`,
    ],
    [
      'five parts',
      (header, payload, signature) => [header, payload, signature, payload, signature].join('.'),
    ],
    ['three empty parts', () => '..'],
    [
      'payload and signature swapped',
      (header, payload, signature) => `${header}.${signature}.${payload}`,
    ],
    ['padding', (header, payload, signature) => `${header}.${payload}.${signature}==`],
    [
      'padding in every part',
      (header, payload, signature) => `${header}=.${payload}=.${signature}==`,
    ],
    [
      'a header that is no JSON',
      (_header, payload, signature) => `bm90IEpTT04.${payload}.${signature}`,
    ],
    ['a header that is null', (_header, payload, signature) => `bnVsbA.${payload}.${signature}`],
    [
      'a header that is no base64',
      (_header, payload, signature) => `{"alg":"RS256"}.${payload}.${signature}`,
    ],
  ]),
  ...claims(
    ['noAccount', 'unknown_account'],
    [
      ['an unknown user', { sub: 'nobody-of-that-name', org_id: 'nowhere' }],
      ['an unknown organization', { org_id: 'nowhere' }],
      ['an organization that is SQL', { org_id: "' OR 1=1 --" }],
      ['an organization of 50 kB', { org_id: 'x'.repeat(50_000) }],
    ],
  ),
  ...claims(
    ['noAccount', 'account_claims'],
    [
      ['no user', { sub: undefined }],
      ['no organization', { org_id: undefined }],
      ['an empty user', { sub: '' }],
      ['a user that is a number', { sub: 7 }],
      ['an organization that is an object', { org_id: { name: 'first-bank' } }],
      ['an organization that is a list', { org_id: ['first-bank'] }],
      ['an organization with NUL', { org_id: 'first\0bank' }],
      ['a user with half a surrogate pair', { sub: 'a\ud800' }],
    ],
  ),
  ...claims(
    ['valid'],
    [
      ['a time of issue a moment ahead', { iat: now() + 5 }],
      ['no time of issue', { iat: undefined }],
      ['claims of 100 kB', { huge: 'x'.repeat(HUNDRED_KB) }],
    ],
  ),
  ...headers(
    ['valid'],
    [
      ['a true signature, and an address that nobody asks', { jku: ELSEWHERE, x5u: ELSEWHERE }],
      ['the type of an access token', { typ: 'at+jwt' }],
      ['no type', { typ: undefined }],
    ],
  ),
  ...tokens(invalid('client'), [['an audience in a list with others', withAudience('userinfo')]]),
  ...tokens(
    ['valid'],
    [
      ['an audience in a list of its own', withAudience()],
      [
        'the party that it was issued to',
        (issuer, known) =>
          issuer.exact({}, { ...issuer.claimsOf(known), azp: issuer.provider.clientId }),
      ],
    ],
  ),
];

/** The claims with another role. */
function promoted(payload: string): string {
  const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as object;
  return Buffer.from(JSON.stringify({ ...claims, role: 'governor' })).toString('base64url');
}
