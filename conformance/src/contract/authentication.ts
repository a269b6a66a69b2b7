import { randomUUID } from 'node:crypto';
import { get, type Request } from '../http/request.js';
import type { Kit } from '../kit/kit.js';
import { cases } from '../run/cases.js';
import { envelope, refusal, status } from '../run/expect.js';
import type { Row } from '../run/row.js';
import { ENDPOINTS, FOR_USERS, requestTo } from './endpoints.js';
import { pathOf } from './search.js';

const ABSENT = refusal(401, 'Requires authentication');
const INVALID = refusal(401, 'Invalid or expired token');
const NO_ACCOUNT = refusal(401, 'Could not validate credentials or find account');
const NOT_ALLOWED = refusal(403, 'Not enough permissions');

const search = (kit: Kit): Request => get(`${pathOf('business')}?network_id=${kit.networkId}`);

/** A request with another form of the header; `TOKEN` is replaced by a valid token. */
const sentAs = (kit: Kit, form: string): Request => ({
  ...search(kit),
  as: 'nobody',
  headers: { authorization: form.replace('TOKEN', tokenOf(kit)) },
});

const WRONG_FORMS = [
  'TOKEN',
  'bearer TOKEN',
  'BEARER TOKEN',
  'Bearer  TOKEN',
  'Bearer',
  'Bearer:TOKEN',
  'Basic TOKEN',
  'Token TOKEN',
  'JWT TOKEN',
];

const NO_TOKENS = ['nonsense', 'a.b.c', 'eyJhbGciOiJub25lIn0.e30.'];

/** Contract 5, row by row; the templates need the same token (design 8). */
export const authenticationRows: readonly Row[] = [
  ...cases('5', [
    { says: 'a valid token is let in', request: search, expect: status(200) },
    {
      says: 'a request without the header is a 401: Requires authentication',
      request: (kit) => ({ ...search(kit), as: 'nobody' }),
      expect: ABSENT,
    },
    ...WRONG_FORMS.map((form) => ({
      says: `a credential that is sent as "${form}" counts as absent`,
      request: (kit: Kit) => sentAs(kit, form),
      expect: ABSENT,
    })),
    ...NO_TOKENS.map((token) => ({
      says: `a token that cannot be decoded ("${token}") is invalid`,
      request: (kit: Kit) => sentAs(kit, `Bearer ${token}`),
      expect: INVALID,
    })),
    {
      says: 'a token whose signature was changed is invalid',
      request: (kit) => sentAs(kit, `Bearer ${forged(tokenOf(kit))}`),
      expect: INVALID,
    },
    {
      says: 'a token that says of itself that it needs no signature is invalid',
      request: (kit) => sentAs(kit, `Bearer ${unsigned(tokenOf(kit))}`),
      expect: INVALID,
    },
    {
      says: 'an expired token is invalid',
      needs: ['expired'],
      request: (kit) => ({ ...search(kit), as: 'expired' }),
      expect: INVALID,
    },
    {
      says: 'a token of another environment is invalid',
      needs: ['foreign'],
      request: (kit) => ({ ...search(kit), as: 'foreign' }),
      expect: INVALID,
    },
    {
      says: 'a valid token without an account has a separate 401',
      needs: ['stranger'],
      request: (kit) => ({ ...search(kit), as: 'stranger' }),
      expect: NO_ACCOUNT,
    },
    {
      says: 'a path that does not exist is a 401 without a token',
      request: () => get('/v1/no-such-path', { as: 'nobody' }),
      expect: ABSENT,
    },
    {
      says: 'operating on a network to which the caller does not belong is a 403 with the envelope',
      request: () => get(`${pathOf('business')}?network_id=${randomUUID()}`),
      expect: envelope('PERMISSION_DENIED'),
    },
  ]),
  ...cases(
    '5',
    [...FOR_USERS, ...ENDPOINTS].map((endpoint) => ({
      group: 'every endpoint needs a token',
      says: `${endpoint.method} ${endpoint.path} without a token is a 401`,
      request: () => ({ ...requestTo(endpoint), as: 'nobody' as const }),
      expect: ABSENT,
    })),
  ),
  ...ENDPOINTS.flatMap((endpoint) => {
    const request = requestTo(endpoint);
    const name = `${endpoint.method} ${endpoint.path}`;
    return cases('5', [
      {
        group: 'every endpoint needs a token that names an account',
        says: `${name} with a token that names no account is a 401`,
        needs: ['stranger'],
        request: () => ({ ...request, as: 'stranger' }),
        expect: NO_ACCOUNT,
      },
      {
        group: 'every endpoint needs a permission',
        says: `${name} with a token without permissions is a 403`,
        needs: ['unprivileged'],
        request: () => ({ ...request, as: 'unprivileged' }),
        expect: NOT_ALLOWED,
      },
    ]);
  }),
];

function tokenOf(kit: Kit): string {
  return kit.client.tokens.own ?? '';
}

/**
 * The same token with another signature: its first character is significant, the last one may not
 * be.
 */
function forged(token: string): string {
  const [header = '', payload = '', signature = ''] = token.split('.');
  const first = signature.startsWith('A') ? 'B' : 'A';
  return [header, payload, first + signature.slice(1)].join('.');
}

function unsigned(token: string): string {
  const header = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return [header, token.split('.')[1] ?? '', ''].join('.');
}
