import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { violation, type Call } from './linearize.js';
import { PERMISSION, type PermissionOperation } from './permission-model.js';

type History = readonly Call<PermissionOperation>[];

const call = (
  operation: PermissionOperation,
  startedAt: number,
  endedAt?: number,
): Call<PermissionOperation> => ({ operation, startedAt, endedAt });

const judged = (history: History) => violation(PERMISSION, history);

describe('a history of a permission is linearizable', () => {
  test.each<[string, History]>([
    ['that is empty', []],
    [
      'when a query at the time of a revocation shows the data',
      [call('grant', 0, 1), call('revoke', 2, 6), call('query: shown', 3, 5)],
    ],
    [
      'when a query sees a revocation that is acknowledged later',
      [call('grant', 0, 1), call('revoke', 2, 9), call('query: hidden', 3, 4)],
    ],
    [
      'when a revocation without an acknowledgement takes effect late',
      [
        call('grant', 0, 1),
        call('revoke', 2),
        call('query: shown', 3, 4),
        call('query: hidden', 5, 6),
      ],
    ],
    [
      'when a revocation without an acknowledgement never takes effect',
      [call('grant', 0, 1), call('revoke', 2), call('query: shown', 3, 4)],
    ],
    [
      'when a narrowed permission is widened',
      [
        call('grant', 0, 1),
        call('narrow', 2, 3),
        call('query: hidden', 4, 5),
        call('widen', 6, 7),
        call('query: shown', 8, 9),
      ],
    ],
    [
      'when a grant was lost with its database, and the read model is removed later',
      [
        call('grant', 0, 1),
        call('loss', 2, 3),
        call('query: shown', 4, 5),
        call('query: hidden', 6, 7),
      ],
    ],
  ])('%s', (_case, history) => {
    expect(judged(history)).toBeUndefined();
  });
});

describe('a history of a permission is rejected', () => {
  test.each<[string, History, Call<PermissionOperation>]>([
    [
      'when a query that starts after an acknowledged revocation shows the data',
      [call('grant', 0, 1), call('revoke', 2, 3), call('query: shown', 4, 5)],
      call('query: shown', 4, 5),
    ],
    [
      'when a query after an acknowledged narrowing shows the data',
      [call('grant', 0, 1), call('narrow', 2, 3), call('query: shown', 4, 5)],
      call('query: shown', 4, 5),
    ],
    [
      'when a query after an acknowledged grant does not show the data',
      [call('grant', 0, 1), call('query: hidden', 2, 3)],
      call('query: hidden', 2, 3),
    ],
    [
      'when a query shows again what an earlier query found revoked',
      [
        call('grant', 0, 1),
        call('revoke', 2, 9),
        call('query: hidden', 3, 4),
        call('query: shown', 5, 6),
      ],
      call('query: shown', 5, 6),
    ],
    [
      'when a lost database gives back what was revoked',
      [call('grant', 0, 1), call('revoke', 2, 3), call('loss', 4, 5), call('query: shown', 6, 7)],
      call('query: shown', 6, 7),
    ],
    [
      'when a revocation after a loss is acknowledged and has no effect',
      [call('grant', 0, 1), call('loss', 2, 3), call('revoke', 4, 5), call('query: shown', 6, 7)],
      call('query: shown', 6, 7),
    ],
    [
      'when a database that loses nothing forgets a grant',
      [call('grant', 0, 1), call('query: shown', 2, 3), call('query: hidden', 4, 5)],
      call('query: hidden', 4, 5),
    ],
  ])('%s', (_case, history, stale) => {
    expect(judged(history)).toContainEqual(stale);
  });
});

describe('of overlapping clients', () => {
  /** One permission that applies each operation at one moment between its start and its end. */
  const histories = fc
    .array(
      fc.record({
        kind: fc.constantFrom('narrow', 'widen', 'query', 'query', 'query'),
        before: fc.nat(30),
        after: fc.nat(30),
      }),
      { minLength: 20, maxLength: 60 },
    )
    .map((drawn): History => {
      let isOpen = true;
      return [
        call('grant', -2, -1),
        ...drawn.map(({ kind, before, after }, place) => {
          const moment = place * 10;
          if (kind !== 'query') isOpen = kind === 'widen';
          const operation =
            kind === 'query' ? (`query: ${isOpen ? 'shown' : 'hidden'}` as const) : kind;
          return call(operation, moment - before, moment + after);
        }),
      ];
    });

  test('the history of an atomic permission is linearizable', () => {
    fc.assert(fc.property(histories, (history) => judged(history) === undefined));
  });

  test('a stale read inserted after a last revocation is found', () => {
    fc.assert(
      fc.property(histories, (history) => {
        const end = Math.max(...history.map(({ endedAt = 0 }) => endedAt));
        const stale = call('query: shown', end + 3, end + 4);
        return judged([...history, call('revoke', end + 1, end + 2), stale]) !== undefined;
      }),
    );
  });
});
