import { v5, v7 } from 'uuid';
import { randomBytes } from './random-bytes.js';

/** The namespace of every id that must be the same in all environments. */
const NAMESPACE = '6f1d6b0e-6c0e-5c1e-9a63-0d9a1f2f6a10';

/** The time and the counter of the newest id. */
const newest = { msecs: 0, seq: 0 };

/**
 * A new id, ordered by time and, within this process, by creation (UUID version 7; the
 * counter as in RFC 9562, 6.2).
 */
export function newId(): string {
  const random = randomBytes(16);
  const now = Date.now();
  if (now > newest.msecs) {
    newest.msecs = now;
    // Room to count on within a millisecond.
    newest.seq = random.readUInt32BE(0) >>> 1;
  } else {
    newest.seq = (newest.seq + 1) >>> 0;
    if (newest.seq === 0) newest.msecs += 1;
  }
  return v7({ random, ...newest });
}

/**
 * The id of a named resource of an owner, the same in every environment (UUID version 5). It is the
 * only id that can be chosen for it, so that two owners never choose the same (decision 0036).
 * @param ownerId a UUID
 */
export function idWithin(ownerId: string, name: string): string {
  return v5(name, ownerId);
}

/** The id of a named resource, the same in every environment (UUID version 5), e.g. a product. */
export function stableId(kind: string, name: string): string {
  return v5(`${kind}:${name}`, NAMESPACE);
}
