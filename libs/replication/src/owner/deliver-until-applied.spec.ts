import { describe, expect, test } from '@jest/globals';
import type { EventEnvelope, ReadModelRow } from '@ndx/messaging';
import type { Reconciled } from './reconciliation.js';
import { deliverUntilApplied, RecoveredChangesError } from './deliver-until-applied.js';

const event = (id: string, subject = 'a'): EventEnvelope => ({
  id,
  type: 'consent.revoked.v1',
  source: 'consent',
  subject,
  time: '2026-01-01T00:00:00.000Z',
  data: '{}',
});

const row = (refused: EventEnvelope): ReadModelRow => ({
  aggregate: 'consent',
  key: refused.subject,
  revision: 7,
  event_id: 'of a lost history',
  state: {},
  refused_event_id: refused.id,
});

/** Delivers to read models that reject some events; each row is reconciled as given. */
function delivery(
  refused: readonly string[],
  outcome: Reconciled,
  events: readonly EventEnvelope[] = [],
) {
  const delivered: string[][] = [];
  const run = (envelopes: readonly EventEnvelope[]) =>
    deliverUntilApplied(
      envelopes,
      async (batch) => {
        delivered.push(batch.map(({ id }) => id));
        return batch.filter(({ id }) => refused.includes(id)).map(row);
      },
      async () => ({ outcome, events }),
    );
  return { delivered, run };
}

describe('a direct delivery that a row rejects', () => {
  test('is repeated with the events published past the row, and the other events of the delivery', async () => {
    const { delivered, run } = delivery(['1'], 'republished', [event('3')]);
    await run([event('1'), event('2', 'b')]);
    expect(delivered).toEqual([
      ['1', '2'],
      ['2', '3'],
    ]);
  });

  test('ends when the row has a later event of the owner', async () => {
    const { delivered, run } = delivery(['1'], 'same');
    await run([event('1')]);
    expect(delivered).toEqual([['1']]);
  });

  test('fails after its delivery when the row had changes that the owner had lost', async () => {
    const { delivered, run } = delivery(['1'], 'recovered', [event('2')]);
    await expect(run([event('1')])).rejects.toThrow(RecoveredChangesError);
    expect(delivered).toEqual([['1'], ['2']]);
  });

  test.each(['behind', 'unknown'] as const)(
    'fails when the row does not apply the event (%s)',
    async (outcome) => {
      const { run } = delivery(['1'], outcome);
      await expect(run([event('1')])).rejects.toThrow(
        'read models rejected every revision: consent a',
      );
    },
  );
});
