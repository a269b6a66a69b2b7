import { expect, test } from '@jest/globals';
import { namedMembers } from './named-members.js';

const NAMES = new Map([
  ['n1', 'Lenders'],
  ['e1', 'First Bank'],
  ['a1', 'ann'],
  ['p1', 'kyb_certificate'],
]);

test('an item has a name beside each id, null for an unknown one, also in nested items', () => {
  expect(
    namedMembers(
      {
        network_ids: ['n1', 'n2'],
        product_id: 'p1',
        furnishing_entity_id: 'e1',
        sent_by: 'a1',
        acknowledge_by: '2026-01-15T09:30:00.000Z',
        record_id: 'r1',
        subjects: [{ subject_id: 's1', statements: [{ entity_id: 'e1' }] }],
      },
      NAMES,
    ),
  ).toEqual({
    ...{ network_ids: ['n1', 'n2'], network_names: ['Lenders', null] },
    ...{ product_id: 'p1', product: 'kyb_certificate' },
    ...{ furnishing_entity_id: 'e1', furnishing_entity_name: 'First Bank' },
    ...{ sent_by: 'a1', sent_by_name: 'ann' },
    acknowledge_by: '2026-01-15T09:30:00.000Z',
    record_id: 'r1',
    subjects: [
      {
        ...{ subject_id: 's1', subject_name: null },
        statements: [{ entity_id: 'e1', entity_name: 'First Bank' }],
      },
    ],
  });
});

test('a change of an id has no name', () => {
  const change = { business_id: { from: null, to: 'e1' } };
  expect(namedMembers(change, NAMES)).toEqual(change);
});

test('a name that the item has stays', () => {
  expect(namedMembers({ entity_id: 'e1', entity_name: 'Own' }, NAMES)).toEqual({
    entity_id: 'e1',
    entity_name: 'Own',
  });
});
