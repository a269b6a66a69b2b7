import { randomFillSync } from 'node:crypto';

/** One system call for several hundred ids, because a call takes as long as creating an id. */
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

/**
 * Cryptographically random bytes, valid until the next call.
 * @param count up to 4,096
 */
export function randomBytes(count: number): Buffer {
  if (used + count > drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const bytes = drawn.subarray(used, used + count);
  used += count;
  return bytes;
}
