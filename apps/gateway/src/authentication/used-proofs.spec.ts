import { expect, test } from '@jest/globals';
import { PROOF_LIFETIME_SECONDS, PROOF_SKEW_SECONDS } from './dpop-proof.js';
import { UsedProofs } from './used-proofs.js';

const SPAN_MS = (PROOF_LIFETIME_SECONDS + PROOF_SKEW_SECONDS) * 1_000;

function proofsAt(bounds?: { readonly total: number; readonly perKey: number }) {
  const clock = { now: 0 };
  return { clock, used: new UsedProofs(bounds, () => clock.now) };
}

test('a proof is remembered as long as it would be accepted, whenever it was used', () => {
  for (const usedAt of [0, 1, SPAN_MS - 1, SPAN_MS, 2.5 * SPAN_MS]) {
    for (const later of [0, 1, SPAN_MS / 2, SPAN_MS - 1]) {
      const { clock, used } = proofsAt();
      used.use({ jti: 'first', jkt: 'key' });
      clock.now = usedAt;
      used.use({ jti: 'second', jkt: 'key' });
      clock.now = usedAt + later;
      used.use({ jti: 'third', jkt: 'key' });
      expect(() => used.use({ jti: 'second', jkt: 'key' })).toThrow('Invalid or expired token');
    }
  }
});

test('the same id of another key is another proof', () => {
  const { used } = proofsAt();
  used.use({ jti: 'id', jkt: 'key' });
  used.use({ jti: 'id', jkt: 'another key' });
  expect(() => used.use({ jti: 'id', jkt: 'key' })).toThrow();
});

test('beyond a bound further proofs are rejected, and none is forgotten', () => {
  const { clock, used } = proofsAt({ total: 3, perKey: 2 });
  used.use({ jti: '1', jkt: 'key' });
  used.use({ jti: '2', jkt: 'key' });
  expect(() => used.use({ jti: '3', jkt: 'key' })).toThrow(/remembered/);
  used.use({ jti: '3', jkt: 'another key' });
  expect(() => used.use({ jti: '4', jkt: 'another key' })).toThrow(/remembered/);
  expect(() => used.use({ jti: '1', jkt: 'key' })).toThrow('Invalid or expired token');
  clock.now = SPAN_MS;
  used.use({ jti: '4', jkt: 'another key' });
});
