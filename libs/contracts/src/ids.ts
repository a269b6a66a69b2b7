import { v5, v7 } from 'uuid';

/** The namespace of every id that must be the same in all environments. */
const NAMESPACE = '6f1d6b0e-6c0e-5c1e-9a63-0d9a1f2f6a10';

/** A new id, ordered by time (UUID version 7). */
export function newId(): string {
  return v7();
}

/**
 * The id that a named thing has under its owner, the same in every environment (UUID version 5): the
 * one id that can be chosen for it, so that no two owners can ever choose the same (decision 0036).
 * @param ownerId a UUID
 */
export function idWithin(ownerId: string, name: string): string {
  return v5(name, ownerId);
}

/** The id of a named thing, the same in every environment (UUID version 5), e.g. a product. */
export function stableId(kind: string, name: string): string {
  return v5(`${kind}:${name}`, NAMESPACE);
}
