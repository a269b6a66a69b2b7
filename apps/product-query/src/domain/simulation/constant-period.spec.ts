import { kybCertificate } from '@ndx/catalog';
import type { QueryEvent } from '@ndx/contracts';
import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { aSelection, DAY, id, NETWORK, NOW, QUERIER } from '../../testing/builders.js';
import { IDENTITY } from '../../testing/coverage.js';
import { BANKS } from '../../testing/furnished-worlds.js';
import { aVerification, aWorld } from '../../testing/world.js';
import type { Draft } from '../replay/draft-rules.js';
import type { PastQuery } from '../replay/replay-certificate.js';
import { simulateCertificate } from '../replay/simulate.js';
import { furnishedRecords, type FurnishedRecords } from '../replay/past-candidates.js';
import { constantPeriod } from './constant-period.js';

/** Days and milliseconds: queries are at the ends of ages and deadlines, and beside them. */
const MOMENT = fc
  .tuple(fc.integer({ min: -6, max: 6 }), fc.integer({ min: -1, max: 1 }))
  .map(([days, ms]) => NOW + days * DAY + ms);

const RECORD = fc.record({ performedAt: MOMENT, furnishedAt: MOMENT, dueAt: MOMENT });

const CASE = fc.record({
  drawn: fc.array(RECORD, { minLength: 1, maxLength: BANKS.length }),
  selection: fc.record({
    max_age_days: fc.constantFrom(null, 0, 1, 2, 3),
    disputed_data: fc.constantFrom('mark', 'exclude_after_deadline', 'exclude'),
    is_required: fc.boolean(),
  }),
  clockOffsetSeconds: fc.constantFrom(0, 0, 86_400, -3_600),
  moments: fc.array(MOMENT, { minLength: 2, maxLength: 8 }),
});

test('an equal query in the constant period of another one has the same answer', () => {
  const reached = { same: 0, different: 0 };
  fc.assert(
    fc.property(CASE, ({ drawn, selection, clockOffsetSeconds, moments }) => {
      const records = recordsOf(drawn);
      const draft = draftOf(selection);
      const queryAt = (at: number) => aPastQuery(drawn, records, clockOffsetSeconds, at);
      const answerAt = (at: number) => simulateCertificate(queryAt(at), records, draft);
      const [one = NOW, ...others] = moments;
      const period = constantPeriod(queryAt(one), draft, records);
      for (const other of others) {
        const isSame = JSON.stringify(answerAt(one)) === JSON.stringify(answerAt(other));
        const isIn = period.after < other && other < period.before;
        if (isIn) expect(isSame).toBe(true);
        if (isIn) reached.same += 1;
        if (!isSame) reached.different += 1;
      }
    }),
    { numRuns: 500 },
  );
  expect(reached.same).toBeGreaterThan(100);
  expect(reached.different).toBeGreaterThan(100);
});

type Drawn = readonly {
  readonly performedAt: number;
  readonly furnishedAt: number;
  readonly dueAt: number;
}[];

const WORLD = { ...aWorld(), networkId: NETWORK };

function recordsOf(drawn: Drawn): FurnishedRecords {
  const records = drawn.map(({ performedAt, furnishedAt }, place) => ({
    ...aVerification(
      { ...WORLD, furnisherId: BANKS[place] ?? '' },
      { business_entity_type: 'llc' },
      new Date(performedAt).toISOString(),
    ),
    furnished_at: new Date(furnishedAt).toISOString(),
  }));
  return furnishedRecords(records);
}

const draftOf = (selection: Parameters<typeof aSelection>[0]): Draft => ({
  policyId: null,
  networkId: null,
  productId: kybCertificate.id,
  isDefault: false,
  enforced: false,
  status: 'published',
  consent: null,
  permissiblePurposes: [],
  modelSelections: [aSelection(selection)],
});

/** A query that considered a record of each furnisher; each has an undecided dispute. */
function aPastQuery(
  drawn: Drawn,
  records: FurnishedRecords,
  clockOffsetSeconds: number,
  at: number,
): PastQuery {
  const ids = [...records.keys()].flatMap((record, place) => [BANKS[place] ?? '', record]);
  return {
    product: kybCertificate,
    event: { ...EVENT, occurred_at: new Date(at).toISOString() },
    selectionsOf: () => [],
    decision: {
      clockOffsetSeconds,
      ids,
      disputed: drawn.map(({ dueAt }, n) => [2 * n + 1, IDENTITY, null, NOW, dueAt]),
      models: {
        [IDENTITY]: drawn.map((_, n) => [0, 2 * n, 2 * n + 1, null, 'chosen']),
      },
    },
  };
}

const EVENT: QueryEvent = {
  query_event_id: id(30),
  product_id: kybCertificate.id,
  product_slug: kybCertificate.slug,
  kind: 'product',
  environment: 'development',
  network_ids: [NETWORK],
  policy_id: null,
  policy_version: null,
  networks: [{ network_id: NETWORK, policy_id: null, policy_version: null }],
  querying_entity_id: QUERIER,
  account_id: id(31),
  subject_type: 'business',
  subject_id: WORLD.subjectId,
  consent_id: null,
  permissible_purpose: null,
  furnishing_entity_ids: [],
  certificate_id: id(32),
  outcome: 'issued',
  billable: true,
  occurred_at: new Date(NOW).toISOString(),
  request_id: 'request',
};
