import { describe, expect, test } from '@jest/globals';
import { eventually } from '@ndx/testing';
import type { ApiAnswer } from '@ndx/tools/network/api-client';
import { DEMO_NETWORK, FIRST_BANK, OPERATOR, QUERYING_BANK } from '@ndx/tools/network/demo-network';
import fc from 'fast-check';
import { IDENTITY, QUERY } from '../harness/business.js';
import { CorrectedBusiness } from '../harness/corrected-business.js';
import type { Exchange } from '../harness/exchange.js';

const RUNS = 6;

interface Step {
  readonly kind: 'furnish' | 'correct' | 'withdraw';
  /** Of the verification. */
  readonly daysAgo: number;
  /** Chooses the record that ends. */
  readonly place: number;
}

interface Standing {
  readonly id: string;
  readonly entityType: string;
  readonly daysAgo: number;
}

const history = fc.array(
  fc.record<Step>({
    kind: fc.constantFrom('furnish', 'correct', 'correct', 'withdraw'),
    daysAgo: fc.integer({ min: 1, max: 300 }),
    place: fc.nat(),
  }),
  { minLength: 3, maxLength: 6 },
);

/** The life of a record: furnished, corrected, withdrawn (design 8). */
export function recordLifeSuite(exchange: () => Exchange): void {
  const query = (consent_id: string) =>
    exchange()
      .as(QUERYING_BANK)
      .post(QUERY, { network_ids: [DEMO_NETWORK.id], consent_id });

  /** A business with a first record, which the consent opens. */
  async function aBusiness() {
    const business = new CorrectedBusiness(exchange().as(FIRST_BANK));
    const id = await business.furnish('first', { daysAgo: 150 });
    const consentId = await business.consent(exchange().as(QUERYING_BANK));
    await eventually(async () => expect(sourceOf(await query(consentId))).toBe('first'));
    return { business, id, consentId };
  }

  describe('the records of a furnisher', () => {
    test('that stand are the only sources of queries after each acknowledged end, and until it', async () => {
      await fc.assert(
        fc.asyncProperty(history, async (steps) => {
          const { business, id, consentId } = await aBusiness();
          let standing: Standing[] = [{ id, entityType: 'first', daysAgo: 150 }];
          const answered = async () => sourceOf(await query(consentId));
          for (const [n, { kind, daysAgo: days, place }] of steps.entries()) {
            const daysAgo = days + n / 100;
            const entityType = `type ${n}`;
            const ended = standing[place % standing.length];
            if (kind === 'furnish' || !ended) {
              const added = { id: await business.furnish(entityType, { daysAgo }), entityType };
              standing = [...standing, { ...added, daysAgo }];
              const expected = latestOf(standing);
              await eventually(async () => expect(await answered()).toBe(expected));
              continue;
            }
            const before = latestOf(standing);
            standing = standing.filter((one) => one !== ended);
            if (kind === 'withdraw') await business.withdraw(ended.id);
            else {
              const corrected = business.furnish(entityType, {
                ...{ daysAgo, corrects_record_id: ended.id },
              });
              const meanwhile = await Promise.all([answered(), answered(), answered()]);
              standing = [...standing, { id: await corrected, entityType, daysAgo }];
              for (const each of meanwhile) expect([before, latestOf(standing)]).toContain(each);
            }
            expect(await answered()).toBe(latestOf(standing));
          }
          while (standing.length > 0) {
            const latest = latestOf(standing);
            expect(await answered()).toBe(latest);
            const ended = standing.find(({ entityType }) => entityType === latest);
            standing = standing.filter((one) => one !== ended);
            await business.withdraw(String(ended?.id));
          }
          expect(await answered()).toBeUndefined();
        }),
        { numRuns: RUNS },
      );
    });

    test('stay in past answers, whose explanation names the successor', async () => {
      const { business, id, consentId } = await aBusiness();
      const past = await query(consentId);
      const path = `/v1/query-events/${String(past.headers.get('x-ref-id'))}`;
      const reader = exchange().as(QUERYING_BANK);
      const corrected_by_record_id = await business.furnish('second', { corrects_record_id: id });
      expect(await reader.get(`${path}/explanation`)).toMatchObject({
        status: 200,
        body: {
          record_ends: [
            {
              ...{ record_id: id, state: 'corrected', reason: null, corrected_by_record_id },
              ended_at: expect.any(String),
            },
          ],
        },
      });
      const replayed = await exchange().as(OPERATOR).post(`${path}/replay`, {});
      expect(replayed).toMatchObject({ status: 200, body: { code: 'identical' } });
      expect(sourceOf(await query(consentId))).toBe('second');
    });

    test('give their readers a notice of an end that changes an answer, and of no other end', async () => {
      const { business, id, consentId } = await aBusiness();
      const reader = exchange().as(QUERYING_BANK);
      const endpoint = await reader.post('/v1/notice-endpoints', {});
      expect(endpoint).toMatchObject({ status: 200 });
      const past = await query(consentId);
      const queryId = String(past.headers.get('x-ref-id'));
      const noticesOf = async (about: string) => {
        const { body } = await reader.get(`/v1/notices?query_event_id=${about}`);
        return (body as { readonly data: readonly { readonly kind: string }[] }).data;
      };
      const older = await business.furnish('older', { daysAgo: 200 });
      await business.withdraw(older);
      await business.furnish('second', { daysAgo: 150, corrects_record_id: id });
      await eventually(async () => expect(await noticesOf(queryId)).not.toEqual([]));
      expect(await noticesOf(queryId)).toMatchObject([{ kind: 'changed', groups: [IDENTITY] }]);
    });
  });
}

/** The entity type of the queried record; undefined for a 204. */
function sourceOf({ status, body }: ApiAnswer): string | undefined {
  if (status === 204) return undefined;
  expect({ status, body }).toMatchObject({ status: 200 });
  const { result } = body as {
    result: { [IDENTITY]: { data: { business_entity_type: string } } };
  };
  return result[IDENTITY].data.business_entity_type;
}

/** The entity type of the latest verification. */
function latestOf(standing: readonly Standing[]): string | undefined {
  return [...standing].sort((a, b) => a.daysAgo - b.daysAgo)[0]?.entityType;
}
