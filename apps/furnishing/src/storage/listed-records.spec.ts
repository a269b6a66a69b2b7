import { randomUUID } from 'node:crypto';
import { expect, test } from '@jest/globals';
import { member } from '@ndx/service/testing';
import { foundFor } from './listed-records.js';

test('times without an offset are UTC, whatever the time zone of the database', () => {
  const network_id = randomUUID();
  const window = { from: '2026-06-01T00:00', to: '2026-06-02T00:00:00+02:00' };
  const parameters = foundFor(member(network_id, 'furnisher'), { network_id, ...window });
  expect(parameters.slice(4)).toEqual([
    new Date('2026-06-01T00:00:00Z'),
    new Date('2026-06-01T22:00:00Z'),
  ]);
});
