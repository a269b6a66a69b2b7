import { randomUUID } from 'node:crypto';
import type { Answer } from '../http/answer.js';
import type { Request } from '../http/request.js';
import { businessIdentity } from '../kit/subjects.js';
import type { Kit } from '../kit/kit.js';
import { envelope } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { CONSENT_KINDS, recordRequest } from './consent/records.js';
import { furnishRequest as kybFurnishRequest, kybQuery } from './kyb/business.js';
import { asked, demandingPolicy, onlyIdentity } from './kyb/asking.js';
import { createRequest as policyRequest } from './policies/querying-policy.js';
import { FURNISHES, QUERIES } from './templates/index.js';
import { aQueriedSubject, aSubject, furnishRequest, queryRequest } from './templates/requests.js';

/** The operations with an effect per key: creations, and billed queries. */
const REQUESTS: Readonly<Record<string, (kit: Kit) => Request | Promise<Request>>> = {
  'a KYB query': asked,
  'a KYB query without a result': async (kit) =>
    kybQuery(kit, {
      business_id: (await onlyIdentity(kit)).id,
      policy_id: await demandingPolicy(kit),
    }),
  'a product furnish': (kit) => kybFurnishRequest(kit, [{ business_identity: businessIdentity() }]),
  'a querying policy': (kit) => policyRequest(kit),
  ...Object.fromEntries(
    CONSENT_KINDS.map((kind) => [`a ${kind} consent`, (kit: Kit) => recordRequest(kit, kind)]),
  ),
  ...Object.fromEntries(
    FURNISHES.map((furnish) => [
      `POST ${furnish.path}`,
      (kit: Kit) => furnishRequest(furnish, kit, aSubject(furnish), furnish.data),
    ]),
  ),
  ...Object.fromEntries(
    QUERIES.map((query) => [
      `POST ${query.path}`,
      async (kit: Kit) => queryRequest(query, kit.networkId, await aQueriedSubject(kit, query)),
    ]),
  ),
};

/** Decision 0033: requests with the same `Idempotency-Key` have one effect. */
export const idempotencyRows: readonly Row[] = [
  ...Object.entries(REQUESTS).map(([name, request]) => ({
    section: 'decision 0033',
    group: 'a request that is sent again under its Idempotency-Key is answered as before',
    says: `${name} that is sent again is answered byte for byte, with Idempotency-Replayed: true`,
    check: async (kit: Kit) => {
      const keyed = under(randomUUID(), await request(kit));
      const first = await kit.send(keyed);
      requireReplayed(first, false);
      const again = await kit.send(keyed);
      requireReplayed(again, true);
      if (describe(again) !== describe(first))
        throw new Mismatch(describe(first), describe(again), again);
    },
  })),
  {
    section: 'decision 0033',
    says: 'another body under a key that was used is a 409',
    check: async (kit) => {
      const key = randomUUID();
      await kit.send(under(key, recordRequest(kit, 'business')));
      envelope('RESOURCE_CONFLICT')(await kit.send(under(key, recordRequest(kit, 'business'))));
    },
  },
  {
    section: 'decision 0033',
    says: 'a rejected request does not use up its key',
    check: async (kit) => {
      const key = randomUUID();
      const request = recordRequest(kit, 'business');
      const refused = { did_gather_consent_from_business_prior: false };
      envelope('VALIDATION_ERROR')(
        await kit.send(under(key, recordRequest(kit, 'business', refused))),
      );
      requireReplayed(await kit.send(under(key, request)), false);
    },
  },
  {
    section: 'decision 0033',
    says: 'a key of more than 255 characters is a 400',
    check: async (kit) => {
      envelope('VALIDATION_ERROR')(
        await kit.send(under('k'.repeat(256), recordRequest(kit, 'business'))),
      );
    },
  },
];

function under(key: string, request: Request): Request {
  return { ...request, headers: { ...request.headers, 'idempotency-key': key } };
}

function requireReplayed(answer: Answer, expected: boolean): void {
  const isReplayed = answer.headers.get('idempotency-replayed') === 'true';
  const isAnswered = answer.status === 200 || answer.status === 204;
  if (!isAnswered || isReplayed !== expected) {
    const what = expected ? 'a repeated' : 'a first';
    throw new Mismatch(
      `${what} answer`,
      `${answer.status}, replayed: ${String(isReplayed)}`,
      answer,
    );
  }
}

function describe({ status, headers, text }: Answer): string {
  return [status, headers.get('x-ref-id'), headers.get('content-type'), text].join(' ');
}
