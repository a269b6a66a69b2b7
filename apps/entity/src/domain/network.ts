import type { IdentityVisibility } from '@ndx/contracts';
import { chosenId } from './chosen-id.js';

/** A trust boundary: data furnished in one network is not visible in another (design 1). */
export interface Network {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2: the country of jurisdictions that name only a subdivision. */
  readonly country: string;
  readonly identityVisibility: IdentityVisibility;
  readonly createdAt: Date;
}

export interface NetworkInput {
  readonly name: string;
  /** The founding institution. */
  readonly founderId: string;
  /** The id that the founder chose, if any. */
  readonly id: string | undefined;
  readonly country: string;
}

/** @throws VALIDATION_ERROR when the founder may not choose that id */
export function foundNetwork({ name, country, founderId, id }: NetworkInput, now: Date): Network {
  const place = { field: 'network_id', ownerId: founderId, name };
  return {
    id: chosenId(id, place),
    name,
    country,
    identityVisibility: 'network',
    createdAt: now,
  };
}
