import { FIRST_CERTIFICATE } from './client-certificates.js';
import { certificate, dpop, now, PATH, requests, type SenderRow } from './sender-scene.js';

/** The registered clients of the corpus, by the organization of their account. */
export const CLIENTS = {
  'of-nightly': { client_id: 'nightly', addresses: null, token_binding: 'required' },
  'of-branch': { client_id: 'branch', addresses: ['192.0.2.0/24'], token_binding: 'optional' },
  'of-report': { client_id: 'report', addresses: null, token_binding: 'optional' },
} as const;

const NIGHTLY = { org_id: 'of-nightly', azp: 'nightly' };
const BRANCH = { org_id: 'of-branch', azp: 'branch' };
const REPORT = { org_id: 'of-report', azp: 'report' };
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
