import { expect, test } from '@jest/globals';
import type { Arrival } from '../system/bus-log.js';
import { outOfOrder } from './key-order.js';
import { arrivedInOrder, risingRevisions, wholeRevisions } from './order.js';

function arrival(id: string, subject = 'k', revision?: number): Arrival {
  const data = JSON.stringify({ revision });
  const envelope = { id, type: 't', source: 's', subject, time: '', data };
  return { topic: 't', envelope };
}

const arrivals = (...ids: readonly string[]) => ids.map((id) => arrival(id));
const BACKLOG = new Map([
  ['one', ['a1', 'a2', 'a3']],
  ['other', ['b1', 'b2']],
]);

test('a backlog whose keys are each in order has arrived, in any interleaving', () => {
  const events = arrivals('x', 'b1', 'a1', 'a2', 'b2', 'a3', 'y');
  expect(arrivedInOrder(BACKLOG, events).broken).toEqual([]);
});

test('a backlog with a key out of order is reported by that key', () => {
  const events = arrivals('b1', 'a2', 'a1', 'b2', 'a3');
  expect(arrivedInOrder(BACKLOG, events).broken).toEqual(['one: out of order: a1, a2, a3']);
});

test('a missing event of the backlog is named', () => {
  const events = arrivals('a1', 'b1', 'a3', 'b2');
  expect(arrivedInOrder(BACKLOG, events).broken).toEqual(['one: lost a2']);
});

test('increasing revisions of a key are in order, and others are named', () => {
  const inOrder = [arrival('1', 'k', 1), arrival('2', 'l', 1), arrival('3', 'k', 3)];
  expect(risingRevisions(inOrder).broken).toEqual([]);
  expect(risingRevisions([...inOrder, arrival('4', 'k', 2)]).broken).toEqual([
    's k: revision 2 after 3',
  ]);
});

test('names a missing revision of a key; a repeated one is not missing', () => {
  const events = [arrival('1', 'k', 1), arrival('2', 'l', 1), arrival('3', 'k', 3)];
  expect(wholeRevisions([...events, arrival('4', 'l', 1)]).broken).toEqual([
    's k: revision 2 is missing',
  ]);
});

test('an event that happened before its predecessor is named, only within its key', () => {
  const events = [arrival('1', 'k'), arrival('2', 'l'), arrival('3', 'k'), arrival('4', 'l')];
  const times = new Map([
    ['1', 20],
    ['2', 10],
    ['3', 19],
    ['4', 10],
  ]);
  expect(outOfOrder(events, ({ envelope }) => times.get(envelope.id))).toEqual([
    's k: 3 comes after 1',
  ]);
});
