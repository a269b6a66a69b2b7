import { FIRST_CERTIFICATE } from './client-certificates.js';
import {
  certificate,
  dpop,
  now,
  PATH,
  requests,
  type Scene,
  type SenderRow,
} from './sender-scene.js';

/** The registered clients of the corpus, by the organization of their account. */
export const CLIENTS = {
  'of-nightly': { client_id: 'nightly', addresses: null, token_binding: 'required' },
  'of-branch': { client_id: 'branch', addresses: ['192.0.2.0/24'], token_binding: 'optional' },
  'of-report': { client_id: 'report', addresses: null, token_binding: 'optional' },
} as const;

/** A client that is registered with the subject of `UNNAMED`, and whose tokens name no institution. */
export const NAMELESS_CLIENT = {
  client_id: 'nameless',
  addresses: null,
  token_binding: 'optional',
} as const;

/** Clients of people, and of either, beside the registered ones. */
export const OTHER_CLIENTS = { people: 'of-people', either: 'of-either' } as const;

const NIGHTLY = { org_id: 'of-nightly', azp: 'nightly' };
const BRANCH = { org_id: 'of-branch', azp: 'branch' };
const REPORT = { org_id: 'of-report', azp: 'report' };
/** What an app-only token of a provider without a claim of the institution has (decision 0143). */
export const UNNAMED = { sub: 'service-principal', org_id: undefined, role: undefined };
const NAMELESS = { ...UNNAMED, azp: NAMELESS_CLIENT.client_id };
const IN_BRANCH = 'x-forwarded-for: 192.0.2.7';

