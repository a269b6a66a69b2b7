import { describe, expect, test } from '@jest/globals';
import { EVENTS } from '@ndx/contracts';
import { checkHandlers } from './check-handlers.js';

const events = [
  { ...event('a.v1'), subscribers: ['policy'] },
  { ...event('b.v1'), subscribers: ['policy', 'consent'] },
  { ...event('c.v1'), subscribers: ['consent'] },
] as const;

function event(type: string) {
  const [declaration] = EVENTS;
  if (!declaration) throw new Error('there is no event');
  return { ...declaration, type };
}

describe('a service boots', () => {
  test('with exactly one handler for each event that names it', () => {
    expect(() => checkHandlers('policy', ['a.v1', 'b.v1'], events)).not.toThrow();
  });

  test('only when it handles each event of its subscriptions once, and no other', () => {
    expect(() => checkHandlers('policy', ['b.v1', 'b.v1', 'c.v1', 'd.v1'], events)).toThrow(
      'policy cannot start: no handler for a.v1; 2 handlers for b.v1; ' +
        'a handler for c.v1, which does not name it as a subscriber; ' +
        'a handler for d.v1, which does not name it as a subscriber',
    );
  });
});
