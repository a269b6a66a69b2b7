import { expect, test } from '@jest/globals';
import { closeInOrder, closeConcurrently } from './close-resources.js';

const failing = (message: string) => () => Promise.reject(new Error(message));

test('resources are closed in order, each after the previous one, even if that failed', async () => {
  const calls: string[] = [];
  const step = (name: string) => async () => {
    calls.push(`${name} begins`);
    await Promise.resolve();
    calls.push(`${name} ends`);
  };
  const closed = closeInOrder(step('first'), failing('the bus is gone'), step('last'));
  await expect(closed).rejects.toThrow('the bus is gone');
  expect(calls).toEqual(['first begins', 'first ends', 'last begins', 'last ends']);
});

test('concurrent closings are awaited, even if one failed', async () => {
  let done = false;
  const slow = async () => {
    await new Promise(setImmediate);
    done = true;
  };
  await expect(closeConcurrently(failing('the bus is gone'), slow)).rejects.toThrow(
    'the bus is gone',
  );
  expect(done).toBe(true);
});

test('each of several errors is reported', async () => {
  const both = closeInOrder(failing('the bus is gone'), failing('the database is gone'));
  await expect(both).rejects.toMatchObject({
    errors: [new Error('the bus is gone'), new Error('the database is gone')],
    message: 'Error: the bus is gone; Error: the database is gone',
  });
});
