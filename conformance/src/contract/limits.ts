import { listIn } from '../http/answer.js';
import { get, withQuery } from '../http/request.js';
import { fixture, type Kit } from '../kit/kit.js';
import { businessIdentity } from '../kit/subjects.js';
import { cases } from '../run/cases.js';
import { shapeError } from '../run/expect.js';
import { Mismatch } from '../run/mismatch.js';
import type { Row } from '../run/row.js';
import { CONSENT_KINDS, aConsent, type ConsentKind } from './consent/records.js';
import { furnishRequest } from './kyb/business.js';
import { FURNISHED_SECTIONS } from './kyb/sections.js';
import { pathOf } from './search.js';

const CROWD = 25;
const DEFAULT_LIMIT = 20;

/** More subjects of each kind than the default limit of a search. */
const crowds = {
  business: fixture(async (kit) => {
    const records = Array.from({ length: CROWD }, () => ({
      business_identity: businessIdentity(),
      ...FURNISHED_SECTIONS,
    }));
    await kit.done(furnishRequest(kit, records));
  }),
  consumer: fixture(async (kit) => {
    for (let n = 0; n < CROWD; n += 1) await aConsent(kit, 'consumer');
  }),
};

const search = (kit: Kit, kind: ConsentKind, limit?: string | number) =>
  get(withQuery(pathOf(kind), { network_id: kit.networkId, limit }));

const COUNTS: readonly (readonly [limit: number | undefined, most: number, least: number])[] = [
  [undefined, DEFAULT_LIMIT, DEFAULT_LIMIT],
  [1, 1, 1],
  [3, 3, 3],
  [100, 100, CROWD],
];

/** Contract 8; the limits of queries and attestations are with their endpoints. */
export const limitRows: readonly Row[] = CONSENT_KINDS.flatMap((kind) => [
  ...cases(
    '8',
    ['0', '101', '-1', '1.5'].map((limit) => ({
      says: `GET ${pathOf(kind)} rejects a limit of ${limit}`,
      request: (kit: Kit) => search(kit, kind, limit),
      expect: shapeError('query -> limit'),
    })),
  ),
  ...COUNTS.map(([limit, most, least]) => ({
    section: '8',
    says:
      limit === undefined
        ? `GET ${pathOf(kind)} gives ${DEFAULT_LIMIT} results without a limit`
        : `GET ${pathOf(kind)} takes a limit of ${limit}, and gives no more`,
    check: async (kit: Kit) => {
      await crowds[kind](kit);
      const answer = await kit.done(search(kit, kind, limit));
      const { length } = listIn(answer.body);
      if (length > most || length < least) {
        throw new Mismatch(`${least} to ${most} results`, String(length), answer);
      }
    },
  })),
]);
