import { expect, test } from '@jest/globals';
import { kybCertificate } from '@ndx/catalog';
import fc from 'fast-check';
import { useFurnishingService } from '../testing/furnishing-service.js';
import { governedFurnisher } from '../testing/governed-furnisher.js';
import { anIdentitySection, aRecord, daysAgo } from '../testing/kyb-records.js';

const SECTION = 'business_identity_verification';
/** Each policy requires another field, so that a rejection identifies the effective policy. */
const FIELDS = (kybCertificate.models.find(({ name }) => name === SECTION)?.data ?? []).map(
  (field) => field.name,
);

const service = useFurnishingService();

/** Days ago, negative for the future, never exactly now; few values, so that policies often tie. */
const moment = fc.constantFrom(-1.5, -0.5, 0.5, 1.5, 2.5);

const policies = fc
  .uniqueArray(
    fc.record({
      id: fc.uuid({ version: 7 }),
      version: fc.integer({ min: 1, max: 2 }),
      activeOn: fc.option(moment, { freq: 9 }),
      deprecatedOn: fc.option(moment, { freq: 1 }),
    }),
    { selector: ({ id }) => id, minLength: 1, maxLength: 6 },
  )
  .map((drawn) => drawn.map((policy, i) => ({ ...policy, required: String(FIELDS[i]) })));

type Drawn = typeof policies extends fc.Arbitrary<(infer P)[]> ? P : never;

/** The rule: active now; the most recently activated, the highest version, the lowest id. */
function governing(drawn: readonly Drawn[]): Drawn | undefined {
  const [first] = drawn
    .filter(({ activeOn, deprecatedOn }) => (activeOn ?? -1) > 0 && (deprecatedOn ?? -1) < 0)
    .sort(
      (a, b) =>
        (a.activeOn ?? 0) - (b.activeOn ?? 0) || b.version - a.version || (a.id < b.id ? -1 : 1),
    );
  return first;
}

test('one of several policies of a network and product applies, for any order of arrival', async () => {
  const given = { [SECTION]: anIdentitySection({ business_dba_name: null }) };
  const inAnyOrder = policies.chain((drawn) =>
    fc.shuffledSubarray(drawn, { minLength: drawn.length }),
  );
  await fc.assert(
    fc.asyncProperty(inAnyOrder, async (drawn) => {
      const { savePolicy, reasons } = governedFurnisher(service);
      const on = new Map([-1.5, -0.5, 0.5, 1.5, 2.5].map((days) => [days, daysAgo(days)]));
      for (const policy of drawn) {
        await savePolicy({
          policy_id: policy.id,
          version: policy.version,
          active_on: on.get(policy.activeOn ?? NaN) ?? null,
          deprecated_on: on.get(policy.deprecatedOn ?? NaN) ?? null,
          required_fields: [`${SECTION}.${policy.required}`],
        });
      }
      const expected = governing(drawn);
      expect(await reasons(aRecord(given))).toEqual(
        expected ? [expect.stringContaining(`-> ${expected.required}: is required`)] : [],
      );
    }),
    { numRuns: 60 },
  );
});
