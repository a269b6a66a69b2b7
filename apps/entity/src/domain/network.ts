import { chosenId } from './chosen-id.js';

/** A trust boundary: nothing furnished in one is visible from another (design 1). */
export interface Network {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2: where a jurisdiction that names a subdivision alone is looked for. */
  readonly country: string;
  readonly createdAt: Date;
}

export interface NetworkInput {
  readonly name: string;
  /** The institution that founds it. */
  readonly founderId: string;
  /** The id that the founder chose for it, if it did. */
  readonly id: string | undefined;
  readonly country: string;
}

/** @throws VALIDATION_ERROR when the founder may not choose that id */
export function foundNetwork({ name, country, founderId, id }: NetworkInput, now: Date): Network {
  const place = { field: 'network_id', ownerId: founderId, name };
  return { id: chosenId(id, place), name, country, createdAt: now };
}
