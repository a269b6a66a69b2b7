import { expect, test } from '@jest/globals';
import type { TraceSpan } from '@ndx/client';
import { outcomeOf, pathOf, placeOf } from './path-of-request.js';

const span = (span_id: string, change: Partial<TraceSpan> = {}): TraceSpan => ({
  ...{ trace_id: 't', span_id, parent_span_id: null, process: 'gateway', name: 'work' },
  ...{ kind: 'server', peer: null, start_ms: 0, duration_ms: 1, status: 'unset' },
  ...{ error_type: null, http_status: null },
  ...change,
});

test('each step has its depth, its work and its place', () => {
  const steps = pathOf([
    span('1'),
    span('2', { parent_span_id: '1', kind: 'client', peer: 'policy' }),
    span('3', { parent_span_id: '2', process: 'policy' }),
    span('4', { parent_span_id: '3', process: 'policy', kind: 'client', peer: 'postgresql' }),
    span('5', { parent_span_id: '3', process: 'policy', kind: 'producer' }),
    span('6', { process: 'consent', kind: 'consumer' }),
  ]);
  expect(steps.map((step) => [step.depth, step.work, placeOf(step)])).toEqual([
    [0, 'request', 'gateway'],
    [1, 'call', 'gateway → policy'],
    [2, 'request', 'policy'],
    [3, 'statement', 'policy → Postgres'],
    [3, 'event', 'policy'],
    [0, 'event', 'consent'],
  ]);
});

test.each([
  [{ http_status: 204 }, '204'],
  [{}, 'No error'],
  [{ status: 'error', error_type: '57014' }, 'Failed: 57014'],
  [{ status: 'error', http_status: 500 }, 'Failed'],
] as const)('the outcome of %o is "%s"', (change, words) => {
  expect(outcomeOf(span('1', change))).toBe(words);
});
