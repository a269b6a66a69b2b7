import { newId } from '@ndx/contracts';

/** A trust boundary: nothing furnished in one is visible from another (design 1). */
export interface Network {
  readonly id: string;
  readonly name: string;
  readonly createdAt: Date;
}

/** A new network, under an id of the caller's choice or a new one. */
export function foundNetwork(name: string, id: string | undefined, now: Date): Network {
  return { id: id ?? newId(), name, createdAt: now };
}
