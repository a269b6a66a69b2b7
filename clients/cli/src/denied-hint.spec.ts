import { expect, test } from '@jest/globals';
import { deniedHint } from './denied-hint.js';

test.each([
  ['role_missing', 'ndx networks'],
  ['consent_expired', 'ndx consent show'],
  ['consent_required', '--purpose'],
  ['own_draft', 'another governor'],
  ['permission_missing', 'ndx whoami'],
  [undefined, 'ndx whoami'],
] as const)('a request that is denied with %s has its next step', (reason, step) => {
  expect(deniedHint(reason)).toContain(step);
});

test('only the hint of a denied consent names consents', () => {
  expect(deniedHint('role_missing')).not.toContain('consent');
  expect(deniedHint('policy_enforced')).not.toContain('consent');
});
