import { expect, test } from '@jest/globals';
import { ConsentGranted, RecordFurnished, STATEFUL_SERVICE_NAMES } from '@ndx/contracts';
import { CONSUMERS, figuresIn } from './figures.js';

const events = (type: string, outcome: string, count: number) =>
  `messaging_events_total{consumer="product-query",type="${type}",outcome="${outcome}",service="product-query"} ${count}`;
const requests = (route: string, count: number) =>
  `http_request_duration_seconds_count{method="GET",route="${route}",status="200"} ${count}`;

test('the metrics of a process count its work without probes', () => {
  const text = [
    requests('/v1/products', 3),
    requests('/v1/query-events', 4),
    requests('/health/ready', 50),
    requests('/metrics', 60),
    events(RecordFurnished.type, 'handled', 5),
    events(RecordFurnished.type, 'duplicate', 2),
    events(ConsentGranted.type, 'handled', 9),
    events(ConsentGranted.type, 'duplicate', 8),
  ].join('\n');
  expect(figuresIn(text, 'product-query')).toEqual({
    requests: 7,
    // A new consent was delivered directly, and so does not show that a partition is assigned.
    consumed: 15,
    handled: new Map([
      [RecordFurnished.type, 5],
      [ConsentGranted.type, 9],
    ]),
  });
});

test('every service but entity takes events that no other one delivers to it', () => {
  expect(CONSUMERS).toEqual(STATEFUL_SERVICE_NAMES.filter((name) => name !== 'entity'));
});
