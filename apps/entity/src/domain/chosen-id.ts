import { idWithin, invalid, newId } from '@ndx/contracts';

/** Whose name decides which id may be chosen for a thing. */
interface Place {
  /** The field of the request that carries the choice. */
  readonly field: string;
  readonly ownerId: string;
  readonly name: string;
}

/**
 * The id of a new thing: a new one, or the one that its owner may choose for it. Nobody can choose an
 * id that another has, so that no id tells by being taken that something exists (decision 0036).
 * @throws VALIDATION_ERROR for any other choice, whether or not something has that id
 */
export function chosenId(chosen: string | undefined, { field, ownerId, name }: Place): string {
  if (chosen === undefined) return newId();
  const own = idWithin(ownerId, name);
  if (chosen === own) return own;
  throw invalid(`${field} can be left out or be ${own}, the UUID version 5 of its name here`);
}
