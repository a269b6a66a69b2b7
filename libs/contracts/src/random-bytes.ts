import { randomFillSync } from 'node:crypto';

/** One call to the system for some hundred ids: each takes as long as making an id of it. */
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

/**
 * Random bytes fit for secrets. They are the caller's until the next call.
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
