import { expect, test } from '@jest/globals';
import { schemaFault } from './schema-fault.js';
import * as wire from './wire.js';

const Match = wire.record('Match', { id: wire.uuid, hashes: wire.listOf(wire.text) });
const Refused = wire.record('Refused', { error: wire.record('Reason', { detail: wire.text }) });
const Answer = wire.record('Answer', { items: wire.listOf(wire.eitherOf(Match, Refused)) });

const ID = '0192d3c0-0000-7000-8000-00000000abcd';

test('a valid value has no fault', () => {
  const items = [{ id: ID, hashes: [] }, { error: { detail: 'unusable' } }];
  expect(schemaFault(Answer, { items })).toBeUndefined();
});

test.each([
  [{}, [], 'must have required properties items'],
  [{ items: 1 }, ['items'], 'must be array'],
  [{ items: [{ id: 'x', hashes: [] }] }, ['items', '0', 'id'], 'must match format "uuid"'],
  [{ items: [{ id: ID, hashes: [1] }] }, ['items', '0', 'hashes', '0'], 'must be string'],
  [undefined, [], 'must be object'],
])('the fault of %j is reported with its path', (value, path, message) => {
  expect(schemaFault(Answer, value)).toEqual({ path, message });
});
