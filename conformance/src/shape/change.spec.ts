import { expect, test } from '@jest/globals';
import { ABSENT, withMember } from './change.js';

const body = { name: 'Ada', homes: [{ city: 'Cambridge' }, { city: 'Boston' }] };

test('a member is replaced, added or removed, at any depth', () => {
  expect(withMember(body, ['name'], 7)).toEqual({ ...body, name: 7 });
  expect(withMember(body, ['age'], null)).toEqual({ ...body, age: null });
  expect(withMember(body, ['name'], ABSENT)).toEqual({ homes: body.homes });
  expect(withMember(body, ['homes', '1', 'city'], 7)).toEqual({
    name: 'Ada',
    homes: [{ city: 'Cambridge' }, { city: 7 }],
  });
});

test('an invalid path is rejected', () => {
  expect(() => withMember(body, ['name', 'first'], 7)).toThrow('there is no first');
});