/** Stolen and confused tokens of clients that an institution registered (decision 0124). */
export const CLIENT_CORPUS: readonly SenderRow[] = [
  ...requests('unbound', {
    'a stolen bearer token of a client that needs bound ones': (scene) => [
      `authorization: Bearer ${scene.token(NIGHTLY)}`,
    ],
    'the same with a proof of the attacker': (scene) => {
      const token = scene.token(NIGHTLY);
      return [`authorization: Bearer ${token}`, `dpop: ${scene.attacker.proof(PATH, token)}`];
    },
    'the same with a certificate': (scene) => [
      `authorization: Bearer ${scene.token(NIGHTLY)}`,
      certificate(FIRST_CERTIFICATE.field),
    ],
  }),
  ...requests('token_scheme', {
    'a stolen bound token as a bearer token': (scene) => [
      `authorization: Bearer ${scene.bound({}, NIGHTLY)}`,
    ],
    'a bearer token by the scheme of bound ones': (scene) => {
      const token = scene.token(NIGHTLY);
      return dpop(token, scene.proof(token));
    },
  }),
  ...requests('proof_key', {
    'a stolen bound token with a proof of the attacker': (scene) => {
      const token = scene.bound({}, NIGHTLY);
      return dpop(token, scene.attacker.proof(PATH, token));
    },
    'a token of one client with a proof of another one': (scene) => {
      const token = scene.token({ ...NIGHTLY, cnf: { jkt: scene.attacker.thumbprint } });
      return dpop(token, scene.proof(token));
    },
  }),
  ...requests('proof_token', {
    'a proof for a token of another client with the same key': (scene) => {
      const other = scene.bound({}, REPORT);
      return dpop(scene.bound({}, NIGHTLY), scene.proof(other));
    },
  }),
  ...requests('client_account', {
    'a token of another client for the account': (scene) => [
      `authorization: Bearer ${scene.token({ ...REPORT, azp: 'branch' })}`,
    ],
    'a token of another client for the account, with a right proof': (scene) => {
      const token = scene.bound({}, { ...NIGHTLY, azp: 'report' });
      return dpop(token, scene.proof(token));
    },
    'a token of a person for the account of a client': (scene) => [
      `authorization: Bearer ${scene.token({ ...REPORT, azp: undefined, client_id: undefined })}`,
    ],
    'a token that names two clients': (scene) => [
      `authorization: Bearer ${scene.token({ ...REPORT, client_id: 'branch' })}`,
    ],
    'a token of another client from the address of the right one': (scene) => [
      `authorization: Bearer ${scene.token({ ...BRANCH, azp: 'report' })}`,
      IN_BRANCH,
    ],
  }),
  ...requests('client', {
    'a token of a client of the provider that is not accepted': (scene) => [
      `authorization: Bearer ${scene.token({ ...REPORT, azp: 'unknown-client' })}`,
    ],
    'a client whose name differs in case': (scene) => [
      `authorization: Bearer ${scene.token({ ...REPORT, azp: 'Report' })}`,
    ],
  }),
  ...requests('client_purpose', {
    'a token of a program for the account of a person': (scene) => [
      `authorization: Bearer ${scene.token({ azp: 'report' })}`,
    ],
    'the same with a right proof': (scene) => {
      const token = scene.bound({}, { azp: 'nightly' });
      return dpop(token, scene.proof(token));
    },
  }),
  ...requests('unregistered_client', {
    'a token without an institution, of a client that nobody registered': (scene) => [
      `authorization: Bearer ${scene.token({ ...NAMELESS, azp: 'report' })}`,
    ],
    'a token of a person with a registered client, without an institution': (scene) => [
      `authorization: Bearer ${scene.token({ ...NAMELESS, sub: 'user-1' })}`,
    ],
    'a subject that differs in case from the registered one': (scene) => [
      `authorization: Bearer ${scene.token({ ...NAMELESS, sub: 'Service-Principal' })}`,
    ],
    'the client in the place of its subject': (scene) => [
      `authorization: Bearer ${scene.token({ ...NAMELESS, sub: 'nameless' })}`,
    ],
    'the subject of the client in a token of another client': (scene) => [
      `authorization: Bearer ${scene.token({ ...NAMELESS, azp: 'branch' })}`,
    ],
    'a subject of 50 kB': (scene) => [
      `authorization: Bearer ${scene.token({ ...NAMELESS, sub: 'x'.repeat(50_000) })}`,
    ],
  }),
  ...requests('unknown_account', {
    'another institution in a token of the client': (scene) => [
      `authorization: Bearer ${scene.token({ ...NAMELESS, org_id: 'of-nobody' })}`,
    ],
    'the client in the place of the institution': (scene) => [
      `authorization: Bearer ${scene.token({ ...NAMELESS, org_id: 'nameless' })}`,
    ],
  }),
  ...requests(
    'account_claims',
    Object.fromEntries(
      Object.entries<object>({
        'an institution that is empty': { org_id: '' },
        'an institution that is null': { org_id: null },
        'an institution that is a number': { org_id: 7 },
        'an institution that is a list': { org_id: ['of-nightly'] },
        'no subject and no institution': { sub: undefined },
        'a client for people and no institution': { azp: OTHER_CLIENTS.people },
        'the client of the console and no institution': { azp: undefined },
        'a client for people and programs, and no institution': { azp: OTHER_CLIENTS.either },
        'two clients and no institution': { client_id: 'report' },
        'the time of a sign-in and no institution': { auth_time: now() },
        'a session of a person and no institution': { sid: 'session-1' },
        'the nonce of a sign-in and no institution': { nonce: 'n-0S6' },
        'a token of a user, as Entra ID marks it, and no institution': { idtyp: 'user' },
        'a mark of Entra ID that is no text, and no institution': { idtyp: ['app'] },
      }).map(([name, claims]) => [
        name,
        (scene: Scene) => [`authorization: Bearer ${scene.token({ ...NAMELESS, ...claims })}`],
      ]),
    ),
  ),
  ...requests('client_address', {
    'a stolen token from another address': (scene) => [
      `authorization: Bearer ${scene.token(BRANCH)}`,
      'x-forwarded-for: 198.51.100.7',
    ],
    'a stolen token with an address that the attacker wrote before its own': (scene) => [
      `authorization: Bearer ${scene.token(BRANCH)}`,
      'x-forwarded-for: 192.0.2.7, 198.51.100.7',
    ],
    'a bound token with a right proof from another address': (scene) => {
      const token = scene.bound({}, BRANCH);
      return [...dpop(token, scene.proof(token)), 'x-forwarded-for: 198.51.100.7'];
    },
  }),
  ...requests('expired', {
    'an expired token of a client from its address': (scene) => [
      `authorization: Bearer ${scene.token({ ...BRANCH, exp: now() - 10 })}`,
      IN_BRANCH,
    ],
  }),
  ...requests('audience', {
    'a token of a client for another environment': (scene) => [
      `authorization: Bearer ${scene.token({ ...REPORT, aud: 'another-environment' })}`,
    ],
  }),
];
